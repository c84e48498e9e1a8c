/**
 * The next payment of a bill: which method makes it, whether it is made by the rules in force, and when.
 * What decides when its day has come decides what a bill promises (decision: pay-date-is-a-promise).
 */

import { type Day, dayOf } from '../base/dates.ts';
import { type ErrorCode, type Failure, fail, isFailure } from '../base/errors.ts';
import { type BillRecord, owes, withoutDecline } from '../bill/bill.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import type { ShownWithheld } from '../schemas/bill.ts';
import { amountPlanned, isWaiting } from './agreed-amount.ts';
import { automaticAmount } from './bound.ts';
import { payDay } from './pay-day.ts';
import {
  checkMethod,
  checkPayable,
  type MethodError,
  methodIdOf,
  withoutScheduled,
  withShown,
} from './payment.ts';
import { shownWithheld } from './withheld.ts';

type Standing = Pick<PaymentMethodRecord, '_id' | 'type' | 'status' | 'card'>;

/** What of a client its payments depend on: all of its methods, and which is the default. */
export type ClientMethods<M extends Standing = Standing> = {
  readonly defaultMethodId?: string;
  readonly methods: readonly M[];
};

/** The method that would pay the bill now, if it may. */
export function payingMethod<M extends Standing>(
  bill: BillRecord,
  { defaultMethodId, methods }: ClientMethods<M>,
): M | Failure<MethodError> {
  const methodId = methodIdOf(bill, defaultMethodId);
  if (isFailure(methodId)) return methodId;
  const method = methods.find(({ _id }) => _id === methodId);
  return checkMethod(method, bill) ?? (method as M);
}

/**
 * The method that makes the automatic payment, or why none is made. While one of a client's methods is
 * declined, nothing is paid automatically for the client, except what another, verified method is
 * assigned to (decision: declines-stop-automatic-payments).
 */
export function automaticMethod<M extends Standing>(
  bill: BillRecord,
  client: ClientMethods<M>,
): M | Failure {
  const refusal = checkPayable(withShown(bill), { userPresent: false });
  if (refusal) return refusal;
  const method = payingMethod(bill, client);
  if (isFailure(method) || bill.methodId === method._id) return method;
  const halted = client.methods.some(({ status }) => status !== 'verified');
  return halted ? fail('payment_method_declined') : method;
}

/** The day on which it is made, or why it is withheld; neither where no payment is planned. */
export type NextPayment = {
  readonly payOn?: Day;
  readonly withheld?: ShownWithheld['reason'];
};

/**
 * @param client left out in events: what they tell changes with the bill alone, and neither with its
 * auth nor with its client's methods, which tell of themselves.
 */
export function nextPayment(
  bill: BillRecord,
  client: ClientMethods | undefined,
  partnerNow: number,
): NextPayment {
  if (bill.pendingPaymentId) return {};
  return bill.scheduled
    ? nextScheduled(bill, bill.scheduled, client, partnerNow)
    : nextAutomatic(bill, client, dayOf(partnerNow));
}

/** Whether its client's methods have a say; where not, any client will do. */
export function dependsOnMethods(bill: BillRecord, partnerNow: number): boolean {
  const { payOn } = nextPayment(bill, undefined, partnerNow);
  const open = withShown(withoutScheduled(bill));
  return payOn !== undefined && !checkPayable(open, { userPresent: false });
}

function nextScheduled(
  bill: BillRecord,
  { payOn, waiting, withheld, ...plan }: NonNullable<BillRecord['scheduled']>,
  client: ClientMethods | undefined,
  partnerNow: number,
): NextPayment {
  if (waiting) return {};
  if (withheld) return { withheld: shownWithheld.reason };
  // What would wait for its user says so itself, whatever its method is.
  if (isWaiting(amountPlanned(plan, bill, partnerNow))) return {};
  const refusal = checkPayable(withShown(withoutScheduled(bill)), { userPresent: false });
  const method = client && (refusal ?? payingMethod(bill, client));
  if (isFailure(method)) return { withheld: reasons[method.failure] };
  return isWaiting(amountPlanned(plan, bill, partnerNow, method)) ? {} : { payOn };
}

function nextAutomatic(
  bill: BillRecord,
  client: ClientMethods | undefined,
  today: Day,
): NextPayment {
  const { withheld, reported } = bill;
  if (withheld !== undefined && withheld.dueOn === reported.dueOn && owes(bill))
    return { withheld: shownWithheld.reason };
  const payOn = payDay(bill, today);
  if (payOn === undefined || isWaiting(automaticAmount(bill))) return {};
  const method = client && automaticMethod(bill, client);
  return isFailure(method) ? { withheld: reasons[method.failure] } : { payOn };
}

/** The automatic payment of a bill, or what it would be: see `Bill.automatic`. */
export type AutomaticPayment = {
  readonly amountCents: number;
  readonly payOn: Day;
  readonly atOnce: boolean;
};

/** What would be paid automatically if that was on, and a method could pay: what agreeing means. */
export function automaticIfOn(bill: BillRecord, today: Day): AutomaticPayment | undefined {
  if (bill.pendingPaymentId || bill.scheduled) return undefined;
  const on: BillRecord = {
    ...{ ...bill, ...withoutDecline },
    recurring: 'enabled',
    // Which one is for whoever agrees to choose.
    methodId: bill.methodId ?? 'any',
  };
  const payOn = payDay(on, today);
  if (payOn === undefined || checkPayable(withShown(on), { userPresent: false })) return undefined;
  const amount = automaticAmount(on);
  if (isWaiting(amount) || amount === 0) return undefined;
  return { amountCents: amount, payOn, atOnce: payOn <= today };
}

/** What a bill says of it; an auth that is not verified says so itself. */
const reasons: Readonly<Partial<Record<ErrorCode, ShownWithheld['reason']>>> = {
  payment_method_required: 'no-payment-method',
  payment_method_declined: 'payment-method-declined',
  payment_method_not_accepted: 'payment-method-not-accepted',
};
