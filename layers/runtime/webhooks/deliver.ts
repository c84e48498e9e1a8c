/**
 * Works for one endpoint: delivers what is due, puts aside what comes while it is shut, takes up again
 * what was put aside, and ends what waits for one that was deleted.
 *
 * Whoever works holds a lease, so that an endpoint has one deliverer, and one that hangs holds up no
 * other. A deliverer may be killed at any moment: its lease ends, the sweep calls another, and what it
 * sent without writing it down is sent again under the same `webhook-id`.
 */
import { deliveriesShard, parkedShard } from '@billhook/core/base/table-keys';
import { beginAgain, deliveryKey, end, park } from '@billhook/core/webhook/delivery';
import {
  type EndpointMessage,
  type EndpointQueue,
  nextLook,
  putOff,
} from '@billhook/core/webhook/endpoint-queue';
import { isProvingOvertaken, isSent, openingOf } from '@billhook/core/webhook/proving';
import type { Vault } from '../aws/vault.ts';
import { deliveryStore } from '../stores/delivery-store.ts';
import { type EndpointIds, endpointQueueStore } from '../stores/endpoint-queue-store.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import type { AttemptDeps, Target } from './attempt-delivery.ts';
import type { Wake } from './begin-delivery.ts';
import { type DeliverDueDeps, deliverDue } from './deliver-due.ts';
import { type EndpointLease, takeEndpoint } from './endpoint-lease.ts';
import { type Move, type Moved, moveDeliveries } from './move-deliveries.ts';
import { unsealSecrets } from './secrets.ts';

export type DeliverDeps = AttemptDeps & { readonly wake: Wake; readonly vault: Vault };

/** What was put aside by a clock that is ahead of the one that has it taken up again. */
const CLOCK_SLACK_MILLISECONDS = 60_000;

/** Answers how many attempts were made. Nothing is begun after `deadline`, which is an instant. */
export async function deliverWebhooks(
  deps: DeliverDeps,
  message: EndpointMessage,
  deadline: number,
): Promise<number> {
  const { endpointId, partnerId } = message;
  const ids = { endpointId, partnerId };
  const lease = await takeEndpoint(deps, ids, deadline);
  if (!lease) {
    await comeAgain(deps, message);
    return 0;
  }
  const job: Job = {
    deps: { ...deps, readTarget: (of) => readTarget(deps, of) },
    ids,
    lease,
  };
  let first = deliveryKey({ endpointId, eventId: message.eventId ?? '' });
  for (let count = 0; ; first = undefined) {
    const queue = await endpointQueueStore(deps.table).find(ids);
    if (queue?.leaseId !== lease.leaseId) return count;
    const round = await work(job, queue, first);
    count += round.count;
    if (await leave(job, queue, round)) return count;
  }
}

type Job = {
  readonly deps: DeliverDueDeps & DeliverDeps;
  readonly ids: EndpointIds;
  readonly lease: EndpointLease;
};

type Round = {
  readonly count: number;
  readonly moved: number;
  /** Not all was moved that is to be. */
  readonly isCut: boolean;
  readonly nextAt?: number;
  readonly inFlight?: number;
  readonly restUntil?: number;
  /** There is no such endpoint any more. */
  readonly isDeleted?: true;
};

