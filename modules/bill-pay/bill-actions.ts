/** What can be done with a bill, and why something cannot. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { type Charge, chargeOf, chargeOfPayment } from '../kit/charge.ts';
import type { Entry } from './entry.ts';

/** The method that is assigned to the bill, if the company takes it. */
export function assignedTo(
  bill: Bill,
  methods: readonly PaymentMethod[],
): PaymentMethod | undefined {
  const assigned = methods.find(({ assignedBills }) => assignedBills.includes(bill._id));
  return assigned && takes(bill, assigned) ? assigned : undefined;
}

/** The method that pays the bill: the one assigned, else the default; a required one is assigned. */
export function payingMethod(
  bill: Bill,
  methods: readonly PaymentMethod[],
): PaymentMethod | undefined {
  const assigned = assignedTo(bill, methods);
  if (assigned || bill.company.requiredPayment) return assigned;
  return methods.find((method) => method.default);
}

/** What its open payment takes, else what its next one would. */
export function chargeOfEntry(
  { bill, payment }: Pick<Entry, 'bill' | 'payment'>,
  methods: readonly PaymentMethod[],
): Charge {
  const isOpen = payment?.status === 'scheduled' || payment?.status === 'pending';
  const own = isOpen && methods.find(({ _id }) => _id === payment.paymentMethodId);
  const method = own || payingMethod(bill, methods);
  return (isOpen && chargeOfPayment(payment, bill, method)) || chargeOf(bill, method);
}

/** Whether the company takes a method of this type. */
export function takes({ company }: Bill, { type }: Pick<PaymentMethod, 'type'>): boolean {
  return company.requiredPayment === undefined || company.requiredPayment === type;
}

/** Whether the method pays the bill this time alone: another one does otherwise, or none. */
export function isForOnce(
  bill: Bill,
  method: PaymentMethod | undefined,
  methods: readonly PaymentMethod[],
): boolean {
  return method !== undefined && payingMethod(bill, methods)?._id !== method._id;
}

/** Whether the bill can be paid now; else what stands in the way. */
export type PayState = 'pay' | 'pending' | 'scheduled' | 'auth' | 'nothing' | 'syncing';

export function payState({ bill, payment }: Entry): PayState {
  const { type } = bill.status;
  if (payment?.status === 'pending' || type === 'pending') return 'pending';
  if (payment?.status === 'scheduled') return 'scheduled';
  if (type === 'syncing') return 'syncing';
  if (type === 'paid' || type === 'zero-balance') return 'nothing';
  return bill.auth.status.type === 'verified' ? 'pay' : 'auth';
}

/** What of a bill can be cancelled: a payment, or the automatic one of this time. */
export type CancelState = 'payment' | 'automatic' | 'pending' | 'none';

export function cancelState(entry: Entry): CancelState {
  const state = payState(entry);
  if (state === 'pending') return 'pending';
  if (state === 'scheduled') return 'payment';
  const { payDate, withheld } = entry.bill;
  // What is withheld now may be paid later in this cycle.
  return (payDate ?? withheld) && isOn(entry.bill) ? 'automatic' : 'none';
}

/** Whether its company takes automatic payments only, and its user has agreed to none. */
export function isNotAgreed({ withheld }: Bill): boolean {
  return withheld?.reason === 'not-agreed';
}

/** Whether its user wants it paid automatically. */
export function isOn(bill: Bill): boolean {
  return bill.settings.recurring === 'enabled' && !isNotAgreed(bill);
}

/** Whether we pay the bill by ourselves: not where its company collects, or wants its user there. */
export function isAutomatic(bill: Bill): boolean {
  return isOn(bill) && bill.autopay !== 'enabled' && !bill.company.userPresenceRequired;
}

/** Why the schedule of a bill, or its switch, cannot be changed. */
export function settingLocks(bill: Bill) {
  return {
    schedule: bill.company.schedule !== undefined,
    recurring: bill.settings.recurringRequired === true && isOn(bill),
  };
}
