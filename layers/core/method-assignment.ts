/** Assigning a payment method to a bill: the bill and both methods change together. */
import type { BillRecord } from './bill.ts';
import { type Failure, fail } from './errors.ts';
import { type PaymentMethodRecord, withBill, withoutBill } from './payment-method.ts';
import type { BillCompany } from './schemas/bill.ts';

type AssignFailure = 'payment_pending' | 'payment_method_not_accepted' | 'payment_method_declined';

export type Assignment = {
  readonly bill: BillRecord;
  readonly method: PaymentMethodRecord;
  readonly previous?: PaymentMethodRecord;
};

/** Whether a company takes this type of method. */
export function acceptsMethod(
  company: Pick<BillCompany, 'requiredPayment'>,
  method: Pick<PaymentMethodRecord, 'type'>,
): boolean {
  return company.requiredPayment === undefined || company.requiredPayment === method.type;
}

/** Another method than the declined one clears the decline: payments of the bill resume (C21). */
export function assignMethod(
  bill: BillRecord,
  method: PaymentMethodRecord,
  previous: PaymentMethodRecord | undefined,
): Assignment | Failure<AssignFailure> {
  if (bill.pendingPaymentId) return fail('payment_pending');
  if (!acceptsMethod(bill.company, method)) return fail('payment_method_not_accepted');
  if (method.status === 'declined') return fail('payment_method_declined');
  const { declinedMethodId, ...rest } = bill;
  const resumed = declinedMethodId !== undefined && declinedMethodId !== method._id;
  return {
    bill: {
      ...rest,
      version: bill.version + 1,
      methodId: method._id,
      ...(!resumed && declinedMethodId !== undefined && { declinedMethodId }),
    },
    method: withBill(method, bill._id),
    ...(previous && { previous: withoutBill(previous, bill._id) }),
  };
}
