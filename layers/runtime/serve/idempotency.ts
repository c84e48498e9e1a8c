/**
 * Carries out a request once under its `Idempotency-Key` (decision: idempotency-keys). Loaded by
 * the pipeline with the first request that has one: the others pay nothing for it.
 *
 * A lease is taken before the handler runs, and only the holder of the lease writes the outcome:
 * one that was slower than its lease, and was taken for crashed, writes nothing any more.
 */
import { createHash, createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type IdempotencyRecord,
  newLease,
  planRequest,
  stateAfter,
} from '@billhook/core/api/idempotency';
import type { Attempt, CallerOf, Operation } from '@billhook/core/api/operation';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { idempotencyKey } from '@billhook/core/base/table-keys';
import { type Fingerprint, openFingerprint } from '../aws/fingerprint.ts';
import { logFailure, logWarning } from '../aws/logger.ts';
import { openVault, type SealContext, type Vault } from '../aws/vault.ts';
import type { Outside } from '../table/outside.ts';
import type { Key } from '../table/types.ts';
import type { AnswerBudget } from './answer-budget.ts';

export type KeyedRequest = {
  readonly operation: Operation;
  readonly caller: Exclude<CallerOf<Operation>, { readonly kind: 'anyone' }>;
  /** The header's value. */
  readonly key: string;
  readonly path: Readonly<Record<string, string>>;
  /** The body as it came, decrypted; nothing where none is read. */
  readonly body: object | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** `outcome` is a value or a failure, as a handler returns it. */
export type Answered = { readonly outcome: unknown; readonly replayed?: true };

/** Those who race for a key see at the second look who has it. */
const ATTEMPTS = 3;
/** Bytes, compressed and in Base64. An item of the table has at most 400 KiB. */
const MAX_ANSWER_BYTES = 300 * 1024;

/**
 * @param carryOut the handler. It does not run for a repetition, unless nobody knows what came of the
 *   request: then it runs again, is told so, and finds what was made before by the same ids.
 */
export async function answerOnce(
  outside: Pick<Outside, 'table' | 'random' | 'aws'> & { readonly budget: AnswerBudget },
  given: KeyedRequest,
  carryOut: (attempt: Attempt) => Promise<unknown>,
): Promise<Answered> {
  const { table, aws, budget } = outside;
  const vault = openVault(aws);
  const key = keyOf(given);
  const request = await hashOf(openFingerprint(aws), given, key);
  const taken = await takeLease(outside, key, request, given.now);
  if (isFailure(taken)) return { outcome: taken };
  if (taken.state === 'answered') {
    return { outcome: await openAnswer(vault, given, key, taken), replayed: true };
  }
  const outcome = await carryOut(attemptOf(taken)).catch(async (error) => {
    // What fails on our side may be tried again: every handler is safe to repeat.
    await settle(table, key, taken, { state: 'released' });
    throw error;
  });
  await settle(table, key, taken, await keptFrom({ vault, budget }, given, key, outcome));
  return { outcome };
}

function attemptOf({ seed, attempt }: IdempotencyRecord): Attempt {
  return {
    idBytes: (thing) => createHmac('sha256', seed).update(thing).digest(),
    again: attempt > 1,
  };
}

/** The caller's own key, hashed: what it says to the caller is not ours to keep. */
function keyOf({ caller, key }: KeyedRequest): Key {
  return idempotencyKey(callerIdOf(caller), createHash('sha256').update(key).digest('base64url'));
}

/**
 * Keyed, because a body may be guessed: a card number has few digits. The text is hashed first, KMS
 * takes 4 KiB. White space in the body makes no difference, nor does encryption.
 */
async function hashOf(
  fingerprint: Fingerprint,
  { operation, path, body }: KeyedRequest,
  { pk }: Key,
): Promise<string> {
  const text = JSON.stringify([operation.method, operation.path, path, body ?? null]);
  const digest = createHash('sha256').update(text).digest('base64');
  return Buffer.from(await fingerprint('idempotency', pk, digest)).toString('base64');
}

/** A lease of our own, the record to respond from, or why there is neither. */
async function takeLease(
  { table, random }: Pick<Outside, 'table' | 'random'>,
  key: Key,
  request: string,
  now: number,
): Promise<IdempotencyRecord | Failure> {
  const textOf = (bytes: number) => Buffer.from(random(bytes)).toString('base64url');
  const fresh = { leaseId: textOf(12), seed: textOf(32) };
  let standing: IdempotencyRecord | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const when = standing
      ? { equals: { leaseId: standing.leaseId, state: standing.state }, orAbsent: true as const }
      : { absent: true as const };
    const lease = newLease(request, fresh, now, standing);
    // Most keys are new, so they are written without first reading what is there.
    if ((await table.write([{ put: { ...lease, ...key }, when }])) === 'written') return lease;
    standing = await table.get<IdempotencyRecord>(key);
    const plan = planRequest(standing, request, now);
    if (isFailure(plan)) return plan;
    if (plan === 'replay' && standing) return standing;
  }
  return fail('request_in_progress');
}

