/** One attempt to deliver an event: read, sent, and what became of it written down. */
import type { Clock } from '@billhook/core/base/dates';
import { type EventRecord, presentEvent } from '@billhook/core/events/event';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import {
  type AttemptOutcome,
  afterAttempt,
  afterLeaving,
  attemptOf,
  type DeliveryRecord,
  type DeliveryTimes,
  end,
  eventKeyBeside,
  isDeliveryDue,
  mayGoOut,
  type Posted,
  park,
} from '@billhook/core/webhook/delivery';
import { type EndpointRecord, endGone } from '@billhook/core/webhook/endpoint';
import { isProvingOvertaken, isSent, openingOf } from '@billhook/core/webhook/proving';
import { askedToWait } from '@billhook/core/webhook/retry-after';
import { logCounted, logInfo } from '../aws/logger.ts';
import { settingsNoted } from '../partners/settings-change.ts';
import { deliveryStore } from '../stores/delivery-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Key, Table } from '../table/types.ts';
import { proveEndpoint } from './prove-endpoint.ts';
import { type OpenSecret, signedHeaders } from './secrets.ts';

/** Sends one request; never throws. */
type Post = (
  url: string,
  request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly timeoutMilliseconds: number;
  },
) => Promise<Posted>;

export type AttemptDeps = {
  readonly table: Table;
  readonly clock: Clock;
  readonly times: DeliveryTimes;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly post: Post;
};

/** Whom to deliver to, as it was when it was last read. */
export type Target = {
  readonly endpoint: EndpointRecord;
  readonly partner: PartnerRecord;
  readonly secrets: readonly OpenSecret[];
  /** It was deleted, and is told so, and nothing else. */
  readonly isLeaving?: true;
};

export type Attempted = {
  /** When the delivery was due that was met; nothing when there was none. */
  readonly dueAt?: string;
  /** Nothing when there was nothing to send. */
  readonly outcome?: AttemptOutcome;
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  /** When it is to be tried again, in milliseconds since the epoch. */
  readonly nextAt?: number;
  /** The endpoint is another than the one that was read: it has moved, or is verified now. */
  readonly hasChanged?: boolean;
};

/** `key` is the delivery's. */
export async function attemptDelivery(
  deps: AttemptDeps,
  target: Target,
  key: Key,
): Promise<Attempted> {
  const { partner, secrets, isLeaving } = target;
  const { table, clock, times } = deps;
  const deliveries = deliveryStore(table);
  const [delivery, event] = await Promise.all([
    deliveries.findAt(key),
    table.get<EventRecord>(eventKeyBeside(key)),
  ]);
  const startedAt = clock();
  if (!delivery || !isDeliveryDue(delivery, startedAt)) return notNow(delivery);
  const { dueAt, eventId, endpointId, partnerId } = delivery;
  // A test is of the address that the endpoint has now, and not of the one it had a moment ago.
  const isTest = delivery.test !== undefined;
  const standing = isTest ? await findEndpoint(table, delivery) : target.endpoint;
  const endpoint = standing ?? target.endpoint;
  const hasMoved = endpoint.url !== target.endpoint.url;
  // It was kept for its 90 days, its endpoint was deleted, or its partner may not have it any more.
  const isLate = endpoint.unverified && isProvingOvertaken(delivery, endpoint);
  const isOver = !standing || isLate || (isLeaving && !delivery.farewell);
  if (!event || isOver || !mayGoOut(event, partner)) {
    await writeUnlessChanged(table, [deliveries.save(end(delivery))]);
    return { dueAt, hasChanged: hasMoved };
  }
  if (!isSent(delivery, openingOf(endpoint, partner))) {
    await writeUnlessChanged(table, [deliveries.save(park(delivery, startedAt))]);
    return { dueAt, hasChanged: hasMoved };
  }
  const body = JSON.stringify(presentEvent(event));
  const posted = await deps.post(endpoint.url, {
    headers: signedHeaders(secrets, { id: eventId, body, now: startedAt }),
    body,
    timeoutMilliseconds: times.timeoutMilliseconds,
  });
  const attempt = attemptOf(posted, startedAt);
  const { outcome, milliseconds, status } = attempt;
  // First: who is killed behind this leaves the delivery to be put aside with the others.
  const hasLeft = outcome === 'gone' && (await disableGone(deps, endpoint)) === 'moved';
  const isProven = outcome === 'delivered' && isTest && endpoint.unverified;
  if (isProven) await proveEndpoint(deps, endpoint);
  const now = clock();
  const asked = askedToWait(posted, now);
  const given = { now, random: deps.random(), delays: times.delays, asked };
  const tried = afterAttempt(delivery, attempt, given);
  const next = hasLeft ? afterLeaving(tried, given.now) : tried;
  const written = await table.write([deliveries.save(next)]);
  logInfo('Delivery attempted', { eventId, endpointId, outcome, milliseconds, status });
  // Somebody had it sent again meanwhile: that is due now.
  const hasChanged = outcome === 'gone' || isProven || hasMoved;
  if (written === 'conflict') return { outcome, status, nextAt: clock(), hasChanged };
  if (next.state === 'parked' && !endpoint.unverified) {
    logCounted(
      'WebhooksParked',
      'A delivery was put aside',
      { partnerId, endpointId, eventId },
      now,
    );
  }
  const waits = next.state === 'waiting' && next.dueAt !== undefined;
  const nextAt = waits ? { nextAt: Date.parse(next.dueAt ?? '') } : {};
  return { dueAt, outcome, status, hasChanged, ...nextAt };
}

function findEndpoint(
  table: Table,
  { partnerId, endpointId }: DeliveryRecord,
): Promise<EndpointRecord | undefined> {
  return webhookEndpointStore(table).find(partnerId, endpointId);
}

/** One that waits is looked for at its time: nobody else may remember it. */
function notNow(delivery: DeliveryRecord | undefined): Attempted {
  const { state, dueAt } = delivery ?? {};
  if (dueAt === undefined || state !== 'waiting') return { dueAt };
  return { dueAt, nextAt: Date.parse(dueAt) };
}

/** Not where it has moved since: what is gone is the address that it has left. */
async function disableGone(
  { table, clock }: AttemptDeps,
  gone: EndpointRecord,
): Promise<'shut' | 'moved'> {
  const { _id: endpointId, partnerId, url } = gone;
  const endpoints = webhookEndpointStore(table);
  const actor = { kind: 'schedule', id: 'deliver-webhooks' } as const;
  const action = 'webhook-endpoint-disabled';
  const disabled = await retryOrThrow(
    'An endpoint that no longer exists could not be disabled',
    async () => {
      const standing = await endpoints.find(partnerId, endpointId);
      if (standing?.status !== 'enabled') return 'shut';
      const endpoint = endGone(standing, url);
      if (!endpoint) return 'moved';
      const by = { partnerId, actor, now: clock() };
      const noted = await settingsNoted(table, by, { action, detail: { endpointId } });
      const written = await table.write([endpoints.save(endpoint), ...noted]);
      return written === 'conflict' ? conflict : 'shut';
    },
  );
  return disabled;
}
