/** Beginning the payment that a link was asked to make once its login succeeded. */
import { createHash } from 'node:crypto';
import { type AuthRecord, type Link, withoutLink } from '@billhook/core/auth/auth';
import { dayOf } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { ownerOf } from '@billhook/core/base/owner';
import { type BillRecord, owedOf } from '@billhook/core/bill/bill';
import { amountToPay, checkCustomAmount, choosing } from '@billhook/core/payment/amount';
import { payingMethod } from '@billhook/core/payment/next-payment';
import { checkMethod, checkPayable, withShown } from '@billhook/core/payment/payable';
import { newPayment } from '@billhook/core/payment/transitions';
import { writeBeginning } from '../payments/begin.ts';
import { checkCeilings } from '../payments/ceilings.ts';
import { findClientMethods } from '../payments/client-methods.ts';
import { startPayment } from '../payments/start.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { momentOf } from '../table/partner-time.ts';
import { retryConflict } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import { changeLink } from './record.ts';

/** Safe to repeat: a link makes one payment, whose id follows from its own. */
export async function startLinkedPayment(
  deps: StoresAndWorkflows,
  auth: AuthRecord,
  linkId: string,
  machineNow: number,
): Promise<'started' | 'refused'> {
  const payment = await retryConflict(() => begin(deps, auth, linkId, machineNow));
  // Others were faster too often, which refuses nothing: what was asked for is begun by the next run.
  if (isFailure(payment) && payment.failure === 'request_conflict')
    throw new Error('The payment of a link could not be started');
  if (payment !== 'under-way' && !isFailure(payment)) await startPayment(deps, payment);
  // The link ends last: a crash before this begins again, and finds the payment.
  await changeLink(deps, { authId: auth._id, linkId }, withoutLink);
  return payment === 'under-way' || !isFailure(payment) ? 'started' : 'refused';
}

async function begin(
  deps: StoresAndWorkflows,
  auth: AuthRecord,
  linkId: string,
  machineNow: number,
) {
  const digest = createHash('sha256').update(linkId).digest();
  const paymentId = derivedOwnedId('pay', auth.clientId, digest);
  // It may have been paid by now, and its bill owe the rest of what its user chose to pay a part of.
  if (await deps.payments.findAny(paymentId)) return 'under-way' as const;
  const [only, ...others] = auth.billIds;
  const billId = auth.link?.billId ?? (others.length === 0 ? only : undefined);
  const bill = billId === undefined ? undefined : await deps.bills.find(billId, ownerOf(auth));
  if (bill?.auth._id !== auth._id) return fail('bill_not_found');
  const refusal = checkPayable(withShown(bill), { userPresent: true });
  if (refusal) return bill.pendingPaymentId ? ('under-way' as const) : refusal;
  const { sessionId, byApiKey, maxCents, chosenCents, afterPayment } = auth.link ?? {};
  const ordered = orderedOf(bill, { maxCents, chosenCents });
  if (isFailure(ordered)) return ordered;
  const method = await methodFor(deps, auth, bill);
  if (isFailure(method)) return method;
  // What else is paid today is looked at when it is submitted: until then it waits.
  const over = await checkCeilings(deps, await deps.pauses.find(), ordered, { method });
  if (over) return over;
  const { partnerNow } = await momentOf(deps.table, bill, machineNow);
  const { paymentIdentifier, live } = auth.link ?? {};
  const payment = newPayment(bill, {
    ...{ paymentId, payOn: dayOf(partnerNow), partnerNow, maxCents, chosenCents, afterPayment },
    ...{ paymentIdentifier, sessionId, byApiKey, live },
    orderedBy: byApiKey ? 'partner' : 'client',
  });
  const telling = { ...deps, table: tellingFrom(deps.table, { sessionId }) };
  return writeBeginning(telling, { bill, method, payment }, machineNow);
}

/**
 * The bill with what its user chose to pay of it. The login has just read what is owed: where that is more
 * than its user was shown, or the company takes the amount no more, they are asked again.
 */
function orderedOf(
  bill: BillRecord,
  { maxCents, chosenCents }: Pick<Link, 'maxCents' | 'chosenCents'>,
) {
  const refused =
    chosenCents === undefined ? undefined : checkCustomAmount(withShown(bill), chosenCents);
  if (refused) return refused;
  const ordered = choosing(bill, chosenCents);
  const isMore = maxCents !== undefined && amountToPay(ordered, owedOf(bill)) > maxCents;
  return isMore ? fail('amount_limit') : ordered;
}

/** The method that the link names pays; else the one that would pay anyway. */
async function methodFor(deps: StoresAndWorkflows, auth: AuthRecord, bill: BillRecord) {
  const methodId = auth.link?.paymentMethodId;
  if (methodId === undefined) {
    return payingMethod(bill, await findClientMethods(deps, bill.clientId));
  }
  const method = await deps.methods.find(methodId, ownerOf(auth));
  const refusal = checkMethod(method, bill);
  return refusal ?? method ?? fail('payment_method_required');
}
