/**
 * What became of a submission. One that never came is refused from here on: the record that says so is
 * stored before anyone is told.
 */
import type { OpenCaller, Opened } from './options.ts';
import { findRecord, type OperationRecord, type Result, replaces, saveRecord } from './records.ts';
import { type Outcome, outcomeOf } from './results.ts';
import { finish } from './run-operation.ts';

export type Question = {
  readonly name: 'findPayment' | 'findSwap' | 'cancelPayment';
  /** Of the submission's record. */
  readonly key: string;
  readonly caller: OpenCaller;
  readonly operation: string;
  /** Asks the author, if they find submissions. */
  readonly ask?: () => Promise<object> | object;
};

const neverTaken: Result = { kind: 'never-taken' };
const notKnown: Result = { kind: 'not-known' };
const MAX_CONFLICTS = 10;

export async function findSubmission(server: Opened, question: Question): Promise<Outcome> {
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const kept = await findRecord(server, question.key);
    if (kept) return found(server, question, kept.record);
    if (await saveRecord(server, question.key, fenceOf(server, question), 0)) {
      return { result: neverTaken };
    }
  }
  throw new Error('A record was changed too often at the same time');
}

function fenceOf({ now }: Opened, { name, caller, operation }: Question): OperationRecord {
  return {
    name: name === 'findSwap' ? 'swap' : 'pay',
    caller: caller.name,
    operation,
    sequence: 1,
    endsAt: now(),
    result: neverTaken,
  };
}

async function found(
  server: Opened,
  question: Question,
  record: OperationRecord,
): Promise<Outcome> {
  const { key, name, caller, operation, ask } = question;
  const known = record.result;
  // Somebody is paying at this moment.
  if (!known && (server.running.has(key) || record.endsAt > server.now())) {
    return { result: notKnown };
  }
  if (!ask || (known && isFinal(known))) return { result: asFound(known) };
  const asked = { name, caller, operation, cents: record.cents };
  const outcome = await outcomeOf(server, asked, ask);
  if (outcome.result.kind === 'not-logged-in') return outcome;
  // Nothing has changed but the time to ask again, which was over.
  if (known?.kind === 'accepted' && outcome.result.kind === 'accepted') return outcome;
  if (outcome.result.kind === 'not-known' || !replaces(known, outcome.result)) {
    return { result: asFound(known), secrets: outcome.secrets };
  }
  const ended = await finish(server, key, { result: outcome.result });
  return { result: asFound(ended.result), secrets: outcome.secrets };
}

/** Outcomes that nothing follows any more. */
function isFinal({ kind }: Result): boolean {
  return !['unknown', 'accepted', 'paid'].includes(kind);
}

/**
 * `unknown` is what a submission says; who asks about one gets `not-known`. One that could not log in
 * asked the company for nothing, and is closed.
 */
function asFound(known: Result | undefined): Result {
  if (known?.kind === 'not-logged-in') return neverTaken;
  return !known || known.kind === 'unknown' ? notKnown : known;
}
