/** Payments whose day has come: those that were scheduled, and the automatic ones. */
import { isDeepStrictEqual } from 'node:util';
import { dayOf, instantText, type Moment } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import { ownerOf } from '@billhook/core/base/owner';
import { nextTask, postponeAutomatic, withholdAutomatic } from '@billhook/core/bill/agenda';
import { type BillRecord, type IdleBill, owedOf } from '@billhook/core/bill/bill';
import { skipStatement } from '@billhook/core/bill/statements';
import { isPaused, lookAfterPause } from '@billhook/core/partner/payment-pause';
import { goOnWaiting, isWaiting } from '@billhook/core/payment/agreed-amount';
import { automaticAmount, owedUnproven } from '@billhook/core/payment/bound';
import { decide, type Facts } from '@billhook/core/payment/decide';
import { methodFor } from '@billhook/core/payment/next-payment';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import { isTooLate } from '@billhook/core/payment/payable';
import type { PaymentRecord, PlannedPayment } from '@billhook/core/payment/payment';
import { heldToPromise } from '@billhook/core/payment/promised';
import {
  cancelPayment,
  newPayment,
  newWaiting,
  scheduleOn,
  waitScheduled,
  withoutScheduled,
} from '@billhook/core/payment/transitions';
import type { Waiting } from '@billhook/core/payment/waiting';
import { logWarning } from '../aws/logger.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { lookAgain } from '../table/look-again.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { findAccount, type StandingAccount, writeBeginning } from './begin.ts';
import { findCeiling } from './ceilings.ts';
import { findClientMethods } from './client-methods.ts';
import { holdBackAutomatic } from './hold-back.ts';
import { startPayment } from './start.ts';
import { withholdScheduled } from './withhold.ts';

/** When a scheduled payment is tried again that cannot be made now. */
const AGAIN_MILLISECONDS = 60 * 60 * 1000;

/** A payment whose day has come begins; one that cannot be made now is tried again in an hour. */
export async function beginScheduled(
  deps: StoresAndWorkflows,
  planned: Pick<PaymentRecord, '_id'>,
  machineNow: number,
): Promise<void> {
  const result = await retryOrThrow('A scheduled payment could not be started', async () => {
    const payment = await deps.payments.findAny(planned._id);
    if (payment?.status !== 'scheduled') return undefined;
    const { partnerNow } = await momentOf(deps.table, payment, machineNow);
    // A look at it from the wrong clock, or at an index that lags.
    if ((payment.dueAt ?? '') > instantText(partnerNow)) return undefined;
    const rules = await deps.pauses.find();
    if (isPaused(rules, payment)) return waitForPause(deps, payment, partnerNow);
    const bill = await deps.bills.find(payment.billId, ownerOf(payment));
    if (!bill?.scheduled || bill.scheduled.paymentId !== payment._id) return cancel(deps, payment);
    if (payment.automatic) return waitUnasked(deps, payment, bill, partnerNow);
    const facts = { payment, bill, partnerNow };
    const { decision, method, account } = await decideDue(deps, facts, rules);
    const again = partnerNow + AGAIN_MILLISECONDS;
    if (decision.kind === 'wait') return wait(deps, payment, bill, decision.waiting, partnerNow);
    if (decision.kind === 'look') {
      const over = typeof decision.why === 'object' && 'over' in decision.why && decision.why.over;
      return over
        ? withholdScheduled(deps, { payment, bill }, over, again)
        : lookAgain(deps, 'pay', payment, again);
    }
    if (decision.kind !== 'submit' || !method || isFailure(method)) return cancel(deps, payment);
    const { methodId: ownMethodId } = bill.scheduled;
    const standing = { bill, method, ownMethodId, payment, scheduled: payment, account };
    const begun = await writeBeginning(deps, standing, machineNow);
    if (!isFailure(begun)) return begun;
    return begun.failure === 'payment_pending'
      ? waitLonger(deps, payment, bill, partnerNow)
      : cancel(deps, payment);
  });
  if (result) await startPayment(deps, result);
}

