/**
 * The rules of `Idempotency-Key` (decision: idempotency-keys). Under a key stands what was asked,
 * and what became of it: it is being carried out under a lease, or its answer is there, or it may
 * be tried again.
 */
import { type ErrorCode, errors, type Failure, fail, isFailure } from '../base/errors.ts';
import type { Sealed } from '../base/sealed.ts';

/** Longer than any function of the gateway may run: a lease that has run out is a crash. */
export const LEASE_SECONDS = 60;
export const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const MEBIBYTE = 1024 * 1024;

/**
 * Bytes of answers that are kept in a day (UTC), by kind of caller (decision: answers-have-a-budget):
 * over a million of a partner's usual ones, and more than any page of a client asks for.
 */
export const ANSWER_BUDGETS = { partner: 1024 * MEBIBYTE, client: 4 * MEBIBYTE } as const;

export const KEY_EXPECTATION = `Expected 1 to ${MAX_KEY_LENGTH} visible ASCII characters, given once`;

/**
 * - `running`: somebody carries it out, or crashed while doing so.
 * - `released`: it came to nothing that is worth keeping, and may be tried again.
 * - `answered`: `answer` is what it came to.
 * - `carried-out`: it succeeded, and the answer was not kept.
 */
type State = 'running' | 'released' | 'answered' | 'carried-out';

export type IdempotencyRecord = {
  /** The keyed hash of what was asked, in Base64. */
  readonly request: string;
  readonly state: State;
  /** What the ids of all that it makes follow from, whoever carries it out: random, in Base64. */
  readonly seed: string;
  /** Counts from 1 on how often it was carried out. */
  readonly attempt: number;
  /** Names whoever carries it out: only he may write what it came to. */
  readonly leaseId: string;
  /** Milliseconds since the epoch. */
  readonly leaseUntil: number;
  readonly answer?: Sealed;
  /** When it counts no more, and the table may drop it: seconds since the epoch. */
  readonly expiresAt: number;
};

export function isIdempotencyKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && VISIBLE_ASCII.test(text);
}

/**
 * A lease on a key that is new, or on what stands under it and is to be carried out again: then with
 * the same seed, so that what was made before is met. `fresh` is random.
 */
export function newLease(
  request: string,
  fresh: Pick<IdempotencyRecord, 'leaseId' | 'seed'>,
  now: number,
  standing?: IdempotencyRecord,
): IdempotencyRecord {
  const before = standing && isKept(standing, now) ? standing : undefined;
  return {
    request,
    state: 'running',
    seed: before?.seed ?? fresh.seed,
    attempt: (before?.attempt ?? 0) + 1,
    leaseId: fresh.leaseId,
    leaseUntil: now + LEASE_SECONDS * 1000,
    expiresAt: Math.ceil((now + KEPT_MILLISECONDS) / 1000),
  };
}

type Refusal = Failure<'idempotency_key_reused' | 'request_in_progress' | 'answer_not_kept'>;

/** What a request under a key is to do, by what stands there: carry it out, or answer as before. */
export function planRequest(
  standing: IdempotencyRecord | undefined,
  request: string,
  now: number,
): 'carry-out' | 'replay' | Refusal {
  if (!standing || !isKept(standing, now)) return 'carry-out';
  if (standing.request !== request) return fail('idempotency_key_reused');
  const plans = {
    running: now < standing.leaseUntil ? fail('request_in_progress') : 'carry-out',
    released: 'carry-out',
    answered: 'replay',
    'carried-out': fail('answer_not_kept'),
  } as const satisfies Record<State, unknown>;
  return plans[standing.state];
}

/** The table drops what has expired hours later. */
function isKept({ expiresAt }: IdempotencyRecord, now: number): boolean {
  return now < expiresAt * 1000;
}

/** What stands under the key once a request came to an outcome, a value or a failure. */
export function stateAfter(
  outcome: unknown,
  operation: { readonly showsSecret?: true },
): Exclude<State, 'running'> {
  if (isFailure(outcome)) {
    // An earlier attempt made what shows a secret: it is not said again, and not made again either.
    if (outcome.failure === 'answer_not_kept') return 'carried-out';
    return isPassing(outcome.failure) ? 'released' : 'answered';
  }
  return operation.showsSecret ? 'carried-out' : 'answered';
}

/** It says nothing about the request: the same again may go through. */
function isPassing(code: ErrorCode): boolean {
  const { status } = errors[code];
  return status === 429 || status >= 500 || code === 'request_conflict';
}
