/** What the server remembers of an operation or submission, and what may follow what. */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { steps } from '../protocol/fields.ts';
import { KEEP_MONEY_DAYS, KEEP_READING_HOURS } from '../protocol/limits.ts';
import { movesMoney, type Result } from '../protocol/machine.ts';
import type { StatefulName } from '../protocol/operations.ts';
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

/** Times that a record is looked at again because somebody else changed it. */
const MAX_CONFLICTS = 10;

/** @param attempt nothing where somebody else was faster: it looks again. */
export async function untilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const written = await attempt();
    if (written !== undefined) return written;
  }
  throw new Error('A record was changed too often at the same time');
}

/**
 * Milliseconds. A payment is known for as long as it may still be posted and come back: of one that is
 * gone it would be said that it was never taken. (decision: known-while-it-may-return)
 */
function keptFor({ manifest }: Opened, name: string): number {
  if (!movesMoney(name)) return KEEP_READING_HOURS * HOUR;
  const { postingDays, returnsWithinDays } = manifest.capabilities;
  return (KEEP_MONEY_DAYS + Math.max(KEEP_MONEY_DAYS, postingDays + returnsWithinDays)) * DAY;
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

/** A keyed hash: what it is of can't be guessed from it, though there are few card numbers. */
export function fingerprintOf({ fingerprintSecret }: Opened, text: string): string {
  return createHmac('sha256', fingerprintSecret).update(text).digest('base64url');
}
