/** What the sweep does with each kind of record that is due. Every one is safe to do twice. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { expireChallenge, rerunLink } from '@billhook/core/auth/auth-challenge';
import { instantText } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { clockedDue, dueAttributes } from '@billhook/core/base/table-keys';
import { withoutRetry } from '@billhook/core/method/payment-method';
import { lookAfterPause } from '@billhook/core/partner/payment-pause';
import { nextOfRetry } from '@billhook/core/payment/method-retry';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { RUNNING_MILLISECONDS } from '@billhook/core/payment/reported';
import { nextReturnLook } from '@billhook/core/payment/returned';
import { logWarning } from '../aws/logger.ts';
import { executionName } from '../aws/workflows.ts';
import { changeLink, recordFailedLink } from '../links/record.ts';
import { startLinkedPayment } from '../links/start-linked-payment.ts';
import { beginScheduled } from '../payments/begin-due.ts';
import { measureAge, tellDelayed } from '../payments/delayed.ts';
import { removeSpentMethod } from '../payments/remove-method.ts';
import { beginRetry } from '../payments/retry-method.ts';
import { startPayment } from '../payments/start.ts';
import { wakeBills } from '../payments/wake-bills.ts';
import { isWithheld } from '../payments/withhold.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { startLinkedSwap } from '../swaps/start-linked.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { lookAgain } from '../table/look-again.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';

const MINUTE_MILLISECONDS = 60 * 1000;
/** When a payment is looked at again that its workflow did not settle. */
const AGAIN_MILLISECONDS = 60 * MINUTE_MILLISECONDS;

export async function takeUpLink(
  deps: StoresAndWorkflows,
  authId: string,
  machineNow: number,
): Promise<void> {
  const auth = await deps.auths.findAny(authId);
  if (!auth?.link || auth.deletedAt) return;
  const { linkId, accepted, runs = 0 } = auth.link;
  // A step was accepted, and the function that accepted it may have died before reporting it.
  const signalled = accepted ? await deps.workflows.signalLinkAccount(accepted.taskToken) : 'gone';
  if (signalled === 'failed') return;
  const input = { linkId, authId, clientId: auth.clientId, companyId: auth.company._id };
  const started =
    signalled === 'sent'
      ? 'started'
      : await deps.workflows.startLinkAccount(input, executionName(linkId, runs));
  if (started === 'started') await lookAgain(deps, 'auth', auth, machineNow + RUNNING_MILLISECONDS);
  if (started !== 'ended') return;
  if (auth.lastLinkId === linkId) {
    // Its bills are recorded; what it was to pay or to swap is not begun, or not known to be.
    if (auth.link.swaps) await startLinkedSwap(deps, { authId, linkId }, machineNow);
    else await startLinkedPayment(deps, auth, linkId, machineNow);
    return;
  }
  await takeUpEndedLink(deps, auth, linkId, machineNow);
}

/** Its workflow is over and recorded nothing: nobody would ever hear of this link again. */
async function takeUpEndedLink(
  deps: StoresAndWorkflows,
  auth: AuthRecord,
  linkId: string,
  machineNow: number,
): Promise<void> {
  const { _id: authId, clientId, company } = auth;
  const again = rerunLink(auth, machineNow);
  if (again) {
    logWarning('A link continues in another execution', { linkId, authId });
    if ((await deps.table.write([deps.auths.save(again, auth)])) !== 'written') return;
    const name = executionName(linkId, again.link?.runs ?? 0);
    const input = { linkId, authId, clientId, companyId: company._id };
    await deps.workflows.startLinkAccount(input, name);
    return;
  }
  logWarning('A link ended without an outcome', { linkId, authId });
  const ids = { authId, linkId };
  if (auth.challenge) await changeLink(deps, ids, expireChallenge);
  else await recordFailedLink(deps, ids, 'job-timeout', machineNow);
}

export async function takeUpPayment(
  deps: StoresAndWorkflows,
  paymentId: string,
  machineNow: number,
): Promise<void> {
  const payment = await deps.payments.findAny(paymentId);
  if (payment?.status === 'scheduled') await beginScheduled(deps, payment, machineNow);
  if (payment?.status === 'pending') await goOnWithPayment(deps, payment, machineNow);
}

async function goOnWithPayment(
  deps: StoresAndWorkflows,
  found: PaymentRecord,
  machineNow: number,
): Promise<void> {
  const { _id: paymentId } = found;
  const payment = await tellDelayed(deps, found, machineNow);
  if (payment?.status !== 'pending') return;
  // What was never submitted waits; what was is looked for, and not submitted again.
  if (payment.submitted?.amountCents === undefined && (await deps.pauses.holdsBack(payment)))
    return lookAgain(deps, 'pay', payment, lookAfterPause(machineNow));
  if (await isWithheld(deps, payment, machineNow))
    return lookAgain(deps, 'pay', payment, machineNow + AGAIN_MILLISECONDS);
  const { partnerNow } = await momentOf(deps.table, payment, machineNow);
  // By an index that lags, or by the wrong clock.
  if (payment.resting && (payment.dueAt ?? '') > instantText(partnerNow)) return;
  measureAge(payment, { partnerNow, machineNow });
  if (payment.resting) return goOnFromRest(deps, payment, machineNow);
  const started = await startPayment(deps, payment);
  if (started === 'started')
    await lookAgain(deps, 'pay', payment, machineNow + RUNNING_MILLISECONDS);
  if (started !== 'ended') return;
  // Its execution is over and settled nothing: another one asks the company, and settles.
  logWarning('The outcome of a payment is requested again', { paymentId });
  const dueAt = instantText(machineNow + AGAIN_MILLISECONDS);
  const rounds = (payment.rounds ?? 0) + 1;
  const next = { ...payment, rounds, dueAt };
  const written = await deps.table.write([deps.payments.save(next, payment)]);
  if (written === 'written') await startPayment(deps, next);
}

