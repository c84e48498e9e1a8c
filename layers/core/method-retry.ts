/** Retrying a declined method: its declined bills are charged again, one at a time (C22). */
import type { BillRecord } from './bill.ts';
import { checkPayable } from './payment.ts';
import type { PaymentMethodRecord } from './payment-method.ts';

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
