/**
 * The endpoints of a walk's partner, and the deliverers that send them what the walk tells. Functions and
 * clock are the real ones and the walk's; the table is one of its own, and whoever delivers may die between
 * any two calls of what is beyond its process. What arrives is compared with what was told.
 */
import { createHmac } from 'node:crypto';
import type { EventRecord, EventType } from '@billhook/core/events/event';
import { presentEvent } from '@billhook/core/events/event';
import { MAX_IN_FLIGHT, type Posted } from '@billhook/core/webhook/delivery';
import type { EndpointMessage } from '@billhook/core/webhook/endpoint-queue';
import type { Key } from '@billhook/runtime/table/types';
import { type DeliverDeps, deliverWebhooks } from '@billhook/runtime/webhooks/deliver';
import { alterEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { planDeliveries } from '@billhook/runtime/webhooks/plan-deliveries';
import { actor, openDeliveryWorld } from '../support/delivery-world.ts';
import { HOUR, MINUTE } from './clock.ts';
import { Divergence } from './divergence.ts';
import { mortal } from './mortal.ts';
import { type Chance, chanceOf } from './year/chance.ts';

export type PostOffice = {
  readonly counts: { arrived: number; again: number; failed: number; deaths: number };
  /** Takes in what was told since the last time. */
  readonly takeIn: (events: readonly EventRecord[], now: number) => Promise<void>;
  /** Handles what is there, most often while somebody dies or does not answer. */
  readonly work: (number: number) => Promise<void>;
  /** Disables an endpoint, or enables it. */
  readonly change: (number: number) => Promise<void>;
  /** Everything answers and nobody dies: all that is wanted arrives. @throws Divergence */
  readonly finish: () => Promise<void>;
};

/** What each endpoint asks for; everything, where nothing is said. */
const asked: readonly (readonly EventType[] | undefined)[] = [
  undefined,
  ['bill.payment.scheduled', 'bill.payment.sent', 'bill.payment.failed', 'bill.payment.cancelled'],
  ['bill.created', 'bill.update', 'auth.deleted'],
];

type Hook = {
  readonly _id: string;
  readonly url: string;
  readonly secret: string;
  readonly events: readonly EventType[] | undefined;
  /** How often each event was accepted. */
  readonly accepted: Map<string, number>;
};

type Message =
  | { readonly at: number; readonly eventId: string }
  | (EndpointMessage & { readonly at: number; readonly endpointId: string });

/** A message that nobody says was handled comes again. */
const HIDDEN_MILLISECONDS = 2 * MINUTE;
/** Past the last of the attempts, twice. */
const MOST_HOURS = 200;
const MOST_ROUNDS = 40;

export async function openPostOffice(now: number): Promise<PostOffice> {
  const world = await openDeliveryWorld();
  world.now = now;
  await world.changePartner({ authEvents: true });
  const { partnerId, table } = world;
  const hooks: Hook[] = [];
  for (const [index, events] of asked.entries()) {
    const url = `https://example.com/hooks/${index}`;
    const made = await world.newEndpoint({ url, events });
    hooks.push({ ...made, events, accepted: new Map() });
  }
  const office: Office = {
    ...{ world, hooks, told: [], messages: [], wrongs: [], excuses: 0 },
    counts: { arrived: 0, again: 0, failed: 0, deaths: 0 },
  };
  return {
    counts: office.counts,
    async takeIn(events, at) {
      world.now = Math.max(world.now, at);
      for (const given of events.slice(office.told.length)) {
        const event = { ...(given as EventRecord & Key), partnerId };
        office.told.push(event);
        await table.write([{ put: event }]);
        office.messages.push({ eventId: event._id, at: world.now });
      }
    },
    async work(number) {
      await sweep(office);
      await workOff(office, chanceOf(number));
    },
    async change(number) {
      const hook = hooks[number % hooks.length];
      if (hook) await set(office, hook, number % 7 < 4 ? 'enabled' : 'disabled');
    },
    finish: () => finish(office),
  };
}

type Office = {
  readonly world: Awaited<ReturnType<typeof openDeliveryWorld>>;
  readonly hooks: readonly Hook[];
  readonly told: EventRecord[];
  messages: Message[];
  readonly wrongs: string[];
  /** Reasons why something may arrive once more. */
  excuses: number;
  readonly counts: PostOffice['counts'];
};

async function finish(office: Office): Promise<void> {
  const { world, hooks, told, counts } = office;
  const enableAll = async () => {
    for (const hook of hooks) await set(office, hook, 'enabled');
  };
  await enableAll();
  for (let hour = 0; hour < MOST_HOURS; hour += 1) {
    await sweep(office);
    await workOff(office, undefined);
    if (office.messages.length === 0 && isAllThere(hooks, told)) break;
    // What was put aside after its last attempt is sent again when its endpoint is enabled.
    if (hour % 24 === 23) await enableAll();
    world.now += HOUR;
  }
  for (const hook of hooks) checkArrived(hook, told);
  if (counts.again > office.excuses)
    throw new Divergence(`${counts.again} events arrived again, with ${office.excuses} reasons`);
}

async function set(
  { world: { table, partnerId, now } }: Office,
  { _id: endpointId }: Hook,
  status: 'enabled' | 'disabled',
): Promise<void> {
  await alterEndpoint({ table }, { partnerId, endpointId, actor, now }, { status });
}

async function sweep({ world, messages }: Office): Promise<void> {
  await world.sweep();
  messages.push(...world.messages.splice(0));
}

async function workOff(office: Office, chance: Chance | undefined): Promise<void> {
  const { world } = office;
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    const arrived = office.messages.filter(({ at }) => at <= world.now);
    if (arrived.length === 0) return;
    office.messages = office.messages.filter(({ at }) => at > world.now);
    // A queue may hand out a message twice.
    const twice = chance?.happens(0.1) ? arrived.slice(0, 1) : [];
    office.excuses += twice.length;
    for (const message of [...arrived, ...twice]) await handle(office, message, chance);
  }
  throw new Divergence('Deliveries go on and on at one moment');
}