/** Nothing runs for it: from here on the machine's clock counts, until it rests again or ends. */
async function goOnFromRest(
  deps: StoresAndWorkflows,
  { resting: _over, ...payment }: PaymentRecord,
  machineNow: number,
): Promise<void> {
  const again = dueAttributes('payment', payment._id, instantText(machineNow + AGAIN_MILLISECONDS));
  const rounds = (payment.rounds ?? 0) + 1;
  const next = { ...payment, rounds, ...again };
  const written = await deps.table.write([deps.payments.save(next, payment)]);
  if (written === 'written') await startPayment(deps, next);
}

/** Has its company asked whether a payment that was paid was returned. */
export async function takeUpReturn(
  deps: StoresAndWorkflows,
  paymentId: string,
  machineNow: number,
): Promise<void> {
  const payment = await deps.payments.findAny(paymentId);
  const { returns, outcome } = payment ?? {};
  if (payment?.status !== 'paid' || !returns || outcome?.kind !== 'paid') return;
  const { partnerNow } = await momentOf(deps.table, payment, machineNow);
  if ((payment.dueAt ?? '') > instantText(partnerNow)) return;
  const at = nextReturnLook(outcome.paidAt, returns, partnerNow);
  const { dueShard, dueAt, dueKind, ...rest } = payment;
  if (at === undefined) {
    logWarning('A payment may have been returned, and its company did not say', { paymentId });
    const { returns: _over, ...left } = rest;
    await writeUnlessChanged(deps.table, [deps.payments.save(left, payment)]);
    return;
  }
  // The next look is planned before this one is begun: a company that fails is not asked each minute.
  const looking = { until: returns.until, looking: true as const };
  const rounds = (payment.rounds ?? 0) + 1;
  const due = clockedDue('return', payment, at);
  const next = { ...rest, rounds, returns: looking, ...due };
  const written = await deps.table.write([deps.payments.save(next, payment)]);
  if (written === 'written') await startPayment(deps, next);
}

/** Goes on with a method that was retried and paid, or removes one whose third decline had to wait. */
export async function takeUpRetry(
  deps: StoresAndWorkflows,
  methodId: string,
  machineNow: number,
): Promise<void> {
  const result = await retryOrThrow('A retry could not continue', async () => {
    const method = await deps.methods.findAny(methodId);
    if (method?.dueKind !== 'retry') return undefined;
    const next = nextOfRetry(method);
    if (next === 'remove') {
      const removal = await removeSpentMethod(deps, method);
      if (removal === conflict) return conflict;
      return attemptWrite(deps.table, undefined, removal);
    }
    const begun = next === 'charge' ? await beginRetry(deps, method, machineNow) : 'none';
    if (isFailure(begun) && begun.failure === 'payments_paused')
      return lookAgain(deps, 'pm', method, lookAfterPause(machineNow));
    if (begun !== 'none' && begun !== 'not-now' && !isFailure(begun)) return begun;
    const idle = withoutRetry(method);
    return attemptWrite(deps.table, idle, [deps.methods.save(idle, method)]);
  });
  if (!result) return;
  if ('billId' in result) await startPayment(deps, result);
  else if (result.status === 'verified') await wakeBills(deps, result.clientId);
}

/** A card code that was never needed is dropped 24 hours after it was given. */
export async function dropCardCode(
  { table, methods }: StoresAndWorkflows,
  methodId: string,
  machineNow: number,
): Promise<void> {
  await retryOrThrow('A card code could not be deleted', async () => {
    const method = await methods.findAny(methodId);
    // The code was sent again after the index was read.
    if (method?.codeDropsAt && Date.parse(method.codeDropsAt) > machineNow) return undefined;
    const dropped = methods.dropCode(method);
    return dropped.length > 0 ? attemptWrite(table, undefined, dropped) : undefined;
  });
}

/** A key that was begun or deleted and left behind. Rare, so that its code is loaded when needed. */
export async function finishEncryptionKey(
  { table, aws }: StoresAndWorkflows,
  keyId: string,
): Promise<void> {
  const { finishKmsWork } = await import('../partners/encryption-keys.ts');
  const { openEncryptionKms } = await import('../partners/encryption-kms.ts');
  logWarning('Work on an encryption key was left unfinished', { keyId });
  await finishKmsWork({ table, kms: openEncryptionKms(aws) }, keyId);
}
