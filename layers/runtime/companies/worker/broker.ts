/**
 * What a worker may ask for: what it was given out, once, and to say how far that is. It proves itself by
 * a ticket, and from then on by a lease, each of one operation: about any other it learns nothing, not
 * even whether there is one (decision: workers-hold-little).
 */
import { randomBytes } from 'node:crypto';
import { pageMade, seen } from '@billhook/connector-kit/protocol/looks';
import {
  movesMoney,
  next,
  type Result,
  resultOfGone,
} from '@billhook/connector-kit/protocol/machine';
import { publicKey } from '@billhook/connector-kit/protocol/manifest';
import { type OpenKey, openKey } from '@billhook/connector-kit/wire/keys';
import {
  type Agreement,
  decryptSecrets,
  encryptSecrets,
} from '@billhook/connector-kit/wire/secrets';
import { type Clock, instantText } from '@billhook/core/base/dates';
import { runSteps } from '@billhook/core/company/connector';
import {
  changed,
  ended,
  type WorkOperation,
  type WorkSession,
} from '@billhook/core/company/worker/operation';
import * as v from 'valibot';
import { workStore } from '../../stores/work-store.ts';
import { attemptWrite, conflict, retryOrThrow } from '../../table/retry-conflict.ts';
import type { Table, Write } from '../../table/types.ts';
import type { Seen } from '../note-look.ts';
import { hashOf } from './given.ts';
import { giveBack, isWorkOver } from './unanswered.ts';

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/));
const secret = v.pipe(v.string(), v.maxLength(64));
const proved = { id, lease: secret };
const cents = v.pipe(v.number(), v.integer(), v.minValue(0));

const committed = v.object({
  cents,
  card: v.optional(v.pipe(v.string(), v.maxLength(40))),
  at: v.number(),
  before: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(500)),
});

export const workerAsks = v.variant('do', [
  v.object({
    do: v.literal('take'),
    id,
    attempt: v.number(),
    ticket: secret,
    /** What the secrets are encrypted to: made for this session. */
    key: publicKey,
  }),
  v.object({ do: v.literal('beat'), ...proved, step: v.optional(v.picklist(runSteps)) }),
  v.object({ do: v.literal('try'), ...proved }),
  v.object({ do: v.literal('commit'), ...proved, committed }),
  v.object({
    do: v.literal('end'),
    ...proved,
    result: v.looseObject({ kind: v.string() }),
    secrets: v.optional(v.pipe(v.string(), v.maxLength(200_000))),
    /** A page that was not known: what it is made of. */
    page: v.optional(pageMade),
    /** The session goes on for so long. */
    keepSeconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(900))),
  }),
  v.object({ do: v.literal('next'), session: id, lease: secret, key: publicKey }),
  v.object({ do: v.literal('close'), session: id, lease: secret }),
]);

export type WorkerAsks = v.InferOutput<typeof workerAsks>;

/** What a worker is handed. */
export type Work = {
  readonly kind: 'work';
  readonly id: string;
  readonly operation: string;
  readonly name: WorkOperation['name'];
  readonly session: string;
  readonly lease: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Encrypted to the worker's key, for the operation. */
  readonly secrets?: string;
  /** What it encrypts to what comes back in secret. */
  readonly encryptTo: v.InferOutput<typeof publicKey>;
  /** Of what is asked about. */
  readonly committed?: WorkOperation['committed'];
};

export type BrokerSays =
  | Work
  /** It has been done: go on. */
  | { readonly kind: 'go-on' }
  /** Whatever was asked for is not this worker's: stop. */
  | { readonly kind: 'stop' }
  /** Nothing to do at the moment. */
  | { readonly kind: 'wait' };

