/** What the sweep does with each kind of record that is due. Every one is safe to do twice. */
import { recordOutcome } from '@billhook/core/auth';
import { instantText } from '@billhook/core/dates';
import { isFailure } from '@billhook/core/errors';
import { ownedKey } from '@billhook/core/keys';
import { ownerOf } from '@billhook/core/owner';
import {
  cancelPayment,
  checkPayable,
  isHopeless,
  type PaymentRecord,
} from '@billhook/core/payment';
import { hasCardCode, MAX_DECLINES, withoutCardCode } from '@billhook/core/payment-method';
import { findPayingMethod, writeBeginning } from './begin-payment.ts';
import { logWarning } from './logger.ts';
import { saveUntilDone } from './record-link.ts';
import { removeMethod } from './remove-method.ts';
import { conflict, retryConflict } from './retry-conflict.ts';
import { beginRetry } from './retry-method.ts';
import { startLinkedPayment } from './start-linked-payment.ts';
import type { SubmitDeps } from './submit-payment.ts';
import { startLinkAccount, startPayBill } from './workflows.ts';

const MINUTE_MILLISECONDS = 60 * 1000;
/** When a workflow that runs is looked at again. */
const RUNNING_MILLISECONDS = 10 * MINUTE_MILLISECONDS;
/** When a payment is tried again that cannot be made now, or was not settled by its workflow. */
const AGAIN_MILLISECONDS = 60 * MINUTE_MILLISECONDS;

export async function takeUpLink(deps: SubmitDeps, authId: string, now: number): Promise<void> {
  const auth = await deps.auths.findAny(authId);
  if (!auth?.link || auth.deletedAt) return;
  const { linkId } = auth.link;
  const started = await startLinkAccount({ linkId, authId, clientId: auth.clientId });
  if (started === 'started') await lookAgain(deps, 'auth', auth, now + RUNNING_MILLISECONDS);
  if (started !== 'ended') return;
  if (auth.lastLinkId === linkId) {
    // Its bills are recorded; what it was to pay is not begun, or not known to be.
    await startLinkedPayment(deps, auth, linkId, now);
    return;
  }
  // Its workflow is over and recorded nothing: nobody would ever hear of this link again.
  logWarning('A link ended without an outcome', { linkId, authId });
  const outcome = { kind: 'hold', code: 'system_issue_with_bill', subcode: 'job-timeout' } as const;
  await saveUntilDone(deps, { authId, linkId }, (standing) => recordOutcome(standing, outcome, ''));
}

export async function takeUpPayment(
  deps: SubmitDeps,
  paymentId: string,
  now: number,
): Promise<void> {
  const payment = await deps.payments.findAny(paymentId);
  if (payment?.status === 'scheduled') await beginScheduled(deps, payment, now);
  if (payment?.status !== 'pending') return;
  const { billId, clientId, rounds = 0 } = payment;
  const input = { paymentId, billId, clientId };
  const started = await startPayBill(input, executionName(paymentId, rounds));
  if (started === 'started') await lookAgain(deps, 'pay', payment, now + RUNNING_MILLISECONDS);
  if (started !== 'ended') return;
  // Its execution is over and settled nothing: another one asks the company, and settles.
  logWarning('A payment is asked about again', { paymentId });
  const dueAt = instantText(now + AGAIN_MILLISECONDS);
  const next = { ...payment, version: payment.version + 1, rounds: rounds + 1, dueAt };
  const written = await deps.table.write([deps.payments.save(next)]);
  if (written === 'written') await startPayBill(input, executionName(paymentId, rounds + 1));
}

/** The payment's id, and a number only where an execution ended without an outcome. */
function executionName(paymentId: string, rounds: number): string {
  return rounds === 0 ? paymentId : `${paymentId}_${rounds}`;
}

