/** What became of a submission, and canceling one. */
import type { FindPaymentResult, PaymentSubmission, Run } from '@billhook/connector-kit';
import type { Reply } from './api/client.ts';
import type { Payment } from './api/documents.ts';
import { type Deps, days } from './deps.ts';
import {
  type Attempt,
  closeAttempt,
  findAttempt,
  learn,
  type Submission,
  submissionOf,
} from './ledger.ts';
import { askOf, isRefusal, paymentIn } from './pay.ts';

const MINUTE = 60_000;
/** After this, a request that Method was sent has either come to an end or never arrived. */
const QUIET_MILLISECONDS = 5 * MINUTE;
/** After this, a payment would be in Method's list. */
const LISTED_WITHIN_DAYS = 1;

const notKnown: FindPaymentResult = { kind: 'not-known' };
const neverTaken: FindPaymentResult = { kind: 'never-taken' };

export async function findPayment(
  deps: Deps,
  { payment, submission }: PaymentSubmission,
  { caller, signal }: Pick<Run, 'caller' | 'signal'>,
): Promise<FindPaymentResult> {
  const one: Submission = { caller, payment, submission };
  const attempt = await findAttempt(deps, one);
  // Whoever comes to pay it now finds it closed.
  if (!attempt) return outcomeOfClosed(deps, one);
  if (attempt.isClosed) return neverTaken;
  if (attempt.seen) return learned(deps, await deps.method.payment(attempt.seen.paymentId, signal));
  return search(deps, attempt, signal);
}

async function outcomeOfClosed(deps: Deps, one: Submission): Promise<FindPaymentResult> {
  return (await closeAttempt(deps, one)).isClosed ? neverTaken : notKnown;
}

/** No response to the submission is known: the list has it, or its key says what it came to. */
async function search(
  deps: Deps,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<FindPaymentResult> {
  const listed = await inList(deps, attempt, signal);
  if (listed) return learned(deps, listed);
  const sinceMilliseconds = deps.now() - attempt.askedAt;
  if (sinceMilliseconds < QUIET_MILLISECONDS) return notKnown;
  const reply = await spend(deps, attempt, signal);
  const taken = paymentIn(reply);
  if (taken && isOf(taken, attempt) && taken.amount === attempt.cents) return learned(deps, taken);
  const isSpent = isRefusal(reply) && reply.idempotency === 'stored';
  if (!isSpent && sinceMilliseconds < days(LISTED_WITHIN_DAYS)) return notKnown;
  // It may have come between the list and the key.
  const late = await inList(deps, attempt, signal);
  return late ? learned(deps, late) : outcomeOfClosed(deps, attempt);
}

/**
 * Asks for something that Method never carries out, with the submission's own key. If the key was used,
 * Method repeats what it said then. If not, its refusal is what it says to this key from now on, so a
 * request that still arrives pays nothing.
 * (decision: spent-keys)
 */
function spend(deps: Deps, attempt: Attempt, signal: AbortSignal): Promise<Reply> {
  const ask = askOf(attempt);
  const body = { ...(ask.body as object), amount: 0, dry_run: true };
  return deps.method.client.attempt({ ...ask, body }, signal);
}

async function inList(deps: Deps, attempt: Attempt, signal: AbortSignal) {
  const { source, destination } = attempt;
  const list = await deps.method.payments({ source, destination }, signal);
  return list.find((one) => isOf(one, attempt));
}

function isOf(payment: Payment, { caller, payment: id, submission }: Submission): boolean {
  const one = submissionOf(payment);
  return one?.caller === caller && one.payment === id && one.submission === submission;
}

async function learned(deps: Deps, payment: Payment): Promise<FindPaymentResult> {
  return (await learn(deps, payment))?.outcome ?? notKnown;
}

/** Method cancels what is still `pending`. Otherwise this says what became of it. */
export async function cancelPayment(
  deps: Deps,
  wanted: PaymentSubmission,
  run: Run,
): Promise<FindPaymentResult> {
  const found = await findPayment(deps, wanted, run);
  if (found.kind !== 'accepted') return found;
  const path = `/payments/${found.reference}`;
  const reply = await deps.method.client.attempt({ method: 'DELETE', path }, run.signal);
  const canceled = paymentIn(reply);
  return canceled ? learned(deps, canceled) : findPayment(deps, wanted, run);
}