async function work(
  { deps, ids, lease }: Job,
  { resumeAt, inFlight }: EndpointQueue,
  first: ReturnType<typeof deliveryKey>,
): Promise<Round> {
  const target = await deps.readTarget(ids);
  const waiting = { partition: deliveriesShard(ids.endpointId) };
  const parked = { partition: parkedShard(ids.endpointId) };
  const move = (how: Omit<Move, 'ids' | 'lease'>) => moveDeliveries(deps, { ids, lease, ...how });
  const opening = target ? openingOf(target.endpoint, target.partner) : 'nothing';
  if (!target || target.isLeaving) {
    const told = target && opening !== 'nothing' && { target };
    const ended = [
      await move({
        range: waiting,
        from: 'waiting',
        only: ({ farewell }) => !told || !farewell,
        to: end,
      }),
      await move({ range: parked, from: 'parked', to: end }),
    ];
    const moved = ended.reduce((sum, one) => sum + one.count, 0);
    const delivered = told && (await deliverDue(deps, { ids, lease, ...told, first, inFlight }));
    const isCut = ended.some((one) => one.isCut);
    return { count: 0, ...delivered, moved, isCut, isDeleted: true };
  }
  const aside =
    opening === 'everything'
      ? nothingMoved
      : await move({
          range: waiting,
          from: 'waiting',
          only: (delivery) => !isSent(delivery, opening),
          to: park,
        });
  if (opening === 'nothing') return { count: 0, moved: aside.count, isCut: aside.isCut };
  const upTo = new Date((resumeAt ?? 0) + CLOCK_SLACK_MILLISECONDS).toISOString();
  const resumed =
    resumeAt === undefined
      ? nothingMoved
      : move({
          range: { ...parked, upTo },
          from: 'parked',
          only: (delivery) => isSent(delivery, opening),
          to: (delivery, now) =>
            isProvingOvertaken(delivery, target.endpoint)
              ? end(delivery)
              : beginAgain(delivery, { state: 'waiting', now }),
        });
  // At the same time: what is new does not wait for all that was put aside.
  const [taken, delivered] = await Promise.all([
    resumed,
    deliverDue(deps, { ids, lease, target, first, inFlight }),
  ]);
  return {
    ...delivered,
    moved: aside.count + taken.count,
    isCut: aside.isCut || taken.isCut,
    // What was taken up again is due, whether the index shows it yet or not.
    ...(taken.count > 0 && { nextAt: deps.clock() }),
  };
}

const nothingMoved: Moved = { count: 0, isCut: false };

/** Gives the lease back. Answers false when there is more to do, or when it is not known. */
async function leave({ deps, ids }: Job, queue: EndpointQueue, round: Round) {
  const { table, clock, times } = deps;
  const queues = endpointQueueStore(table);
  const now = clock();
  const { resumeAt } = queue;
  const found = round.moved > 0 || round.isCut;
  const resumed = resumeAt !== undefined && !found && now >= resumeAt + times.settleMilliseconds;
  const { dueAt, messageAt } = nextLook(
    queue,
    {
      nextAt: round.nextAt,
      worked: round.count > 0 || found,
      resuming: resumeAt !== undefined && !resumed,
    },
    { now, times },
  );
  const left = await table.write([
    round.isDeleted && dueAt === undefined
      ? queues.erase(ids, queue)
      : queues.release(ids, queue, {
          ...{ dueAt, wakeAt: messageAt, resumed },
          ...{ inFlight: round.inFlight, restUntil: round.restUntil },
        }),
  ]);
  if (left === 'conflict') return false;
  if (messageAt !== undefined) await deps.wake([ids], Math.max(0, messageAt - now));
  return true;
}

/** Another deliverer is at work, and may not see this event for a while: indexes lag. */
async function comeAgain({ table, times, wake }: DeliverDeps, message: EndpointMessage) {
  const { eventId = '', endpointId, again = 0 } = message;
  const delay = putOff(message, times);
  if (delay === undefined) return;
  const delivery = await deliveryStore(table).find(eventId, endpointId);
  if (delivery?.state !== 'waiting' || delivery.tries > 0) return;
  await wake([{ ...message, again: again + 1 }], delay);
}

async function readTarget(
  { table, vault }: Pick<DeliverDeps, 'table' | 'vault'>,
  { partnerId, endpointId }: EndpointIds,
): Promise<Target | undefined> {
  const endpoints = webhookEndpointStore(table);
  const [standing, partner] = await Promise.all([
    endpoints.find(partnerId, endpointId),
    partnerStore(table).find(partnerId),
  ]);
  const endpoint = standing ?? (await endpoints.findLeaving(partnerId, endpointId));
  if (!endpoint || !partner) return undefined;
  const secrets = await unsealSecrets(vault, endpoint);
  return { endpoint, partner, secrets, ...(!standing && { isLeaving: true }) };
}