/** A payment whose day has come begins; one that cannot be made now is tried again in an hour. */
async function beginScheduled(
  deps: SubmitDeps,
  planned: PaymentRecord,
  now: number,
): Promise<void> {
  const result = await retryConflict(async () => {
    const payment = await deps.payments.findAny(planned._id);
    if (payment?.status !== 'scheduled') return undefined;
    const bill = await deps.bills.find(payment.billId, ownerOf(payment));
    if (!bill || bill.scheduled?.paymentId !== payment._id) return cancel(deps, payment);
    const { scheduled, ...open } = bill;
    const again = () => lookAgain(deps, 'pay', payment, now + AGAIN_MILLISECONDS);
    const refusal = checkPayable(open, { userPresent: false });
    const method = refusal ?? (await findPayingMethod(deps, bill));
    if (isFailure(method)) {
      return isHopeless(method, bill) ? cancel(deps, payment) : again();
    }
    const raised = { ...payment, version: payment.version + 1 };
    const begun = await writeBeginning(deps, { bill: open, method, payment: raised }, now);
    return isFailure(begun) ? cancel(deps, payment) : begun;
  });
  if (isFailure(result)) throw new Error('A scheduled payment could not begin');
  if (result) {
    const { _id: paymentId, billId, clientId } = result;
    await startPayBill({ paymentId, billId, clientId });
  }
}

async function cancel(
  { table, bills, payments }: SubmitDeps,
  payment: PaymentRecord,
): Promise<undefined | typeof conflict> {
  const bill = await bills.findAny(payment.billId);
  const planned = bill?.scheduled?.paymentId === payment._id;
  const open = bill && { ...bill, version: bill.version + 1, scheduled: undefined };
  const written = await table.write([
    payments.save(cancelPayment(payment)),
    ...(open && planned ? [bills.save(open)] : []),
  ]);
  logWarning('A scheduled payment could not be made', { paymentId: payment._id });
  return written === 'written' ? undefined : conflict;
}

/** Goes on with a method that was retried and paid, or removes one whose third decline had to wait. */
export async function takeUpRetry(deps: SubmitDeps, methodId: string, now: number): Promise<void> {
  const result = await retryConflict(async () => {
    const method = await deps.methods.findAny(methodId);
    if (method?.dueKind !== 'retry') return undefined;
    const spent = method.status === 'declined' && method.declines >= MAX_DECLINES;
    if (spent && method.inFlight.length === 0) {
      const removed = await deps.table.write(await removeMethod(deps, method));
      return removed === 'written' ? undefined : conflict;
    }
    const begun = method.status === 'verified' ? await beginRetry(deps, method, now) : 'none';
    if (begun !== 'none' && begun !== 'not-now') return begun;
    const { dueShard, dueAt, dueKind, ...rest } = method;
    const idle = { ...rest, version: method.version + 1 };
    const written = await deps.table.write([deps.methods.save(idle)]);
    return written === 'written' ? undefined : conflict;
  });
  if (isFailure(result)) throw new Error('A retry could not go on');
  if (result) {
    const { _id: paymentId, billId, clientId } = result;
    await startPayBill({ paymentId, billId, clientId });
  }
}

/** A card code that was never needed is dropped 24 hours after it was given. */
export async function dropCardCode(
  { table, methods }: SubmitDeps,
  methodId: string,
): Promise<void> {
  const result = await retryConflict(async () => {
    const method = await methods.findAny(methodId);
    if (!method || !hasCardCode(method)) return undefined;
    const written = await table.write([methods.save(withoutCardCode(method))]);
    return written === 'written' ? undefined : conflict;
  });
  if (isFailure(result)) throw new Error('A card code could not be dropped');
}

/** A key that was begun or deleted and left behind. Rare, so that its code is loaded when needed. */
export async function finishEncryptionKey({ table }: SubmitDeps, keyId: string): Promise<void> {
  const { finishKmsWork } = await import('./encryption-keys.ts');
  logWarning('Work on an encryption key was left behind', { keyId });
  await finishKmsWork(table, keyId);
}

/** Moves when a record is due, as long as nobody else has. Its version stays: nothing else changes. */
async function lookAgain(
  { table }: SubmitDeps,
  kind: 'auth' | 'pay',
  record: { readonly _id: string; readonly dueAt?: string },
  at: number,
): Promise<undefined> {
  const key = ownedKey(kind, record._id);
  if (!key || record.dueAt === undefined) return undefined;
  const when = { equals: { dueAt: record.dueAt } };
  await table.write([{ update: key, set: { dueAt: instantText(at) }, when }]);
  return undefined;
}