/** What is decided about a payment whose day has come: it reads no more than it is asked for. */
async function decideDue(
  deps: StoresAndWorkflows,
  facts: Facts & { readonly payment: { readonly _id?: string } },
  rules: Awaited<ReturnType<Stores['pauses']['find']>>,
  known?: StandingAccount,
) {
  const first = decide(facts);
  if (first.kind !== 'ask') return { decision: first };
  const { bill, payment, partnerNow } = facts;
  const client = await findClientMethods(deps, bill.clientId);
  const method = methodFor(bill, client);
  const account = known ?? (await findAccount(deps, bill, partnerNow, { own: payment._id }));
  const read = { ...facts, bill: account.bill, method };
  const decision = decide(read);
  if (decision.kind !== 'ask' || decision.about !== 'limits' || isFailure(method))
    return { decision, method, account };
  const { amountCents } = decision;
  const owed = payment.automatic ? owedUnproven(account.bill) : owedOf(bill);
  const asked = { amountCents, owed, method, day: dayOf(partnerNow) };
  const limit = await findCeiling(deps, rules, bill, asked);
  return { decision: decide({ ...read, limit: limit ?? 'none' }), method, account };
}

/** What waits for its user, or is over a limit, would not be made either: that is told already. */
async function waitForPause(deps: StoresAndWorkflows, payment: PlannedPayment, partnerNow: number) {
  const isKnown = payment.delayed || payment.waiting || payment.withheld;
  const bill = isKnown ? undefined : await deps.bills.findAny(payment.billId);
  return bill
    ? waitLonger(deps, payment, bill, partnerNow)
    : lookAgain(deps, 'pay', payment, lookAfterPause(partnerNow));
}

/** A pause, or another payment of the account, keeps it waiting. On the due date that is told. */
async function waitLonger(
  deps: StoresAndWorkflows,
  payment: PlannedPayment,
  { reported: { dueOn } }: BillRecord,
  partnerNow: number,
) {
  const at = partnerNow + AGAIN_MILLISECONDS;
  const isDue = dueOn !== undefined && dueOn <= dayOf(partnerNow);
  if (payment.delayed || !isDue) return lookAgain(deps, 'pay', payment, at);
  const delayed = { ...payment, delayed: true as const, dueAt: instantText(at) };
  return attemptWrite(deps.table, undefined, [deps.payments.save(delayed, payment)]);
}

/** A waiting automatic payment makes room for another, or leaves its statement to its user. */
async function waitUnasked(
  deps: StoresAndWorkflows,
  payment: PlannedPayment,
  bill: IdleBill,
  partnerNow: number,
) {
  if (isTooLate(payment, bill.reported, dayOf(partnerNow)))
    return cancel(deps, payment, skipStatement(bill, dayOf(partnerNow)));
  const { bill: open } = await findAccount(deps, withoutScheduled(bill), partnerNow);
  const payOn = automaticPayDay(open);
  const amount = automaticAmount(open);
  // What its company's fee would be is known of the method that it began with.
  const paidTo = { company: bill.company, method: payment.told?.method };
  const waiting = isWaiting(amount) ? amount : heldToPromise(amount, payment, paidTo);
  const isDue = payOn !== undefined && payOn <= dayOf(partnerNow);
  if (!isDue || !isWaiting(waiting)) return cancel(deps, payment);
  return wait(deps, payment, bill, waiting, partnerNow);
}

/** It is told once that it waits, and looked at again in an hour. */
async function wait(
  deps: StoresAndWorkflows,
  payment: PlannedPayment,
  bill: IdleBill,
  waiting: Waiting,
  partnerNow: number,
) {
  const at = partnerNow + AGAIN_MILLISECONDS;
  const now = goOnWaiting(payment.waiting, waiting, { ...bill, today: dayOf(partnerNow) });
  if (isDeepStrictEqual(payment.waiting, now)) return lookAgain(deps, 'pay', payment, at);
  const waits = waitScheduled(payment, now, instantText(at));
  return attemptWrite(deps.table, undefined, [
    deps.payments.save(waits, payment),
    deps.bills.save(scheduleOn(bill, waits), bill),
  ]);
}

