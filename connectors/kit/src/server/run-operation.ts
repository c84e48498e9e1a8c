/**
 * Logins, readings, payments and swaps: begun once, repeated from what is stored, and gone on with
 * after the response if they take longer.
 */
import type { Step } from '../protocol/fields.ts';
import type { ProblemCode } from '../protocol/problems.ts';
import type { OpenCaller, Opened } from './options.ts';
import {
  findRecord,
  type Kept,
  movesMoney,
  type OperationRecord,
  replaces,
  saveRecord,
  stateOf,
} from './records.ts';
import { type Outcome, outcomeOf, unclear } from './results.ts';

export type Begun = Pick<
  OperationRecord,
  'name' | 'operation' | 'fingerprint' | 'round' | 'cents'
> & {
  readonly key: string;
  readonly caller: OpenCaller;
  /** Seconds that it may take. */
  readonly seconds: number;
  readonly work: (signal: AbortSignal, step: (step: Step) => void) => Promise<object> | object;
};

/** Times that a record is looked at again because somebody else changed it. */
const MAX_CONFLICTS = 10;

export type Responded = { readonly record: OperationRecord } | { readonly problem: ProblemCode };

/** Begins an operation, or returns what became of it. */
export async function beginOrRepeat(server: Opened, begun: Begun): Promise<Responded> {
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const kept = await findRecord(server, begun.key);
    const problem = kept && differenceOf(kept.record, begun);
    if (problem) return { problem };
    if (kept && !beginsAgain(server, kept.record, begun))
      return { record: await current(server, begun.key, kept) };
    const record = newRecord(server, begun, kept);
    if (!(await saveRecord(server, begun.key, record, kept?.version ?? 0))) continue;
    return { record: await startAndWait(server, begun, record) };
  }
  throw new Error('A record was changed too often at the same time');
}

function differenceOf(record: OperationRecord, begun: Begun): ProblemCode | undefined {
  // It was looked for before it came: whatever it says, it is refused.
  if (record.fingerprint === undefined) return undefined;
  const { round = 1 } = begun;
  if (record.name !== begun.name) return 'another_body';
  if (begun.name === 'logIn' && round !== (record.round ?? 1)) {
    const isNext = round === (record.round ?? 1) + 1 && record.result?.kind === 'mfa-required';
    return isNext ? undefined : 'stale_round';
  }
  if (record.operation !== begun.operation) return 'another_body';
  return record.fingerprint === begun.fingerprint ? undefined : 'another_body';
}

/** The next round of a login, or a reading that came to nothing. Never what moves money. */
function beginsAgain({ now }: Opened, record: OperationRecord, begun: Begun): boolean {
  if (movesMoney(record.name)) return false;
  if (record.name === 'logIn' && begun.round === (record.round ?? 1) + 1) return true;
  if (!record.result) return record.name === 'listBills' && record.endsAt <= now();
  const { kind, tried } = record.result as { kind: string; tried?: boolean };
  return kind === 'failed' && (tried === false || record.name === 'listBills');
}

function newRecord({ now }: Opened, begun: Begun, kept: Kept | undefined): OperationRecord {
  const { name, caller, operation, fingerprint, cents, round, seconds } = begun;
  const sequence = (kept?.record.sequence ?? 0) + 1;
  const endsAt = now() + seconds * 1000;
  return { name, caller: caller.name, operation, fingerprint, cents, round, sequence, endsAt };
}

/** Works in the background, and waits for it as long as a response may take. */
async function startAndWait(
  server: Opened,
  begun: Begun,
  record: OperationRecord,
): Promise<OperationRecord> {
  const { key, name, caller, operation, cents, seconds } = begun;
  const stop = new AbortController();
  let isWaitedFor = true;
  // One after the other: the last one that was said is the one that is shown.
  let telling: Promise<unknown> = Promise.resolve();
  const tell = (step: Step) => {
    telling = telling
      .then(() => noteStep(server, key, step))
      .then((changed) => {
        if (changed && !isWaitedFor) server.report(caller, stateOf(changed));
      })
      // It is a comfort to who waits, and no more.
      .catch(() => undefined);
  };
  const inTime = withLimit(seconds, () => begun.work(stop.signal, tell), stop);
  const work = outcomeOf(server, { name, caller, operation, cents }, () => inTime)
    .then((outcome) => finish(server, key, outcome))
    .then((ended) => {
      if (!isWaitedFor) server.report(caller, stateOf(ended));
      return ended;
    })
    .finally(() => server.running.delete(key));
  server.running.set(key, work);
  work.catch(() => server.log({ what: 'author-failed', operation, caller: caller.name, name }));
  const ended = await orAfter(server.answerSeconds, work);
  isWaitedFor = false;
  return ended ?? (await findRecord(server, key))?.record ?? record;
}

/** What is being done, for as long as it is. @returns the record, if that is news. */
async function noteStep(
  server: Opened,
  key: string,
  step: Step,
): Promise<OperationRecord | undefined> {
  const kept = await findRecord(server, key);
  if (!kept || kept.record.result || kept.record.step === step) return undefined;
  const record = { ...kept.record, step, sequence: kept.record.sequence + 1 };
  return (await saveRecord(server, key, record, kept.version)) ? record : undefined;
}

async function withLimit<T>(
  seconds: number,
  work: () => Promise<T> | T,
  stop: AbortController,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      stop.abort();
      reject(new Error('The operation took too long'));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([Promise.resolve().then(work), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function orAfter<T>(seconds: number, work: Promise<T>): Promise<T | undefined> {
  if (seconds === Number.POSITIVE_INFINITY) return work;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), seconds * 1000);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Stores how it ended. What somebody else found out meanwhile stays, unless this is more certain. */
export async function finish(
  server: Opened,
  key: string,
  { result, secrets }: Outcome,
): Promise<OperationRecord> {
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const kept = await findRecord(server, key);
    if (!kept) throw new Error('The record of an operation is gone');
    const { record, version } = kept;
    const overrules = record.result?.kind === 'never-taken' && isTaken(result.kind);
    if (record.result && !overrules && !replaces(record.result, result)) return record;
    if (overrules) server.log({ what: 'outcome-changed', operation: record.operation });
    const ended = { ...record, result, secrets, sequence: record.sequence + 1 };
    if (await saveRecord(server, key, ended, version)) return ended;
  }
  throw new Error('A record was changed too often at the same time');
}

/** Money that has moved is never denied, whatever was said before. */
function isTaken(kind: string): boolean {
  return kind === 'paid' || kind === 'accepted' || kind === 'completed';
}

/** The record as it is; an operation that nobody works on any more has ended without an outcome. */
export async function current(server: Opened, key: string, kept: Kept): Promise<OperationRecord> {
  const { record } = kept;
  if (record.result) return record;
  const running = server.running.get(key);
  if (running) {
    await orAfter(
      server.answerSeconds,
      running.catch(() => undefined),
    );
    return (await findRecord(server, key))?.record ?? record;
  }
  // Another process may be at it, until its time is over.
  if (record.endsAt > server.now()) return record;
  return finish(server, key, { result: unclear(record.name, false) });
}
