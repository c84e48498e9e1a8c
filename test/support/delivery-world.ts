/** A partner with endpoints, a clock of our own, and endpoints that answer as a test says. */
import { randomBytes } from 'node:crypto';
import { isFailure } from '@billhook/core/base/errors';
import { newRootId } from '@billhook/core/base/ids';
import { type EventDraft, type EventRecord, newEvent } from '@billhook/core/events/event';
import { newPartner } from '@billhook/core/partner/partner';
import { deliveryTimes, type Posted } from '@billhook/core/webhook/delivery';
import type { EndpointRecord } from '@billhook/core/webhook/endpoint';
import type { EndpointMessage } from '@billhook/core/webhook/endpoint-queue';
import { isTest } from '@billhook/core/webhook/proving';
import { openVault } from '@billhook/runtime/aws/vault';
import { deliveryStore } from '@billhook/runtime/stores/delivery-store';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { webhookEndpointStore } from '@billhook/runtime/stores/webhook-endpoint-store';
import { wakeEndpoints } from '@billhook/runtime/sweeps/wake-endpoints';
import { type DeliverDeps, deliverWebhooks } from '@billhook/runtime/webhooks/deliver';
import { makeEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { planDeliveries } from '@billhook/runtime/webhooks/plan-deliveries';
import { fakeKms } from './kms.ts';
import { memoryTable } from './memory-table.ts';
import { NOW } from './records.ts';

export const actor = { kind: 'api-key', id: 'key_1' } as const;

export type Sent = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
};

type NewEndpoint = Partial<Pick<EndpointRecord, 'url' | 'events'>>;
type MadeEndpoint = EndpointRecord & { readonly secret: string };

type Answer = number | 'timed_out' | 'connection_failed' | Posted;

export async function openDeliveryWorld() {
  const table = memoryTable();
  const vault = openVault({ kms: fakeKms().kms });
  const partnerId = newRootId('ptn', randomBytes);
  const partners = partnerStore(table);
  const partner = newPartner({ partnerId, name: 'Partner', now: new Date(NOW).toISOString() });
  await table.write([partners.save(partner)]);
  const sent: Sent[] = [];
  const messages: (EndpointMessage & { readonly at: number })[] = [];
  const world = {
    table,
    partnerId,
    sent,
    messages,
    now: NOW,
    /** What an endpoint says, by its URL. */
    answer: (_url: string): Answer | Promise<Answer> => 200,
    newEndpoint,
    newUnverified,
    testOf,
    newEvent: writeEvent,
    plan,
    deliver,
    sweep,
    run,
    deliveryOf,
    changePartner,
  };
  const deps: DeliverDeps = {
    table,
    vault,
    clock: () => world.now,
    times: { ...deliveryTimes, pollMilliseconds: 5 },
    random: () => 0,
    post: async (url, { headers, body }) => {
      sent.push({ url, headers, body, at: world.now });
      return postedOf(await world.answer(url));
    },
    wake: async (given, delay = 0) => {
      messages.push(...given.map((one) => ({ ...one, at: world.now + delay })));
    },
  };

  /** One whose address has answered its test, before anything that a test of ours counts. */
  async function newEndpoint(change: NewEndpoint = {}): Promise<MadeEndpoint> {
    const made = await newUnverified(change);
    const woken: EndpointMessage[] = [];
    const proving: DeliverDeps = {
      ...deps,
      post: async () => postedOf(204),
      wake: async (given) => woken.push(...given),
    };
    await planDeliveries(proving, { eventId: testOf(made)._id, partnerId });
    for (const message of woken) await deliverWebhooks(proving, message, world.now + 60_000);
    const endpoint = await webhookEndpointStore(table).find(partnerId, made._id);
    if (!endpoint || endpoint.unverified) throw new Error('The endpoint was not verified');
    return { ...endpoint, secret: made.secret };
  }

  /** The newest test of an endpoint. */
  function testOf({ _id }: Pick<EndpointRecord, '_id'>): EventRecord {
    const events = [...table.items.values()] as unknown as EventRecord[];
    const tests = events.filter(({ endpointId, type }) => endpointId === _id && isTest({ type }));
    const newest = tests.toSorted((a, b) => b.sequence - a.sequence)[0];
    if (!newest) throw new Error('The endpoint has no test');
    return newest;
  }

  async function newUnverified(change: NewEndpoint = {}): Promise<MadeEndpoint> {
    const url = change.url ?? 'https://example.com/hooks';
    const given = { ...change, url, partnerId, actor, now: world.now };
    const idBytes = () => randomBytes(32);
    const names = { resolve: async () => ['93.184.216.34'] };
    const made = await makeEndpoint({ table, vault, names }, { ...given, idBytes });
    if (isFailure(made)) throw new Error(made.failure);
    return { ...made.endpoint, secret: made.secret };
  }

  async function writeEvent(change: Partial<EventDraft> = {}): Promise<EventRecord> {
    const resource = { type: 'partner', id: partnerId } as const;
    const draft = { type: 'bill.created', resource, data: { some: 'thing' }, ...change } as const;
    const event = newEvent(draft, { partnerId, sequence: 1, now: world.now }, randomBytes);
    await table.write([{ put: event }]);
    return event;
  }

  function plan({ _id: eventId }: { readonly _id: string }): Promise<number> {
    return planDeliveries(deps, { eventId, partnerId });
  }

  /** Hands over the messages that have arrived by now. */
  async function deliver(): Promise<number> {
    const arrived = messages.filter(({ at }) => at <= world.now);
    messages.splice(0, messages.length, ...messages.filter(({ at }) => at > world.now));
    let count = 0;
    for (const { at: _at, ...message } of arrived) {
      count += await deliverWebhooks(deps, message, world.now + 60_000);
    }
    return count;
  }

  function sweep(): Promise<number> {
    return wakeEndpoints(deps, { clock: () => world.now, deadline: Number.MAX_SAFE_INTEGER });
  }

  /** Lets time pass, a minute at a time, with sweeps and messages. */
  async function run(milliseconds: number, step = 60_000): Promise<void> {
    for (const end = world.now + milliseconds; world.now < end; ) {
      world.now = Math.min(end, world.now + step);
      await sweep();
      await deliver();
    }
  }

  function deliveryOf(event: EventRecord, endpoint: EndpointRecord) {
    return deliveryStore(table).find(event._id, endpoint._id);
  }

  async function changePartner(change: Partial<typeof partner>): Promise<void> {
    const standing = await partners.get(partnerId);
    await table.write([partners.save({ ...standing, ...change, version: standing.version + 1 })]);
  }

  return Object.assign(world, { deps });
}

function postedOf(answer: Answer): Posted {
  if (typeof answer === 'object') return answer;
  const milliseconds = 1;
  if (typeof answer === 'number') return { kind: 'answered', status: answer, milliseconds };
  return { kind: 'failed', reason: answer, milliseconds };
}