export type BrokerDeps = {
  readonly table: Table;
  readonly clock: Clock;
  readonly connector: string;
  /** Ours, by which requests are encrypted and kept. */
  readonly agreements: readonly Agreement[];
  readonly own: OpenKey;
  /** Wakes whoever waits for an operation. It never throws. */
  readonly wake: (operation: string) => Promise<void>;
  /** Notes what was seen of the page of a row. It never throws. */
  readonly note: (row: string, seen: Seen) => Promise<void>;
  /** Tells whoever waits for an operation that its worker is there. It never throws. */
  readonly beat: (operation: string) => Promise<void>;
};

const SECRET_BYTES = 24;
const stop = { kind: 'stop' } as const;
const goOn = { kind: 'go-on' } as const;
const wait = { kind: 'wait' } as const;
const UNSETTLED = 'What a worker said could not be written down';

type Asked<K extends WorkerAsks['do']> = Extract<WorkerAsks, { do: K }>;

/** @throws ValiError of what is none of its questions; Error where it could not find out. */
export function askBroker(deps: BrokerDeps, given: unknown): Promise<BrokerSays> {
  const asked = v.parse(workerAsks, given);
  return retryOrThrow<BrokerSays>(UNSETTLED, () => answers[asked.do](deps, asked as never));
}

type Answer<K extends WorkerAsks['do']> = (
  deps: BrokerDeps,
  asked: Asked<K>,
) => Promise<BrokerSays | typeof conflict>;

const answers: { readonly [K in WorkerAsks['do']]: Answer<K> } = {
  async take(deps, { id: recordId, attempt, ticket, key }) {
    const record = await workStore(deps.table).find(recordId);
    const isTheirs =
      record?.ticket !== undefined &&
      record.ticket === hashOf(ticket) &&
      record.attempt === attempt &&
      record.id === recordId &&
      !record.result;
    if (!isTheirs) return stop;
    const lease = randomBytes(SECRET_BYTES).toString('base64url');
    const { company, auth } = record;
    const session: WorkSession = {
      ...{ id: randomBytes(SECRET_BYTES).toString('base64url'), company, auth },
      ...{ lease: hashOf(lease), state: 'busy', until: deps.clock(), version: 0 },
    };
    return handOver(deps, record, { session, lease, key });
  },
  async next(deps, { session: sessionId, lease, key }) {
    const store = workStore(deps.table);
    const session = await store.findSession(sessionId);
    if (!session || session.lease !== hashOf(lease) || session.state === 'closed') return stop;
    if (session.state !== 'called' || session.next === undefined) {
      if (session.asks && (await isWorkOver(deps, session.asks))) {
        const closed = { ...session, state: 'closed' as const, version: session.version + 1 };
        if ((await deps.table.write([store.saveSession(closed)])) !== 'written') return conflict;
        await giveBack(deps, session.asks);
        return stop;
      }
      return session.until > deps.clock() ? wait : stop;
    }
    const record = await store.find(session.next);
    const isThere = record?.session === sessionId && !record.result && record.lease === undefined;
    if (isThere) return handOver(deps, record, { session, lease, key });
    // It was ended, or given to somebody else, before this session looked.
    const { next: _gone, ...open } = session;
    return attemptWrite(deps.table, wait, [
      store.saveSession({ ...open, state: 'open', version: session.version + 1 }),
    ]);
  },
  async beat(deps, { step, ...asked }) {
    let further: string | undefined;
    const said = await change(deps, asked, (record) => {
      further = step !== undefined && step !== record.step ? record.operation : undefined;
      return changed(record, step ? { step } : {});
    });
    if (further !== undefined && said === goOn) await deps.wake(further);
    return said;
  },
  try: (deps, asked) => change(deps, asked, (record) => changed(record, { tried: true })),
  // Under the version that was read: whoever fenced it meanwhile has written another.
  commit: (deps, { committed: mark, ...asked }) =>
    change(deps, asked, (record) => {
      // Once for a submission, whoever is at it; asked again, because the answer was lost, it is the same.
      const isOther = record.committed !== undefined && record.committed.at !== mark.at;
      if (isOther || !movesMoney(record.name)) return undefined;
      return changed(record, { committed: mark, tried: true });
    }),
  async end(deps, { result, secrets, page, keepSeconds, ...asked }) {
    const record = await held(deps, asked);
    if (!record) return stop;
    const said = endedBy(record, result, secrets);
    const writes = await endOf(deps, { record, said, keepSeconds });
    if ((await deps.table.write(writes)) !== 'written') return conflict;
    if (record.name !== 'look') await deps.wake(record.operation);
    const met = seenBy(record, result, { page, now: deps.clock() });
    if (met && said !== record) await deps.note(record.company, met);
    return goOn;
  },
  async close(deps, { session: sessionId, lease }) {
    const store = workStore(deps.table);
    const session = await store.findSession(sessionId);
    if (!session || session.lease !== hashOf(lease)) return stop;
    // Something has come for it at the last moment.
    if (session.state === 'called') return wait;
    if (session.state === 'closed') return goOn;
    const next = { ...session, state: 'closed' as const, version: session.version + 1 };
    return attemptWrite(deps.table, goOn, [store.saveSession(next)]);
  },
};

