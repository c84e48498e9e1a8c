/** Retrying a declined method, bill by bill (decision: declines-stop-automatic-payments). */
import type { BillRecord } from '../bill/bill.ts';
import { MAX_DECLINES, type PaymentMethodRecord } from '../method/payment-method.ts';
import { checkPayable } from './payable.ts';

/** Which bills its decline left unpaid, in the order of charging; `not-now` where none can be paid now. */
export function planRetry(
  method: Pick<PaymentMethodRecord, '_id'>,
  bills: readonly BillRecord[],
): readonly BillRecord[] | 'none' | 'not-now' {
  const declined = bills.filter((bill) => bill.declinedMethodId === method._id);
  if (declined.length === 0) return 'none';
  const payable = declined.filter((bill) => !checkPayable(bill, { userPresent: false }));
  return payable.length > 0 ? payable : 'not-now';
}

/** One that paid goes on with the next bill; one that is spent had to wait for its other payments. */
export function nextOfRetry({
  status,
  declines,
  inFlight,
}: Pick<PaymentMethodRecord, 'status' | 'declines' | 'inFlight'>): 'charge' | 'remove' | 'none' {
  if (status === 'verified') return 'charge';
  const spent = status === 'declined' && declines >= MAX_DECLINES;
  return spent && inFlight.length === 0 ? 'remove' : 'none';
}
