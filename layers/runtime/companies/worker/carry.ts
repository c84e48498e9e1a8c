/**
 * What the connector protocol has as requests, carried to workers of this deployment: the same documents,
 * written down and given out by a queue in place of being sent (decision: workers-are-asked-by-queues).
 */
import {
  asFound,
  next,
  stateOf as operationStateOf,
  type Result,
  sameness,
} from '@billhook/connector-kit/protocol/machine';
import type { OpenKey } from '@billhook/connector-kit/wire/keys';
import { encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import type { Day } from '@billhook/core/base/dates';
import {
  ended,
  isCarried,
  noResponse,
  standingOf,
  type WorkName,
  type WorkOperation,
} from '@billhook/core/company/worker/operation';
import { workStore } from '../../stores/work-store.ts';
import { writeUnlessChanged } from '../../table/intended-writes.ts';
import type { Write } from '../../table/types.ts';
import type { Exchanged, WireCall } from '../remote/exchange.ts';
import { operationOfPayment } from '../remote/wire-ids.ts';
import { type GivingDeps, giveOut } from './given.ts';
import { paidOn } from './paid.ts';

export type CarryDeps = GivingDeps & {
  readonly connector: string;
  /** Ours: what is kept until a worker takes it can be opened by the broker alone. */
  readonly own: OpenKey;
  /** A keyed hash. */
  readonly digest: (text: string) => string;
};

/** Times that a record is looked at again because somebody else changed it. */
const MAX_CONFLICTS = 10;
const ASK_AGAIN_SECONDS = 1;

export function carryToWorker(deps: CarryDeps): (call: WireCall) => Promise<Exchanged> {
  return async (call) => {
    switch (call.name) {
      case 'logIn':
      case 'listBills':
      case 'pay':
      case 'swap':
        return begin(deps, call, call.name);
      case 'findPayment':
      case 'cancelPayment':
        return find(deps, call, 'findPayment');
      case 'findSwap':
        return find(deps, call, 'findSwap');
      case 'poll':
        return poll(deps, call.operation);
      case 'endSession':
        return endSession(deps, String(call.parts?.handle));
      case 'settlements':
        return paidOn(deps, String(call.query?.day) as Day, call.query?.cursor);
      case 'forget':
        // Nothing is kept but what the caller has.
        return { kind: 'document', document: { done: true } };
      default:
        return { kind: 'refused', code: 'not_supported' };
    }
  };
}

type Document = Readonly<Record<string, unknown>> & {
  readonly company?: string;
  readonly auth?: string;
  readonly attended?: boolean;
  readonly live?: string;
  readonly round?: number;
  readonly amount?: { readonly cents: number };
};

async function begin(deps: CarryDeps, call: WireCall, name: WorkName): Promise<Exchanged> {
  const { table, clock } = deps;
  const store = workStore(table);
  const id = idOf(call, name);
  const fingerprint = deps.digest(sameness(name, call));
  const { round } = roundOf(call);
  const asked = { do: 'begin', name, operation: call.operation, fingerprint, round } as const;
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const kept = await store.find(id);
    const follows = next(kept, asked, standingOf(kept, clock()));
    if (follows.kind === 'refused') return { kind: 'refused', code: follows.problem };
    if (kept && follows.kind !== 'begins') return current(deps, kept, call.operation);
    if (kept && isAnswered(call) && !(await isOpen(deps, kept))) {
      const late = ended({ ...kept, ...roundOf(call), fingerprint }, noResponse);
      if ((await table.write([store.save(late, clock())])) === 'written') return stateOf(late);
      continue;
    }
    const record = newRecord(call, { id, name, fingerprint, kept });
    const given = await giveOut(deps, record, {
      request: requestOf(deps, call),
      live: liveOf(call, kept),
      along: id === call.operation ? [] : [store.point(call.operation, id, clock())],
    });
    if (given) return stateOf(given, call.operation);
  }
  return { kind: 'doubt', reason: 'no-response' };
}

function isAnswered({ name, secrets }: WireCall): boolean {
  const { answers = {} } = (secrets ?? {}) as { readonly answers?: object };
  return name === 'logIn' && Object.keys(answers).length > 0;
}

/** Whether the session is there still that sent the code. Another would send another one. */
async function isOpen({ table, clock }: CarryDeps, { session }: WorkOperation): Promise<boolean> {
  const found = session === undefined ? undefined : await workStore(table).findSession(session);
  return found !== undefined && found.state !== 'closed' && found.until > clock();
}

type Beginning = {
  readonly id: string;
  readonly name: WorkName;
  readonly fingerprint?: string;
  readonly kept?: WorkOperation;
};

function newRecord(call: WireCall, { id, name, fingerprint, kept }: Beginning): WorkOperation {
  const { company = '', auth = '', attended = false, amount } = (call.document ?? {}) as Document;
  return {
    ...{ id, operation: call.operation, name, company, auth, attended },
    ...(fingerprint !== undefined && { fingerprint }),
    ...roundOf(call),
    ...(call.link && { link: call.link }),
    ...(isAnswered(call) && kept && { answered: true as const }),
    ...(amount && { cents: amount.cents }),
    sequence: (kept?.sequence ?? 0) + 1,
    ...{ attempt: 0, sentAt: 0, sentTo: 'queue', version: kept?.version ?? 0 },
  };
}

