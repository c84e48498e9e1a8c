/**
 * Retrying a declined method: its declined bills are charged again, one at a time
 * (decision: declines-stop-automatic-payments).
 */
import type { BillRecord } from '../bill/bill.ts';
import { MAX_DECLINES, type PaymentMethodRecord } from '../method/payment-method.ts';
import { checkPayable } from './payment.ts';

/**
 * The bills of a client that the method's decline left unpaid and that can be paid now, in the order
 * in which they are charged. `none` when nothing is left unpaid; `not-now` when nothing of it can be
 * paid now.
 */
export function planRetry(
  method: Pick<PaymentMethodRecord, '_id'>,
  bills: readonly BillRecord[],
): readonly BillRecord[] | 'none' | 'not-now' {
  const declined = bills.filter((bill) => bill.declinedMethodId === method._id);
  if (declined.length === 0) return 'none';
  const payable = declined.filter((bill) => !checkPayable(bill, { userPresent: false }));
  return payable.length > 0 ? payable : 'not-now';
}

/**
 * What is left to do with a method that is due for its retry: one that paid goes on with the next
 * bill; one whose third decline had to wait for other payments with it is removed.
 */
export function nextOfRetry({
  status,
  declines,
  inFlight,
}: Pick<PaymentMethodRecord, 'status' | 'declines' | 'inFlight'>): 'charge' | 'remove' | 'none' {
  if (status === 'verified') return 'charge';
  const spent = status === 'declined' && declines >= MAX_DECLINES;
  return spent && inFlight.length === 0 ? 'remove' : 'none';
}
