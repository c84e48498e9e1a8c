/** Whether a bill may be paid at all, by which method, and when an order is given up. */

import { addDays, type Day, dayOf, parseInstant } from '../base/dates.ts';
import { type ErrorCode, type Failure, fail } from '../base/errors.ts';
import { type BillRecord, statusOf } from '../bill/bill.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import { authStateOf, authStates } from '../states/auth-states.ts';
import { billStates } from '../states/bill-states.ts';
import { paymentMethodStates } from '../states/payment-method-states.ts';
import { paymentStates } from '../states/payment-states.ts';
import { type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';
import type { PaymentRecord } from './payment.ts';

type PlanError =
  | RefusalOf<typeof paymentStates, 'schedule'>
  | RefusalOf<typeof billStates, 'schedule'>
  | RefusalOf<typeof authStates, 'pay'>
  | 'user_presence_required';

/** The payment of the bill that has not ended, by its state. */
export function openPaymentOf(bill: BillRecord): 'pending' | 'scheduled' | undefined {
  if (bill.pendingPaymentId) return 'pending';
  return bill.scheduled && 'scheduled';
}

/** Whether a bill may be paid or scheduled at all. */
export function checkPayable(
  bill: BillRecord,
  context: { readonly userPresent: boolean },
): Failure<PlanError> | undefined {
  const open = openPaymentOf(bill);
  const taken = open && refuse(paymentStates, open, 'schedule');
  if (taken) return taken;
  const status = statusOf(bill);
  const state = status === 'due' ? 'upcoming' : status;
  const refusal = context.userPresent
    ? refusalOf(billStates, state, 'pay-present')
    : refusalOf(billStates, state, 'schedule');
  if (refusal) return refusal;
  const { status: shown, mfa } = bill.auth;
  const unlinked = refusalOf(authStates, authStateOf({ status: shown.type, mfa }), 'pay');
  if (unlinked) return unlinked;
  if (bill.company.userPresenceRequired && !context.userPresent) {
    return fail('user_presence_required');
  }
  return undefined;
}

/** The bill as its company shows it: whether what was paid leaves anything is for `checkOwed` to say. */
export function withShown(bill: BillRecord): BillRecord {
  return { ...bill, unposted: undefined };
}

/** The bill as its order sees it: with the method that was chosen for this payment alone. */
export function asOrdered(bill: BillRecord, methodId = bill.scheduled?.methodId): BillRecord {
  return methodId === undefined ? bill : { ...bill, methodId };
}

/** Refusals that no waiting ends. */
const hopeless: ReadonlySet<ErrorCode> = new Set([
  'bill_not_payable',
  'user_presence_required',
  'statement_already_paid',
]);

/** Whether a scheduled payment that cannot be made is given up; all other refusals may pass. */
export function isHopeless({ failure }: Failure, bill: BillRecord): boolean {
  return hopeless.has(failure) && !bill.reported.syncing;
}

/** Days for which a payment that was asked for is tried; then it is given up. */
const MAX_LATE_DAYS = 10;

/** A payment of another statement is tried until some days after that one's due date. */
export function isTooLate(
  { payOn }: Pick<PaymentRecord, 'payOn'>,
  { dueOn = payOn }: BillRecord['reported'],
  today: Day,
): boolean {
  return today > addDays(dueOn > payOn ? dueOn : payOn, MAX_LATE_DAYS);
}

/** Which method pays a bill: the assigned one, else the client's default. */
export function methodIdOf(
  bill: BillRecord,
  defaultMethodId: string | undefined,
): string | Failure<MethodError> {
  // What the company requires has to be assigned; the default is not enough even if it fits.
  const id = bill.company.requiredPayment ? bill.methodId : (bill.methodId ?? defaultMethodId);
  return id ?? refuse(paymentMethodStates, 'removed', 'pay');
}

export type MethodError =
  | RefusalOf<typeof paymentMethodStates, 'pay'>
  | 'payment_method_not_accepted';

export function checkMethod(
  method: Pick<PaymentMethodRecord, 'type' | 'status'> | undefined,
  bill: BillRecord,
): Failure<MethodError> | undefined {
  const required = bill.company.requiredPayment;
  if (!method || (required && method.type !== required)) return fail('payment_method_required');
  if (!bill.acceptedMethods.includes(method.type)) return fail('payment_method_not_accepted');
  // `pending` is a declined method that is being retried: it pays nothing beside that.
  return refusalOf(paymentMethodStates, method.status, 'pay');
}

/** The day asked for. Today and later; nothing given is today. */
export function payDayAsked(
  given: { readonly date?: string; readonly payDate?: string },
  today: Day,
): Day | Failure<'invalid_request'> {
  const field = given.date !== undefined ? 'date' : 'payDate';
  const invalid = (message: string) =>
    fail('invalid_request', { fields: [{ field, code: 'invalid_value', message }] });
  const instants = [given.date, given.payDate].flatMap((text) =>
    text === undefined ? [] : [parseInstant(text) ?? 0],
  );
  const [instant, other = instant] = instants;
  if (instant !== other) return invalid('Expected `date` and `payDate` to be the same');
  const day = instant === undefined ? today : dayOf(instant);
  return day < today ? invalid('Expected today or a day in the future') : day;
}
