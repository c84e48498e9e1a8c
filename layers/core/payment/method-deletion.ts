/** Deleting a payment method, and what it would have paid (decision: deleting-a-method). */

import { type Failure, fail, isFailure } from '../base/errors.ts';
import type { BillRecord } from '../bill/bill.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import { assignMethod } from './method-assignment.ts';
import { asOrdered, methodIdOf } from './payable.ts';

/** Bills with a scheduled payment that the method would make. */
export function scheduledWith(
  bills: readonly BillRecord[],
  methodId: string,
  defaultMethodId: string | undefined,
): BillRecord[] {
  return bills.filter(
    (bill) =>
      bill.scheduled &&
      !bill.deletedAt &&
      methodIdOf(asOrdered(bill), defaultMethodId) === methodId,
  );
}

type MoveFailure = Exclude<
  Extract<ReturnType<typeof assignMethod>, Failure>['failure'],
  'payment_pending'
>;

export type Moved = {
  readonly bills: readonly (readonly [before: BillRecord, after: BillRecord])[];
  readonly method: PaymentMethodRecord;
};

/** The bills, assigned to the method that makes their payments from now on, and that method. */
export function moveScheduled(
  bills: readonly BillRecord[],
  to: PaymentMethodRecord,
): Moved | Failure<MoveFailure> {
  let method = to;
  const moved: (readonly [BillRecord, BillRecord])[] = [];
  for (const bill of bills) {
    const { requiredPayment = method.type } = bill.company;
    if (requiredPayment !== method.type) return fail('payment_method_not_accepted');
    const assigned = assignMethod(bill, method, undefined);
    if (isFailure(assigned)) return assigned as Failure<MoveFailure>;
    moved.push([bill, assigned.bill]);
    method = assigned.method;
  }
  return { bills: moved, method };
}

/** The verified method that was added first, of those that stay. */
export function nextDefault(
  methods: readonly PaymentMethodRecord[],
  goneId: string,
): PaymentMethodRecord | undefined {
  const [first] = methods
    .filter(({ _id, status }) => _id !== goneId && status === 'verified')
    .toSorted((a, b) => (`${a.created} ${a._id}` < `${b.created} ${b._id}` ? -1 : 1));
  return first;
}
