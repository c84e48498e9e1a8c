/**
 * Submits a payment. The submission is stored before Method is asked, and Method is asked with one
 * idempotency key, so it has at most one payment for it, whatever is lost on the way.
 */
import type { PaymentOrder, PayResult, Run, Session } from '@billhook/connector-kit';
import * as v from 'valibot';
import { accountOf, sourceOf } from './accounts.ts';
import { type Ask, type Reply, waitBefore } from './api/client.ts';
import { type Payment, payment as paymentDocument } from './api/documents.ts';
import { type Deps, keyOf } from './deps.ts';
import {
  type Attempt,
  beginAttempt,
  closeAttempt,
  findAttempt,
  learn,
  metadataOf,
  type Submission,
} from './ledger.ts';
import { refusalOf } from './outcome.ts';
import { signIn } from './sign-in.ts';

/** At most ten characters. It is what the payer reads on a statement. */
const DESCRIPTION = 'Bill pay';

export async function pay(
  deps: Deps,
  session: Session,
  order: PaymentOrder,
  run: Run,
): Promise<PayResult> {
  const signedIn = await signIn(deps, session, run);
  if (signedIn.kind === 'not-logged-in') return signedIn;
  const { person } = signedIn;
  const { accountKey, amount, method, payment, submission } = order;
  const found = await accountOf(deps, session, person, accountKey, run);
  if (!found) return { kind: 'held', code: 'account_issue_inactive_account' };
  if (!found.products.includes('payment')) {
    return { kind: 'held', code: 'account_issue_payment_restrictions' };
  }
  if (method.type !== 'bank') return { kind: 'declined', reason: 'invalid' };
  const source = await sourceOf(deps, session, person, method, run);
  if (source.status !== 'active') return { kind: 'declined', reason: 'invalid' };
  const one: Submission = { caller: run.caller, payment, submission };
  const begun = {
    ...one,
    source: source.id,
    destination: found.id,
    cents: amount.cents,
    askedAt: deps.now(),
  };
  if (!(await beginAttempt(deps, begun))) return knownAlready(deps, one);
  return submit(deps, begun, run.signal);
}

/** The kit calls once for a submission, so somebody has closed it; anything else is not clear. */
async function knownAlready(deps: Deps, one: Submission): Promise<PayResult> {
  const known = await findAttempt(deps, one);
  return known?.isClosed ? { kind: 'never-taken' } : { kind: 'unknown' };
}

async function submit(deps: Deps, attempt: Attempt, signal: AbortSignal): Promise<PayResult> {
  const { client } = deps.method;
  const ask = askOf(attempt);
  let mayBeTaken = false;
  for (let time = 0; !signal.aborted; time += 1) {
    const reply = await client.attempt(ask, signal);
    const taken = paymentIn(reply);
    if (taken) return (await learn(deps, taken))?.outcome ?? { kind: 'unknown' };
    if (isRefusal(reply)) {
      // The key has this response for good, unless an earlier request is still under way.
      if (mayBeTaken && reply.idempotency === undefined) return { kind: 'unknown' };
      await closeAttempt(deps, attempt);
      return refusalOf(reply.subType);
    }
    mayBeTaken ||= !isUntouched(reply);
    if (isStoredError(reply)) break;
    const milliseconds = waitBefore(reply, time);
    if (milliseconds === undefined) break;
    await client.wait(milliseconds, signal).catch(() => undefined);
  }
  if (mayBeTaken) return { kind: 'unknown' };
  await closeAttempt(deps, attempt);
  return { kind: 'never-taken', fault: { source: 'operator', step: 'method-refuses' } };
}

export function askOf(attempt: Attempt): Ask {
  const { caller, payment, submission, source, destination, cents } = attempt;
  return {
    method: 'POST',
    path: '/payments',
    idempotencyKey: keyOf('payment', caller, payment, submission),
    body: {
      source,
      destination,
      amount: cents,
      description: DESCRIPTION,
      metadata: metadataOf(attempt),
    },
  };
}

/** The payment that a reply has. */
export function paymentIn(reply: Reply): Payment | undefined {
  if (reply.kind === 'nothing' || reply.status >= 300) return undefined;
  const parsed = v.safeParse(paymentDocument, reply.data);
  return parsed.success ? parsed.output : undefined;
}

/** Of anything else, a conflict above all, it is not clear what another request with the key came to. */
const refusals = [400, 404, 422];

/** Method has looked at the request, and will not create the payment. */
export function isRefusal(reply: Reply): reply is Extract<Reply, { kind: 'answer' }> {
  return reply.kind === 'answer' && refusals.includes(reply.status);
}

/** Method says the same to this key for good, whatever was done before it failed. */
function isStoredError(reply: Reply): boolean {
  return reply.kind === 'answer' && reply.status >= 500 && reply.idempotency !== undefined;
}

/** Method has turned the request away before looking at it: for its key, or for too many of them. */
function isUntouched(reply: Reply): boolean {
  if (reply.kind === 'nothing') return false;
  const { status, subType } = reply;
  return (
    [401, 403, 429].includes(status) || (status === 503 && subType === 'IDEMPOTENCY_UNAVAILABLE')
  );
}
