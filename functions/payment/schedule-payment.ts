import { dayOf } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import { agreedNow } from '@billhook/core/payment/agreed-amount';
import { checkCustomAmount } from '@billhook/core/payment/amount';
import { payingMethod } from '@billhook/core/payment/next-payment';
import { asOrdered, checkPayable, payDayAsked, withShown } from '@billhook/core/payment/payable';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import {
  approve,
  newPayment,
  scheduleOn,
  withoutScheduled,
  withPromise,
} from '@billhook/core/payment/transitions';
import { checkDeclines } from '@billhook/runtime/callers/limit-client';
import { sessionOf } from '@billhook/runtime/callers/link-origin';
import { findOrdered, noteApproval } from '@billhook/runtime/payments/approvals';
import { findAccount, findWaiting, writeBeginning } from '@billhook/runtime/payments/begin';
import { checkOrder } from '@billhook/runtime/payments/ceilings';
import { findClientMethods } from '@billhook/runtime/payments/client-methods';
import { startPayment } from '@billhook/runtime/payments/start';
import { serve } from '@billhook/runtime/serve/serve';
import type { Stores } from '@billhook/runtime/stores/open-stores';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import { momentOf } from '@billhook/runtime/table/partner-time';
import { attemptWrite, conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { schedulePayment } from './contract.ts';

export const handler = serve(schedulePayment, openStoresAndWorkflows, async (request, deps) => {
  const { caller, body, machineNow, idBytes, again } = request;
  const result = await retryConflict(async () => {
    const bill = await deps.bills.find(body.billId, caller);
    if (!bill) return fail('bill_not_found');
    const paymentId = derivedOwnedId('pay', bill.clientId, idBytes('pay'));
    const asBefore = { clientId: bill.clientId, requestId: paymentId };
    const before = again && (await findOrdered(deps, asBefore));
    if (before) return before;
    const limited = await checkDeclines(deps.table, caller, machineNow);
    if (limited) return limited;
    const { partnerNow } = await momentOf(deps.table, bill, machineNow);
    const today = dayOf(partnerNow);
    const payOn = payDayAsked(body, today);
    if (isFailure(payOn)) return payOn;
    const { maxAmount: maxCents, amount, afterPayment } = body;
    const approves = maxCents !== undefined || afterPayment !== undefined;
    const waiting = approves ? await findWaiting(deps, bill) : undefined;
    if (waiting === conflict) return conflict;
    const account = await findAccount(deps, bill, partnerNow, { isLater: payOn !== today });
    const { open, ownMethodId } = orderedWith(account.bill, body.paymentMethodId, waiting);
    const refusal = checkOrdered(open, amount);
    const method = refusal ?? (await findMethod(deps, open, body.paymentMethodId));
    if (isFailure(method)) return method;
    const by = { orderedBy: caller.kind, ...sessionOf(caller) };
    const chosenCents = amount ?? waiting?.agreed?.chosenCents;
    const seen = { ...open, unposted: bill.unposted };
    const agreed = agreedNow(seen, { maxCents, chosenCents, afterPayment, partnerNow });
    const asked = { paymentId, payOn, partnerNow, agreed, method, ...by };
    const made = waiting ? approve(waiting, agreed, payOn, by) : newPayment(bill, asked);
    const payment = withPromise(made, open, method);
    const day = payOn === today ? today : undefined;
    const held = await checkOrder(deps, bill, { amountCents: payment.agreed?.cents, method, day });
    if (held) return held;
    const also = waiting ? [noteApproval(paymentId, payment, machineNow)] : [];
    const standing = { bill, method, ownMethodId, payment, scheduled: waiting, account };
    const order = { ...standing, by: caller, also };
    return payOn === today ? writeBeginning(deps, order, machineNow) : writeForLater(deps, order);
  });
  if (isFailure(result)) return result;
  if (result.status === 'pending') await startPayment(deps, result);
  return { success: true as const };
});

async function writeForLater(
  { table, bills, payments, methods }: Stores,
  order: Parameters<typeof writeBeginning>[1],
) {
  const { bill, method, ownMethodId, payment, scheduled, by, also = [] } = order;
  if (bill.pendingPaymentId !== undefined)
    throw new Error('A bill that is being paid was found payable');
  return attemptWrite(table, payment, [
    bills.save(scheduleOn(bill, payment, ownMethodId), bill, by),
    payments.save(payment, scheduled),
    // One version more: whoever deletes the method at this moment learns of the payment.
    methods.save(method, method),
    ...also,
  ]);
}

/** The bill as the order sees it; an approval keeps the method that was chosen for the payment. */
function orderedWith(
  bill: BillRecord,
  askedId: string | undefined,
  waiting: PaymentRecord | undefined,
) {
  const ownMethodId = askedId ?? (waiting && bill.scheduled?.methodId);
  const free = waiting ? withoutScheduled(bill) : bill;
  return { open: withShown(asOrdered(free, ownMethodId)), ownMethodId };
}

/** The method that was asked for, if it is one of the client's; else the one that pays the bill. */
async function findMethod(deps: Stores, bill: BillRecord, askedId: string | undefined) {
  const client = await findClientMethods(deps, bill.clientId);
  const isTheirs = client.methods.some(({ _id }) => _id === askedId);
  return askedId && !isTheirs ? fail('payment_method_not_found') : payingMethod(bill, client);
}

/** Whether the bill can be paid, and by the amount that was asked for. */
function checkOrdered(bill: BillRecord, amount: number | undefined) {
  const refusal = checkPayable(bill, { userPresent: false });
  return refusal ?? (amount === undefined ? undefined : checkCustomAmount(bill, amount));
}
