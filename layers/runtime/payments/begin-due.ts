/** Payments whose day has come: those that were scheduled, and the automatic ones. */
import type { BillRecord } from '@billhook/core/bill';
import {
  holdBackAutomatic,
  nextTask,
  postponeAutomatic,
  waitForResume,
} from '@billhook/core/bill-agenda';
import { dayOf, instantText, type Moment } from '@billhook/core/dates';
import { type Failure, fail, isFailure } from '@billhook/core/errors';
import { newOwnedId } from '@billhook/core/ids';
import { ownerOf } from '@billhook/core/owner';
import { isPaused, lookAfterPause, type PausesRecord } from '@billhook/core/partner/payment-pause';
import {
  cancelPayment,
  checkPayable,
  isHopeless,
  isTooLate,
  newPayment,
  type PaymentRecord,
} from '@billhook/core/payment';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import type { HeldBack } from '@billhook/core/payments/held-back';
import { logWarning } from '../aws/logger.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { lookAgain } from '../table/look-again.ts';
import { listAll } from '../table/paging.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { findPayingMethod, writeBeginning } from './begin.ts';
import { findCeiling, findHeldBack } from './ceilings.ts';
import { holdBack } from './hold-back.ts';

/** When a scheduled payment is tried again that cannot be made now. */
const AGAIN_MILLISECONDS = 60 * 60 * 1000;

/** A payment whose day has come begins; one that cannot be made now is tried again in an hour. */
export async function beginScheduled(
  deps: StoresAndWorkflows,
  planned: PaymentRecord,
  machineNow: number,
): Promise<void> {
  const result = await retryOrThrow('A scheduled payment could not be started', async () => {
    const payment = await deps.payments.findAny(planned._id);
    if (payment?.status !== 'scheduled') return undefined;
    const { partnerNow } = await momentOf(deps.table, payment, machineNow);
    // A look at it from the wrong clock, or at an index that lags.
    if ((payment.dueAt ?? '') > instantText(partnerNow)) return undefined;
    const rules = await deps.pauses.find();
    if (isPaused(rules, payment))
      return lookAgain(deps, 'pay', payment, lookAfterPause(partnerNow));
    const bill = await deps.bills.find(payment.billId, ownerOf(payment));
    if (!bill || bill.scheduled?.paymentId !== payment._id) return cancel(deps, payment);
    const { scheduled, ...open } = bill;
    const refusal = checkPayable(open, { userPresent: false });
    const method = refusal ?? (await findPayingMethod(deps, bill));
    const late = isTooLate(payment, dayOf(partnerNow));
    const again = partnerNow + AGAIN_MILLISECONDS;
    if (isFailure(method)) {
      if (late || isHopeless(method, bill)) return cancel(deps, payment);
      return lookAgain(deps, 'pay', payment, again);
    }
    const over = await findCeiling(deps, rules, bill, dayOf(partnerNow));
    if (over) return late ? cancel(deps, payment) : holdBack(deps, payment, over, again);
    const raised = { ...payment, version: payment.version + 1 };
    const standing = { bill, method, payment: raised, scheduled: payment };
    const begun = await writeBeginning(deps, standing, machineNow);
    return isFailure(begun) ? cancel(deps, payment) : begun;
  });
  if (result) await start(deps, result);
}

async function cancel(
  { table, bills, payments }: StoresAndWorkflows,
  payment: PaymentRecord,
): Promise<undefined | typeof conflict> {
  const bill = await bills.findAny(payment.billId);
  const planned = bill?.scheduled?.paymentId === payment._id;
  const open = bill && { ...bill, version: bill.version + 1, scheduled: undefined };
  const written = await table.write([
    payments.save(cancelPayment(payment), payment),
    ...(open && planned ? [bills.save(open, bill)] : []),
  ]);
  logWarning('A scheduled payment could not be made', { paymentId: payment._id });
  return written === 'written' ? undefined : conflict;
}

/**
 * The automatic payment of a bill begins, if it still is due: the bill is read again, and its version
 * is a condition, so that two sweeps begin one payment. What cannot be paid waits for the next day.
 */
export async function beginAutomatic(
  deps: StoresAndWorkflows,
  billId: string,
  machineNow: number,
): Promise<void> {
  const result = await retryOrThrow('An automatic payment could not be started', async () => {
    const bill = await deps.bills.findAny(billId);
    if (!bill) return undefined;
    const { partnerNow } = await momentOf(deps.table, bill, machineNow);
    const task = nextTask(bill);
    if (task?.kind !== 'pay' || task.at > instantText(partnerNow)) return undefined;
    const rules = await deps.pauses.find();
    const paused = isPaused(rules, bill);
    const begun = paused || (await tryAutomatic(deps, bill, rules, { partnerNow, machineNow }));
    if (begun !== true && !isFailure(begun) && typeof begun !== 'string') return begun;
    const today = dayOf(partnerNow);
    const postponed = () =>
      typeof begun === 'string'
        ? holdBackAutomatic(bill, today, begun)
        : postponeAutomatic(bill, today);
    const later = paused ? waitForResume(bill, partnerNow) : postponed();
    const written = await deps.table.write([deps.bills.save(later, bill)]);
    return written === 'written' ? undefined : conflict;
  });
  if (result) await start(deps, result);
}

async function tryAutomatic(
  deps: StoresAndWorkflows,
  bill: BillRecord,
  rules: PausesRecord | undefined,
  { partnerNow, machineNow }: Moment,
): Promise<PaymentRecord | typeof conflict | Failure | HeldBack> {
  const refusal = checkPayable(bill, { userPresent: false });
  if (refusal) return refusal;
  const method = await findPayingMethod(deps, bill);
  if (isFailure(method)) return method;
  if (await isHalted(deps, bill, method)) return fail('payment_method_declined');
  const held = await findHeldBack(deps, rules, bill, dayOf(partnerNow));
  if (held) return held;
  const paymentId = newOwnedId('pay', bill.clientId, deps.random);
  const asked = { paymentId, payOn: dayOf(partnerNow), partnerNow };
  const payment = newPayment(bill, { ...asked, automatic: true });
  return writeBeginning(deps, { bill, method, payment }, machineNow);
}

/**
 * While one of a client's methods is declined, nothing is paid automatically for the client, except
 * what another, verified method is assigned to (decision: declines-stop-automatic-payments).
 */
async function isHalted(
  { methods }: StoresAndWorkflows,
  bill: BillRecord,
  method: PaymentMethodRecord,
): Promise<boolean> {
  if (bill.methodId === method._id) return false;
  const all = await listAll((page) => methods.list(bill.clientId, page));
  return all.some(({ status }) => status !== 'verified');
}

async function start(
  { workflows }: StoresAndWorkflows,
  { _id: paymentId, billId, clientId }: PaymentRecord,
): Promise<void> {
  await workflows.startPayBill({ paymentId, billId, clientId });
}
