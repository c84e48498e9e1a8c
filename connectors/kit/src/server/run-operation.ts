/**
 * Logins, readings, payments and swaps: begun once, repeated from what is stored, and gone on with
 * after the response if they take longer.
 */
import type { Step } from '../protocol/fields.ts';
import { endedWith, next, resultOfGone, type Standing, stateOf } from '../protocol/machine.ts';
import type { ProblemCode } from '../protocol/problems.ts';
import type { OpenCaller, Opened } from './options.ts';
import {
  findRecord,
  type Kept,
  type OperationRecord,
  saveRecord,
  untilWritten,
} from './records.ts';
import { type Outcome, outcomeOf } from './results.ts';

export type Begun = Pick<OperationRecord, 'name' | 'operation' | 'round' | 'cents'> & {
  readonly fingerprint: string;
  readonly key: string;
  readonly caller: OpenCaller;
  /** Seconds that it may take. */
  readonly seconds: number;
  readonly work: (signal: AbortSignal, step: (step: Step) => void) => Promise<object> | object;
};

export type Responded = { readonly record: OperationRecord } | { readonly problem: ProblemCode };

/** Begins an operation, or returns what became of it. */
export function beginOrRepeat(server: Opened, begun: Begun): Promise<Responded> {
  return untilWritten(async () => {
    const kept = await findRecord(server, begun.key);
    const asked = { do: 'begin', ...begun } as const;
    const follows = next(kept?.record, asked, standingOf(server, begun.key, kept?.record));
    if (follows.kind === 'refused') return follows;
    if (kept && follows.kind !== 'begins')
      return { record: await current(server, begun.key, kept) };
    const record = newRecord(server, begun, kept);
    if (!(await saveRecord(server, begun.key, record, kept?.version ?? 0))) return undefined;
    return { record: await startAndWait(server, begun, record) };
  });
}

/** Another process may be at it, until its time is over. It may have asked the company for anything. */
export function standingOf(
  { running, now }: Opened,
  key: string,
  record: OperationRecord | undefined,
): Standing | undefined {
  if (!record) return undefined;
  if (running.has(key) || record.endsAt > now()) return 'at-it';
  return { gone: resultOfGone({ name: record.name, tried: true, committed: true }) };
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
  const worked = Promise.resolve().then(work);
  const inTime = await orAfter(
    seconds,
    worked.then((value) => ({ value })),
  );
  if (inTime) return inTime.value;
  stop.abort();
  throw new Error('The operation took too long');
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
export function finish(
  server: Opened,
  key: string,
  { result, secrets }: Outcome,
): Promise<OperationRecord> {
  return untilWritten(async () => {
    const kept = await findRecord(server, key);
    if (!kept) throw new Error('The record of an operation is gone');
    const { record, version } = kept;
    if (next(record, { do: 'end', result }, undefined).kind !== 'ends') return record;
    if (record.result?.kind === 'never-taken')
      server.log({ what: 'outcome-changed', operation: record.operation });
    const ended = endedWith(record, result, secrets);
    return (await saveRecord(server, key, ended, version)) ? ended : undefined;
  });
}

/** The record as it is; an operation that nobody works on any more has ended without an outcome. */
export async function current(server: Opened, key: string, kept: Kept): Promise<OperationRecord> {
  const { record } = kept;
  const running = record.result ? undefined : server.running.get(key);
  if (running) {
    await orAfter(
      server.answerSeconds,
      running.catch(() => undefined),
    );
    return (await findRecord(server, key))?.record ?? record;
  }
  const follows = next(record, { do: 'poll' }, standingOf(server, key, record));
  return follows.kind === 'ends' ? finish(server, key, { result: follows.result }) : record;
}