/** The record that a worker has: nothing where another has it, or nobody any more. */
async function held(
  { table }: BrokerDeps,
  { id: recordId, lease }: { readonly id: string; readonly lease: string },
): Promise<WorkOperation | undefined> {
  const record = await workStore(table).find(recordId);
  return record?.id === recordId && record.lease === hashOf(lease) ? record : undefined;
}

async function change(
  deps: BrokerDeps,
  asked: { readonly id: string; readonly lease: string },
  next: (record: WorkOperation) => WorkOperation | undefined,
): Promise<BrokerSays | typeof conflict> {
  const record = await held(deps, asked);
  if (!record || record.result) return stop;
  const now = deps.clock();
  const after = next(record);
  if (!after) return stop;
  const write = workStore(deps.table).save({ ...after, beatAt: now }, now);
  if ((await deps.table.write([write])) !== 'written') return conflict;
  // After it is written: whoever misses the next one finds by the record, too, that its worker is gone.
  await deps.beat(record.operation);
  return goOn;
}

type Taking = {
  readonly session: WorkSession;
  readonly lease: string;
  readonly key: v.InferOutput<typeof publicKey>;
};

/** Hands it over, once: whoever comes with the same ticket again is told nothing. */
async function handOver(
  deps: BrokerDeps,
  record: WorkOperation,
  { session, lease, key }: Taking,
): Promise<BrokerSays | typeof conflict> {
  const { table, clock, agreements, own } = deps;
  const store = workStore(table);
  const now = clock();
  const theirs = openKey(key);
  if (theirs?.use !== 'enc') return stop;
  const request = await store.request(record.id);
  const opened =
    request?.secrets === undefined
      ? undefined
      : await decryptSecrets(request.secrets, agreements, record.operation);
  if (!request || (request.secrets !== undefined && !opened)) {
    const gone = ended(record, resultOfGone(record));
    return attemptWrite(table, stop, [store.save(gone, now)]);
  }
  const { ticket: _used, ...rest } = record;
  const taken = changed(rest, { lease: session.lease, beatAt: now, session: session.id });
  const { next: _next, asks: _answered, ...busy } = session;
  const written = await table.write([
    store.save(taken, now),
    store.saveSession({ ...busy, state: 'busy', until: now, version: session.version + 1 }),
  ]);
  if (written !== 'written') return conflict;
  const about = record.about === undefined ? undefined : await store.find(record.about);
  const { x = '', y = '' } = own.key.export({ format: 'jwk' });
  return {
    ...{ kind: 'work', id: record.id, operation: record.operation, name: record.name },
    ...{ session: session.id, lease, document: request.document },
    ...(opened && { secrets: encryptSecrets(opened.value, theirs, record.operation) }),
    encryptTo: { kty: 'EC', crv: 'P-256', use: 'enc', kid: own.kid, x, y },
    ...(about?.committed && { committed: about.committed }),
  };
}