async function cancel(
  { table, bills, payments }: StoresAndWorkflows,
  payment: PlannedPayment,
  left: Pick<BillRecord, 'skips' | 'skippedDueOn'> = {},
) {
  const bill = await bills.findAny(payment.billId);
  const planned = bill?.scheduled?.paymentId === payment._id;
  const open = bill && { ...bill, scheduled: undefined, ...left };
  logWarning('A scheduled payment could not be made', { paymentId: payment._id });
  return attemptWrite(table, undefined, [
    payments.save(cancelPayment(payment), payment),
    ...(open && planned ? [bills.save(open, bill)] : []),
  ]);
}

/** The automatic payment begins if it still is due: the bill's version lets one of two sweeps do it. */
export async function beginAutomatic(
  deps: StoresAndWorkflows,
  billId: string,
  machineNow: number,
): Promise<void> {
  const result = await retryOrThrow('An automatic payment could not be started', async () => {
    const bill = await deps.bills.findAny(billId);
    if (!bill || bill.pendingPaymentId !== undefined) return undefined;
    const { partnerNow } = await momentOf(deps.table, bill, machineNow);
    const task = nextTask(bill);
    if (task?.kind !== 'pay' || task.at > instantText(partnerNow)) return undefined;
    const begun = await tryAutomatic(deps, bill, { partnerNow, machineNow });
    if (begun === conflict || 'payment' in begun) return begun === conflict ? begun : begun.payment;
    const { later, waits } = begun;
    return attemptWrite(deps.table, undefined, [
      deps.bills.save(later, bill),
      ...(waits ? [deps.payments.save(waits, undefined)] : []),
    ]);
  });
  if (result) await startPayment(deps, result);
}

/** The payment that begins, or the bill that is looked at `later`, with the payment that `waits`. */
type Tried =
  | { readonly payment: PaymentRecord }
  | { readonly later: BillRecord; readonly waits?: PaymentRecord };

async function tryAutomatic(
  deps: StoresAndWorkflows,
  bill: IdleBill,
  { partnerNow, machineNow }: Moment,
): Promise<Tried | typeof conflict> {
  const rules = await deps.pauses.find();
  if (isPaused(rules, bill)) return { later: await holdBackAutomatic(deps, bill, partnerNow) };
  const account = await findAccount(deps, bill, partnerNow);
  const today = dayOf(partnerNow);
  const plan = { automatic: true as const, payOn: today };
  const isAccountBusy = account.ledger?.pendingPaymentId !== undefined;
  const facts = { payment: plan, bill: account.bill, partnerNow, isAccountBusy };
  const { decision, method } = await decideDue(deps, facts, rules, account);
  if (decision.kind === 'look' && decision.why === 'account-busy')
    return { later: await holdBackAutomatic(deps, account.bill, partnerNow) };
  // What another link has paid may not be shown yet: the day of this payment moves.
  const task = nextTask(account.bill);
  const moved = task?.kind !== 'pay' || task.at > instantText(partnerNow);
  if (moved) return { later: account.bill };
  const postponed = { later: postponeAutomatic(account.bill, today) };
  const paymentId = newOwnedId('pay', bill.clientId, deps.random);
  const asked = { paymentId, payOn: today, partnerNow };
  if (decision.kind === 'wait') {
    const at = instantText(partnerNow + AGAIN_MILLISECONDS);
    const waits = newWaiting(bill, asked, decision.waiting, at);
    return { later: scheduleOn(account.bill, waits), waits };
  }
  if (decision.kind === 'look' && typeof decision.why === 'object' && 'over' in decision.why)
    return { later: withholdAutomatic(account.bill, today, decision.why.over) };
  if (decision.kind !== 'submit' || !method || isFailure(method)) return postponed;
  const payment = newPayment(bill, { ...asked, automatic: true });
  const begun = await writeBeginning(deps, { bill, method, payment, account }, machineNow);
  if (begun === conflict) return conflict;
  return isFailure(begun) ? postponed : { payment: begun };
}