function roundOf({ document }: WireCall): { readonly round?: number } {
  const { round } = (document ?? {}) as Document;
  return round === undefined ? {} : { round };
}

function liveOf({ document }: WireCall, kept: WorkOperation | undefined): string | undefined {
  return kept?.session ?? ((document ?? {}) as Document).live;
}

function requestOf({ own }: CarryDeps, { document = {}, secrets, operation }: WireCall) {
  if (secrets === undefined) return { document };
  return { document, secrets: encryptSecrets(secrets, own, operation) };
}

/** A submission of a payment names its operation; one of a swap has an operation of another name. */
function idOf({ operation, parts = {} }: WireCall, name: WorkName): string {
  return name === 'swap' ? swapId(parts) : operation;
}

function swapId(parts: NonNullable<WireCall['parts']>): string {
  return `${parts.swap}-${parts.submission}`;
}

async function poll(deps: CarryDeps, operation: string): Promise<Exchanged> {
  const kept = await workStore(deps.table).find(operation);
  return kept ? current(deps, kept, operation) : { kind: 'refused', code: 'not_found' };
}

/** How it stands: what was lost is given out again, and what nobody is at any more has ended. */
async function current(
  deps: CarryDeps,
  kept: WorkOperation,
  operation: string,
): Promise<Exchanged> {
  const { table, clock } = deps;
  const now = clock();
  const follows = next(kept, { do: 'poll' }, standingOf(kept, now));
  if (follows.kind === 'given-again')
    return stateOf((await giveOut(deps, kept, {})) ?? kept, operation);
  if (follows.kind !== 'ends') return stateOf(kept, operation);
  const gone = ended(kept, follows.result);
  const store = workStore(table);
  const written = await table.write([store.save(gone, now), store.dropRequest(kept.id)]);
  // Somebody else has looked, or the worker is there after all: asked again, that is told.
  return stateOf(written === 'written' ? gone : kept, operation);
}

/** What became of a submission. One that never came is refused from here on. */
async function find(
  deps: CarryDeps,
  call: WireCall,
  name: 'findPayment' | 'findSwap',
): Promise<Exchanged> {
  const { table, clock } = deps;
  const store = workStore(table);
  const { parts = {}, operation } = call;
  const about =
    name === 'findSwap'
      ? swapId(parts)
      : operationOfPayment(String(parts.payment), Number(parts.submission));
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const now = clock();
    const kept = await store.find(about);
    const canAsk = kept?.committed !== undefined;
    const asked = { do: 'find', canAsk, mayReturn: false } as const;
    const follows = next(kept, asked, standingOf(kept, now));
    if (follows.kind === 'says') return said(operation, follows.result);
    if (follows.kind !== 'ends') return ask(deps, call, { name, about });
    const fence = ended(kept ?? fenceOf(call, about, name), follows.result);
    const writes: Write[] = [store.save(fence, now), store.dropRequest(about)];
    if ((await table.write(writes)) === 'written') return said(operation, asFound(follows.result));
  }
  return { kind: 'doubt', reason: 'no-response' };
}

function fenceOf(call: WireCall, id: string, name: 'findPayment' | 'findSwap'): WorkOperation {
  const of = name === 'findSwap' ? 'swap' : 'pay';
  return { ...newRecord(call, { id, name: of }), operation: id, attended: false, sequence: 0 };
}

/** Has a worker read the company's history. */
async function ask(
  deps: CarryDeps,
  call: WireCall,
  { name, about }: { readonly name: 'findPayment' | 'findSwap'; readonly about: string },
): Promise<Exchanged> {
  const { operation } = call;
  const kept = await workStore(deps.table).find(operation);
  if (kept) return current(deps, kept, operation);
  const fingerprint = deps.digest(about);
  const record = newRecord(call, { id: operation, name, fingerprint });
  const { live } = (call.document ?? {}) as Document;
  const given = await giveOut(deps, { ...record, about }, { request: requestOf(deps, call), live });
  return given ? stateOf(given) : { kind: 'doubt', reason: 'no-response' };
}

async function endSession({ table, clock }: CarryDeps, handle: string): Promise<Exchanged> {
  const store = workStore(table);
  const session = await store.findSession(handle);
  if (session && session.state !== 'closed' && session.until > clock()) {
    const next = { ...session, state: 'closed' as const, version: session.version + 1 };
    // Where it has changed meanwhile, its worker is at it, and ends it by itself.
    await writeUnlessChanged(table, [store.saveSession(next)]);
  }
  return { kind: 'document', document: { done: true } };
}

function stateOf(record: WorkOperation, operation = record.operation): Exchanged {
  const state = operationStateOf({ ...record, operation }, ASK_AGAIN_SECONDS);
  return { kind: 'state', state, ...(isCarried(record) && { carried: true as const }) };
}

function said(operation: string, result: Result): Exchanged {
  return { kind: 'state', state: { operation, sequence: 1, state: 'done', result } };
}
