/** The next payment of a bill, as it is decided on its day (decision: pay-date-is-a-promise). */

import { type Day, dayInstant, dayOf } from '../base/dates.ts';
import { type ErrorCode, type Failure, fail, isFailure } from '../base/errors.ts';
import { type BillRecord, owedOf, owes, withoutDecline } from '../bill/bill.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import type { ShownWithheld } from '../schemas/bill.ts';
import { isWaiting } from './agreed-amount.ts';
import { automaticAmount, owedUnproven } from './bound.ts';
import { type Ceilings, overCeiling, shownOver } from './ceilings.ts';
import { type Decision, decide, type Facts } from './decide.ts';
import { payDay } from './pay-day.ts';
import {
  asOrdered,
  checkMethod,
  checkPayable,
  type MethodError,
  methodIdOf,
  withShown,
} from './payable.ts';
import { announcedFee } from './promised.ts';
import type { Waiting } from './waiting.ts';
import type { Ceiling } from './withheld.ts';

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
 * The method that makes the automatic payment, or why none does: while one of a client's is declined, only what
 * is assigned to another one is paid (decision: declines-stop-automatic-payments).
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

/** What becomes of it, as far as that is known before: one of the three, or none where no payment is planned. */
export type NextPayment = {
  /** The day on which it is made. */
  readonly payOn?: Day;
  readonly amountCents?: number;
  readonly withheld?: ShownWithheld;
  /** Why it waits for its user, or will on its day. */
  readonly waiting?: Waiting;
};

/** What is known beside the bill; without it, as in events, the bill alone decides. */
export type Beside<M extends Standing = Standing> = {
  readonly client: ClientMethods<M>;
  readonly ceilings?: Ceilings;
};

/** What is decided on the day of the payment, by what is known now. */
export function nextPayment(
  bill: BillRecord,
  beside: Beside | undefined,
  partnerNow: number,
): NextPayment {
  if (bill.scheduled?.waiting) return { waiting: bill.scheduled.waiting };
  const over = withheldBefore(bill);
  if (over) return { withheld: shownOver(over, owedOf(bill), beside?.ceilings) };
  const facts = factsOf(bill, partnerNow);
  if (!facts) return {};
  const method = beside ? methodFor(bill, beside.client) : 'any';
  const decided = decideWithin({ ...facts, method }, beside?.ceilings);
  return shownOf(decided, facts, beside?.ceilings);
}

/** Whether a limit has held back its payment: which amount that is, the ceilings say. */
export function isOverCeiling(bill: BillRecord): boolean {
  return withheldBefore(bill) !== undefined;
}

/** Whether its client's methods have a say; where not, any client will do. */
export function dependsOnMethods(bill: BillRecord, partnerNow: number): boolean {
  if (bill.scheduled?.waiting || withheldBefore(bill)) return false;
  const facts = factsOf(bill, partnerNow);
  return facts !== undefined && decide(facts).kind === 'ask';
}

/** Why it was withheld when it was last tried. */
function withheldBefore({ scheduled, withheld, ...bill }: BillRecord): Ceiling | undefined {
  if (bill.pendingPaymentId) return undefined;
  if (scheduled) return scheduled.withheld;
  const isShown = withheld?.dueOn === bill.reported.dueOn && owes(bill);
  return isShown ? withheld?.why : undefined;
}

/** What is known of it on its day; nothing where no payment is planned. */
function factsOf(bill: BillRecord, partnerNow: number): Facts | undefined {
  const today = dayOf(partnerNow);
  const payOn = bill.pendingPaymentId ? undefined : payDay(bill, today);
  if (payOn === undefined) return undefined;
  const payment = bill.scheduled ?? { automatic: true as const };
  const on = payOn > today ? Date.parse(dayInstant(payOn)) : partnerNow;
  return { payment: { ...payment, payOn }, bill, partnerNow: on };
}

/** The method that makes the next payment, or why none does. */
export function methodFor<M extends Standing>(
  bill: BillRecord,
  client: ClientMethods<M>,
): M | Failure {
  return bill.scheduled ? payingMethod(asOrdered(bill), client) : automaticMethod(bill, client);
}

/** What else is paid on the day is known on that day alone. */
function decideWithin(facts: Facts, ceilings: Ceilings = {}): Decision {
  const decision = decide(facts);
  if (decision.kind !== 'ask' || decision.about !== 'limits') return decision;
  const { bill, method } = facts;
  const { company } = bill;
  const { amountCents } = decision;
  const paying = method === 'any' || isFailure(method) ? undefined : method;
  const owed = bill.scheduled ? owedOf(bill) : owedUnproven(bill);
  const fee = announcedFee(company, paying, amountCents);
  const limit = overCeiling(amountCents, { company, owed, feeCents: fee }, ceilings) ?? 'none';
  return decide({ ...facts, limit });
}

function shownOf(decided: Decision, { bill, payment }: Facts, ceilings?: Ceilings): NextPayment {
  const { payOn } = payment;
  if (decided.kind === 'submit') return { payOn, amountCents: decided.amountCents };
  if (decided.kind === 'wait') return { waiting: decided.waiting };
  if (decided.kind !== 'look' || typeof decided.why === 'string') return {};
  if ('over' in decided.why)
    return { withheld: shownOver(decided.why.over, owedOf(bill), ceilings) };
  const reason = reasons[decided.why.refusal];
  return reason ? { withheld: { reason } } : {};
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
  consent_required: 'not-agreed',
};