/** The record as it ends by what a worker says; the same where that changes nothing. */
function endedBy(record: WorkOperation, result: Result, secrets?: string): WorkOperation {
  const truth = truthOf(record, result);
  const isNews = next(record, { do: 'end', result: truth }, undefined).kind === 'ends';
  return isNews ? ended(record, truth, secrets) : record;
}

/** What a worker says of money that it never committed is not believed where it says that it was taken. */
function truthOf({ name, committed: mark, cents: asked }: WorkOperation, result: Result) {
  if (!movesMoney(name)) return result;
  const { kind } = result;
  if (mark && (kind === 'never-taken' || kind === 'not-logged-in')) return { kind: 'unknown' };
  const { amount } = result as { readonly amount?: { readonly cents?: number } };
  const isOther = kind === 'paid' && asked !== undefined && amount?.cents !== asked;
  return isOther || (!mark && (kind === 'paid' || kind === 'completed'))
    ? { kind: 'unknown' }
    : result;
}

/**
 * What a session has seen of its company's page, and of no other's; nothing where that was as it is known.
 * When it was is not the worker's to say.
 */
function seenBy(
  { name }: WorkOperation,
  result: Result,
  {
    page,
    now,
  }: { readonly page: v.InferOutput<typeof pageMade> | undefined; readonly now: number },
): Seen | undefined {
  const at = instantText(now);
  const said = v.safeParse(seen, result);
  const looked = name === 'look' && said.success ? { at, ...said.output } : undefined;
  if (!looked && !page) return undefined;
  return { ...(looked && { looked }), pages: page ? [{ at, ...page }] : [] };
}

type Ending = {
  readonly record: WorkOperation;
  readonly said: WorkOperation;
  readonly keepSeconds: number | undefined;
};

async function endOf(deps: BrokerDeps, { record, said, keepSeconds }: Ending): Promise<Write[]> {
  const store = workStore(deps.table);
  const now = deps.clock();
  const writes: Write[] = [];
  if (said !== record) {
    writes.push(store.save(said, now), store.dropRequest(record.id));
    if (said.result) writes.push(...paidWrites(deps, record.id, said));
    writes.push(...(await aboutWrites(deps, said, now)));
  }
  const session = await store.findSession(record.session ?? '');
  if (session && session.state !== 'closed') {
    const isKept = keepSeconds !== undefined;
    const until = now + (keepSeconds ?? 0) * 1000;
    const state = isKept ? ('open' as const) : ('closed' as const);
    const { link, operation, result } = said;
    const asks = link && result?.kind === 'mfa-required' && { ...link, operation };
    const next = { ...session, state, until, ...(asks && { asks }) };
    writes.push(store.saveSession({ ...next, version: session.version + 1 }));
  }
  return writes;
}

/** What was found out about a submission is written where that stands. */
async function aboutWrites(
  deps: BrokerDeps,
  { about, result }: WorkOperation,
  now: number,
): Promise<Write[]> {
  const store = workStore(deps.table);
  const known = about === undefined ? undefined : await store.find(about);
  if (!known || !result || result.kind === 'not-known' || result.kind === 'not-logged-in')
    return [];
  const found = endedBy(known, result);
  return found === known ? [] : [store.save(found, now), ...paidWrites(deps, known.id, found)];
}

function paidWrites({ table, connector }: BrokerDeps, recordId: string, said: WorkOperation) {
  const { name, result, committed: mark } = said;
  if (name !== 'pay' || result?.kind !== 'paid' || !mark) return [];
  const { confirmation } = result as { readonly confirmation?: string };
  const dash = recordId.lastIndexOf('-');
  return [
    workStore(table).notePaid(connector, {
      ...{ payment: recordId.slice(0, dash), submission: Number(recordId.slice(dash + 1)) },
      ...{ cents: mark.cents, at: mark.at },
      ...(confirmation !== undefined && { confirmation }),
    }),
  ];
}
