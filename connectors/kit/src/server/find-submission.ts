/**
 * What became of a submission. One that never came is refused from here on: the record that says so is
 * stored before anyone is told.
 */
import { asFound, endedWith, next } from '../protocol/machine.ts';
import type { OpenCaller, Opened } from './options.ts';
import { findRecord, type OperationRecord, saveRecord, untilWritten } from './records.ts';
import { type Outcome, outcomeOf } from './results.ts';
import { finish, standingOf } from './run-operation.ts';

export type Question = {
  readonly name: 'findPayment' | 'findSwap' | 'cancelPayment';
  /** Of the submission's record. */
  readonly key: string;
  readonly caller: OpenCaller;
  readonly operation: string;
  /** Asks the author, if they find submissions. */
  readonly ask?: () => Promise<object> | object;
};

export function findSubmission(server: Opened, question: Question): Promise<Outcome> {
  const { key, ask } = question;
  const request = { do: 'find', canAsk: ask !== undefined, mayReturn: true } as const;
  return untilWritten(async () => {
    const kept = await findRecord(server, key);
    const follows = next(kept?.record, request, standingOf(server, key, kept?.record));
    if (follows.kind === 'says') return { result: follows.result };
    if (follows.kind !== 'ends')
      return kept && ask && asked(server, { ...question, ask }, kept.record);
    const record = endedWith(kept?.record ?? fenceOf(server, question), follows.result);
    const isWritten = await saveRecord(server, key, record, kept?.version ?? 0);
    return isWritten ? { result: asFound(follows.result) } : undefined;
  });
}

/** What never came: its request meets this if it comes after all. */
function fenceOf({ now }: Opened, { name, caller, operation }: Question): OperationRecord {
  const of = name === 'findSwap' ? 'swap' : 'pay';
  return { name: of, operation, sequence: 0, caller: caller.name, endsAt: now() };
}

/** What the author finds is stored, where it is more certain than what is known. */
async function asked(
  server: Opened,
  { key, name, caller, operation, ask }: Required<Question>,
  record: OperationRecord,
): Promise<Outcome> {
  const known = record.result ?? { kind: 'unknown' };
  const about = { name, caller, operation, cents: record.cents };
  const outcome = await outcomeOf(server, about, ask);
  const { kind } = outcome.result;
  // Nothing has changed but the time to ask again, which was over.
  if (kind === 'not-logged-in' || (kind === 'accepted' && known.kind === 'accepted'))
    return outcome;
  const ended =
    kind === 'not-known' ? record : await finish(server, key, { result: outcome.result });
  return { result: asFound(ended.result ?? known), secrets: outcome.secrets };
}