type Kept = Pick<IdempotencyRecord, 'answer'> & {
  readonly state: Exclude<IdempotencyRecord['state'], 'running'>;
};

/** What is kept of an outcome. The request is done: whatever fails here must not have it done twice. */
async function keptFrom(
  { vault, budget }: { readonly vault: Vault; readonly budget: AnswerBudget },
  given: KeyedRequest,
  { pk }: Key,
  outcome: unknown,
): Promise<Kept> {
  const state = stateAfter(outcome, given.operation);
  if (state !== 'answered') return { state };
  const answer = deflateRawSync(JSON.stringify(outcome)).toString('base64');
  if (answer.length > MAX_ANSWER_BYTES) return { state: 'carried-out' };
  const { caller, now } = given;
  const { kind, partnerId } = caller;
  const owner = { callerId: callerIdOf(caller), kind, partnerId };
  if (!(await budget.take(owner, answer.length, now))) {
    logWarning('A response was not stored: too many bytes in a day', { partnerId });
    // What was refused did nothing, and may as well be refused again.
    return { state: isFailure(outcome) ? 'released' : 'carried-out' };
  }
  try {
    return { state, answer: await vault.seal(contextOf(given, pk), { answer }) };
  } catch (error) {
    logFailure('A response was not stored', error, { partnerId: given.caller.partnerId });
    return { state: 'carried-out' };
  }
}

async function openAnswer(
  vault: Vault,
  given: KeyedRequest,
  { pk }: Key,
  { answer }: IdempotencyRecord,
): Promise<unknown> {
  if (!answer) throw new Error('A stored response is missing');
  const opened = await vault.open(contextOf(given, pk), answer);
  return JSON.parse(inflateRawSync(Buffer.from(opened.answer ?? '', 'base64')).toString('utf8'));
}

function contextOf({ caller }: KeyedRequest, pk: string): SealContext {
  return { clientId: callerIdOf(caller), recordId: pk, purpose: 'answer' };
}

/** A client's token and its partner's key are callers apart. */
function callerIdOf(caller: KeyedRequest['caller']): string {
  return caller.kind === 'client' ? caller.clientId : caller.partnerId;
}

/** Writes what the request came to, if the lease is still ours. */
async function settle(
  table: Outside['table'],
  key: Key,
  { leaseId, ...lease }: IdempotencyRecord,
  kept: Kept,
): Promise<void> {
  const when = { equals: { leaseId, state: 'running' } };
  try {
    const written = await table.write([{ put: { ...lease, leaseId, ...kept, ...key }, when }]);
    if (written === 'conflict') logWarning('A lease was taken over before its request ended');
  } catch (error) {
    // The response is sent anyway. A repeated request waits until the lease has expired.
    logFailure('The outcome of a request was not stored', error);
  }
}
