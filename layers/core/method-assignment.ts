/** Assigning a payment method to a bill: the bill and both methods change together. */
import type { BillRecord } from './bill.ts';
import { type Failure, fail } from './errors.ts';
import {
  MAX_ASSIGNED_BILLS,
  type PaymentMethodRecord,
  withBill,
  withoutBill,
} from './payment-method.ts';

type AssignFailure =
  | 'payment_pending'
  | 'payment_method_not_accepted'
  | 'payment_method_declined'
  | 'link_limit_reached';

export type Assignment = {
  readonly bill: BillRecord;
  readonly method: PaymentMethodRecord;
  readonly previous?: PaymentMethodRecord;
};

/** Another method, or a declined one that was verified since, ends the decline (C21). */
export function assignMethod(
  bill: BillRecord,
  method: PaymentMethodRecord,
  previous: PaymentMethodRecord | undefined,
): Assignment | Failure<AssignFailure> {
  if (bill.pendingPaymentId) return fail('payment_pending');
  if (!bill.acceptedMethods.includes(method.type)) return fail('payment_method_not_accepted');
  if (method.status !== 'verified') return fail('payment_method_declined');
  const full = method.assignedBills.length >= MAX_ASSIGNED_BILLS;
  if (full && !method.assignedBills.includes(bill._id)) return fail('link_limit_reached');
  const { declinedMethodId: _ended, waitsUntil: _tried, ...rest } = bill;
  return {
    bill: { ...rest, version: bill.version + 1, methodId: method._id },
    method: withBill(method, bill._id),
    ...(previous && { previous: withoutBill(previous, bill._id) }),
  };
}
