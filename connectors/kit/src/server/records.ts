/** What the server remembers of an operation or submission, and what may follow what. */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { steps } from '../protocol/fields.ts';
import { KEEP_MONEY_DAYS, KEEP_READING_HOURS } from '../protocol/limits.ts';
import type { OperationState, StatefulName } from '../protocol/operations.ts';
import type { Opened } from './options.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const record = v.object({
  name: v.string(),
  caller: v.string(),
  operation: v.string(),
  /** Nothing: it was looked for before it came, and is refused. */
  fingerprint: v.optional(v.string()),
  /** Whole cents, of a payment. */
  cents: v.optional(v.number()),
  round: v.optional(v.number()),
  /** What is being done, while it is running. */
  step: v.optional(v.picklist(steps)),
  sequence: v.number(),
  /** Milliseconds since the epoch, after which nobody works on it any more. */
  endsAt: v.number(),
  /** Nothing while it is running. */
  result: v.optional(v.looseObject({ kind: v.string() })),
  secrets: v.optional(v.string()),
});

export type Result = { readonly kind: string };
export type OperationRecord = Omit<v.InferOutput<typeof record>, 'name' | 'result'> & {
  readonly name: StatefulName;
  readonly result?: Result;
};

export type Kept = { readonly version: number; readonly record: OperationRecord };

const pointer = v.object({ at: v.string() });

export function submissionKey(
  caller: string,
  kind: 'payment' | 'swap',
  id: string,
  number: number,
) {
  return `submission/${caller}/${kind}/${id}/${number}`;
}

export function operationKey(caller: string, operation: string): string {
  return `operation/${caller}/${operation}`;
}

/** @throws Error when what is stored is no record: nothing is paid on a guess. */
export async function findRecord({ store }: Opened, key: string): Promise<Kept | undefined> {
  const stored = await store.get(key);
  if (!stored) return undefined;
  return { version: stored.version, record: v.parse(record, stored.value) as OperationRecord };
}

export function saveRecord(
  server: Opened,
  key: string,
  one: OperationRecord,
  expectedVersion: number,
): Promise<boolean> {
  return server.store.put(key, one, expectedVersion, server.now() + keptFor(server, one.name));
}

/**
 * Milliseconds. A payment is known for as long as it may still be posted and come back: of one that is
 * gone it would be said that it was never taken. (decision: known-while-it-may-return)
 */
function keptFor({ manifest }: Opened, name: StatefulName): number {
  if (!movesMoney(name)) return KEEP_READING_HOURS * HOUR;
  const { postingDays, returnsWithinDays } = manifest.capabilities;
  return (KEEP_MONEY_DAYS + Math.max(KEEP_MONEY_DAYS, postingDays + returnsWithinDays)) * DAY;
}

export function movesMoney(name: StatefulName): boolean {
  return name !== 'logIn' && name !== 'listBills';
}

/** Lets an operation of a submission be polled by its own id. */
export async function pointTo(
  server: Opened,
  caller: string,
  operation: string,
  at: string,
): Promise<void> {
  const until = server.now() + keptFor(server, 'pay');
  await server.store.put(operationKey(caller, operation), { at }, 0, until);
}

/** The key of the record that an operation is kept in. */
export async function keyOfOperation(
  { store }: Opened,
  caller: string,
  operation: string,
): Promise<string> {
  const key = operationKey(caller, operation);
  const stored = await store.get(key);
  return stored && v.is(pointer, stored.value) ? stored.value.at : key;
}

const FIRST_QUESTION_SECONDS = 2;

export function stateOf(one: OperationRecord): OperationState {
  const { operation, sequence, result, secrets, step } = one;
  if (!result) {
    const askAgainAfterSeconds = FIRST_QUESTION_SECONDS;
    return { operation, sequence, state: 'running', askAgainAfterSeconds, ...(step && { step }) };
  }
  return { operation, sequence, state: 'done', result, ...(secrets && { secrets }) };
}

/**
 * Outcomes of money that may still change, and into what. A payment that is not certain may become
 * anything; one that came back, was declined or never taken stays so. `not-logged-in` closes a submission
 * as `never-taken` does: nothing was asked of the company.
 */
const mayBecome: Readonly<Record<string, readonly string[]>> = {
  unknown: ['paid', 'accepted', 'declined', 'returned', 'held', 'never-taken', 'completed'],
  accepted: ['paid', 'declined', 'returned', 'held', 'never-taken'],
  paid: ['returned'],
};

/** Whether a later finding about money replaces what is known. */
export function replaces(known: Result | undefined, found: Result): boolean {
  if (!known) return true;
  return mayBecome[known.kind]?.includes(found.kind) ?? false;
}

/** A keyed hash: what it is of can't be guessed from it, though there are few card numbers. */
export function fingerprintOf({ fingerprintSecret }: Opened, parts: unknown): string {
  return createHmac('sha256', fingerprintSecret).update(sorted(parts)).digest('base64url');
}

/** JSON with members in the order of their names. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
