/** Assigning a payment method to a bill: the bill and both methods change together. */

import { type Failure, fail } from '../base/errors.ts';
import { without } from '../base/members.ts';
import { type BillRecord, type IdleBill, withoutDecline } from '../bill/bill.ts';
import { decided } from '../bill/earlier-settings.ts';
import {
  MAX_ASSIGNED_BILLS,
  type PaymentMethodRecord,
  withBill,
  withoutBill,
} from '../method/payment-method.ts';
import { paymentMethodStates } from '../states/payment-method-states.ts';
import { paymentStates } from '../states/payment-states.ts';
import { type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';

type AssignFailure =
  | RefusalOf<typeof paymentStates, 'assign'>
  | RefusalOf<typeof paymentMethodStates, 'assign'>
  | 'payment_method_not_accepted'
  | 'link_limit_reached';

export type Assignment = {
  readonly bill: IdleBill;
  readonly method: PaymentMethodRecord;
  readonly previous?: PaymentMethodRecord;
};

/** Another method, or its own once verified, ends the decline, and pays a subscription. */
export function assignMethod(
  bill: BillRecord,
  method: PaymentMethodRecord,
  previous: PaymentMethodRecord | undefined,
): Assignment | Failure<AssignFailure> {
  if (bill.pendingPaymentId !== undefined) return refuse(paymentStates, 'pending', 'assign');
  if (!bill.acceptedMethods.includes(method.type)) return fail('payment_method_not_accepted');
  const refusal = refusalOf(paymentMethodStates, method.status, 'assign');
  if (refusal) return refusal;
  const full = method.assignedBills.length >= MAX_ASSIGNED_BILLS;
  if (full && !method.assignedBills.includes(bill._id)) return fail('link_limit_reached');
  return {
    bill: {
      ...{ ...bill, ...withoutDecline, ...decided(bill, 'methodId') },
      ...{ waitsUntil: undefined, methodId: method._id, notAgreed: undefined },
      // What was chosen for a payment alone pays it no more.
      ...(bill.scheduled && { scheduled: without(bill.scheduled, ['methodId']) }),
    },
    method: withBill(method, bill._id),
    ...(previous && { previous: withoutBill(previous, bill._id) }),
  };
}

/** A bill whose method its user has deleted goes back to the client's default. */
export function withoutMethod(bill: BillRecord, goneId: string): BillRecord {
  const { methodId, declinedMethodId } = bill;
  return {
    ...bill,
    ...(methodId === goneId && { methodId: undefined }),
    ...(declinedMethodId === goneId && withoutDecline),
  };
}

/** A bill whose method is spent stays declined (decision: declines-outlive-their-method). */
export function withoutSpentMethod(bill: BillRecord, spentId: string): BillRecord {
  const left = { ...bill, ...(bill.methodId === spentId && { methodId: undefined }) };
  return left.declinedMethodId === spentId ? { ...left, declineStands: true } : left;
}