async function handle(office: Office, message: Message, chance: Chance | undefined): Promise<void> {
  const { world, wrongs, counts } = office;
  const { deps, life } = openProcess(office, chance);
  try {
    if ('endpointId' in message) await deliverWebhooks(deps, message, world.now + 5 * MINUTE);
    else await planDeliveries(deps, { eventId: message.eventId, partnerId: world.partnerId });
  } catch (error) {
    if (!life.isOver()) throw error;
  }
  // Whoever delivers takes what an endpoint throws for a failure of its own.
  if (wrongs[0]) throw new Divergence(wrongs[0]);
  if (!life.isOver()) return;
  counts.deaths += 1;
  // What it had sent and not written down: as many as may be under way.
  office.excuses += MAX_IN_FLIGHT;
  office.messages.push({ ...message, at: world.now + HIDDEN_MILLISECONDS });
}

/** A process of its own, which dies where chance has it. */
function openProcess(office: Office, chance: Chance | undefined) {
  const { world, counts } = office;
  const dies = chance?.happens(0.4);
  const life = mortal(dies ? chance?.between(1, 25) : undefined);
  const wake: DeliverDeps['wake'] = async (given, delay = 0) => {
    office.messages.push(...given.map((one) => ({ ...one, at: world.now + delay })));
  };
  const post: DeliverDeps['post'] = async (url, request) => {
    const act = chance === undefined ? 'accept' : chance.pick(acts);
    if (act === 'accept' || act === 'answer-lost') accept(office, url, request);
    if (act !== 'accept') counts.failed += 1;
    if (act === 'answer-lost') office.excuses += 1;
    return posted[act];
  };
  const deps: DeliverDeps = {
    ...world.deps,
    table: life.over(world.table),
    wake: life.call(wake),
    post: life.call(post),
    random: chance?.next ?? world.deps.random,
  };
  return { deps, life };
}

function accept({ hooks, told, wrongs, counts }: Office, url: string, request: Request): void {
  const hook = hooks.find((one) => one.url === url);
  const id = request.headers['webhook-id'] ?? '';
  const event = told.find(({ _id }) => _id === id);
  if (!hook || !event) {
    wrongs.push(`${id} arrives at ${url}, and was never told`);
    return;
  }
  wrongs.push(...wrongsOfRequest(hook, event, request));
  const before = hook.accepted.get(id) ?? 0;
  hook.accepted.set(id, before + 1);
  if (before === 0) counts.arrived += 1;
  else counts.again += 1;
}

type Request = Parameters<DeliverDeps['post']>[1];

type Act = 'accept' | 'refuse' | 'hang' | 'answer-lost' | 'unreachable' | 'gone';
const acts: readonly Act[] = [
  ...(Array.from({ length: 12 }, () => 'accept') as Act[]),
  ...(['refuse', 'refuse', 'refuse', 'hang', 'answer-lost', 'answer-lost'] as const),
  ...(['unreachable', 'gone'] as const),
];

const posted: Readonly<Record<Act, Posted>> = {
  accept: { kind: 'answered', status: 204, milliseconds: 1 },
  refuse: { kind: 'answered', status: 500, milliseconds: 1 },
  gone: { kind: 'answered', status: 410, milliseconds: 1 },
  hang: { kind: 'failed', reason: 'timed_out', milliseconds: 1 },
  'answer-lost': { kind: 'failed', reason: 'answer_broken', milliseconds: 1 },
  unreachable: { kind: 'failed', reason: 'connection_failed', milliseconds: 1 },
};

/** Whoever causes something with the partner's key knows of it. */
const isWanted = ({ events }: Hook, { type, logOnly }: EventRecord): boolean =>
  logOnly !== true && (events === undefined || events.includes(type));

const isAllThere = (hooks: readonly Hook[], told: readonly EventRecord[]): boolean =>
  hooks.every((hook) =>
    told.every((event) => !isWanted(hook, event) || hook.accepted.has(event._id)),
  );

function checkArrived(hook: Hook, told: readonly EventRecord[]): void {
  for (const event of told) {
    if (isWanted(hook, event) === hook.accepted.has(event._id)) continue;
    const came = hook.accepted.has(event._id) ? 'arrived, and is not wanted' : 'never arrived';
    throw new Divergence(`${event.type} ${event._id} at ${hook.url}: it ${came}`);
  }
}

/** It is the event that was told, signed as Standard Webhooks has it. */
function wrongsOfRequest({ secret, url }: Hook, event: EventRecord, { headers, body }: Request) {
  const wanted = JSON.parse(JSON.stringify(presentEvent(event)));
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const isSigned = headers['webhook-signature']?.split(' ').includes(signature);
  return [
    ...(fieldsOf(JSON.parse(body)) === fieldsOf(wanted)
      ? []
      : [`${event._id} arrives at ${url} as another than was told`]),
    ...(isSigned ? [] : [`${event._id} arrives at ${url} with another signature`]),
  ];
}

/** A table does not keep the order of fields. */
function fieldsOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
