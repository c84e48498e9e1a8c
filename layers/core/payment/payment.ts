/**
 * Payments of bills: what may be paid, and what an outcome does to payment, bill and method.
 *
 * States: `scheduled` → `pending` → `paid | declined | held`; `scheduled` → `cancelled`; `paid` →
 * `returned`. A payment whose outcome is not known, or that its company settles later, stays `pending`
 * and is asked about again.
 */

import { addDays, type Day, dayOf, instantText, type Moment, parseInstant } from '../base/dates.ts';
import { type ErrorCode, type Failure, fail } from '../base/errors.ts';
import { type Exactly, only, without } from '../base/members.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import type { Owner } from '../base/owner.ts';
import { clockedDue, dueAttributes, withoutDue } from '../base/table-keys.ts';
import {
  type BillRecord,
  billFacts,
  billStatus,
  type IdleBill,
  owedOf,
  statusOf,
} from '../bill/bill.ts';
import { skipStatement } from '../bill/statements.ts';
import type { PaymentOutcome } from '../company/connector.ts';
import type { RunningCall } from '../company/running.ts';
import type { LiveRef } from '../company/session-refs.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import { paySlot } from '../partner/pay-slot.ts';
import { authStateOf, authStates } from '../states/auth-states.ts';
import { billStates } from '../states/bill-states.ts';
import type {
  Accepted,
  Fault,
  PaymentState,
  Returned,
  ReturnWatch,
} from '../states/late-endings.ts';
import { paymentMethodStates } from '../states/payment-method-states.ts';
import { paymentStates } from '../states/payment-states.ts';
import { type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';
import { agreedNow, isWaiting } from './agreed-amount.ts';
import { amountToPay } from './amount.ts';
import { automaticAmount } from './bound.ts';
import { payDay } from './pay-day.ts';
import { announcedFee, type Promised } from './promised.ts';
import { type Agreed, type StatementName, statementRead } from './statement.ts';
import { type Told, toldOf } from './told.ts';
import type { Waiting } from './waiting.ts';
import type { Ceiling, Counted } from './withheld.ts';

/** What is paid, and who asked for it: the same in every state. */
export type PaymentOrder = OwnedRecord & {
  readonly billId: string;
  readonly authId: string;
  readonly companyId: string;
  readonly created: string;
  readonly payOn: Day;
  readonly origin: PaymentOrigin;
  readonly paymentIdentifier?: string;
  /** The bill's settings made it: nobody asked for it. */
  readonly automatic?: true;
  /** Who ordered it: its user, or the partner with its API key. */
  readonly orderedBy?: Owner['kind'];
  /** What its events show of its company and method; missing of those that release 0.1.0 planned. */
  readonly told?: Told;
  /** What its user agreed to; nothing of an automatic one, and of one that release 0.1.0 planned. */
  readonly agreed?: Agreed;
  /** What it was promised to cost; missing of those that earlier releases began. */
  readonly promised?: Promised;
  /** Its partner was told that it is delayed. */
  readonly delayed?: true;
  /** How many executions of its workflow ended without an outcome. */
  readonly rounds?: number;
};

/** Where it began. */
export type PaymentOrigin = {
  /** The module session. */
  readonly sessionId?: string;
  /** It is what a link was for that was begun with an API key. */
  readonly byApiKey?: true;
  /** The session of the link that it belongs to. */
  readonly live?: LiveRef;
};

/** What was asked of the company last; written before it is asked. */
export type Submitted = {
  /** The first is 1. */
  readonly number: number;
  readonly amountCents: number;
  /** When it was asked, by the machine's clock, in milliseconds. */
  readonly askedAt?: number;
  /** When it was first asked, likewise. */
  readonly firstAskedAt?: number;
  /** Lists the payment under its partner's day; missing of what an earlier release submitted. */
  readonly partnerShard?: string;
  /** Names the connector that it was sent to; missing of what an earlier release submitted. */
  readonly sentTo?: string;
  /** What the session that paid read of the bill. */
  readonly reading?: BillRecord['reported'];
  /** What it counts for in the day's ceilings. */
  readonly counted?: Counted;
  /** Days in which the company shows what it took. */
  readonly postingDays?: number;
  /** Days after it was paid within which it may be returned. */
  readonly returnsWithinDays?: number;
  /** The company promised that it was never taken: nothing is under way there. */
  readonly over?: true;
};

/** One that was never taken; what it asked for is forgotten once its user has agreed to something else. */
export type Untaken = Omit<Submitted, 'amountCents'> & Partial<Pick<Submitted, 'amountCents'>>;

type Planned = {
  readonly status: 'scheduled';
  /** What it would be over, where it was tried (decision: payments-have-ceilings). */
  readonly withheld?: Ceiling;
  /** The statement of an earlier attempt, which was never taken, and that attempt. */
  readonly statement?: PaidStatement;
  readonly submitted?: Untaken;
  /** Its company took the earlier attempt, against its promise. */
  readonly outcome?: PaymentOutcome;
};

/** It is made on its day. */
type Scheduled = Planned & { readonly state: 'scheduled' };

/** Its user has to agree first. */
type WaitsForUser = Planned & { readonly state: 'waiting'; readonly waiting: Waiting };

/** While it is being made. */
type Begun = {
  readonly status: 'pending';
  /** The method that pays. */
  readonly methodId: string;
  /** The statement that it pays, set when it begins and again with the amount. */
  readonly statement: PaidStatement;
  /** When it began, by the machine's clock, in milliseconds; not known of older payments. */
  readonly begunAt?: number;
  /** The user asked to cancel it: nothing is submitted any more. */
  readonly cancelAsked?: true;
  /** Nothing runs for it until it is due: the sweep begins another execution then. */
  readonly resting?: true;
  /** Whose fault it was that the last submission was never taken, or that it was held. */
  readonly fault?: Fault;
  /** What of it is running at the company: the payment, or the reading of the bills before it. */
  readonly running?: RunningCall;
};

/** Nothing of it is under way at the company. */
type Open = Begun & {
  readonly state: 'open';
  /** The last submission, which was never taken. */
  readonly submitted?: Untaken;
  readonly withheld?: Ceiling;
};

/** The company may have taken it. */
type Asked = Begun & {
  readonly state: 'asked';
  readonly submitted: Submitted;
  /** The company was asked what became of it, and does not know. */
  readonly outcome?: UnknownOutcome;
};

/** Its company has it and settles it later. */
type AcceptedPayment = Begun & {
  readonly state: 'accepted';
  readonly submitted: Submitted;
  readonly accepted: Accepted;
};

/** What became of it is on record, and nothing else has changed yet. */
type Settling = Begun & {
  readonly state: 'settling';
  readonly outcome: KnownOutcome;
  /** Missing where it is held without a submission. */
  readonly submitted?: Untaken;
  readonly accepted?: Accepted;
};

/** It has ended as its outcome says, or was returned since. */
type Settled = {
  readonly state: 'settled';
  readonly status: Exclude<PaymentState, 'scheduled' | 'pending' | 'cancelled'>;
  readonly outcome: KnownOutcome;
  /** While it is paid and may be returned. */
  readonly returns?: ReturnWatch;
  /** Why and when it was returned. */
  readonly returned?: Returned;
} & Pick<Settling, 'methodId' | 'statement' | 'submitted' | 'accepted'> &
  Pick<Begun, 'begunAt' | 'cancelAsked' | 'fault'>;

/** It was never made. */
type Cancelled = {
  readonly state: 'cancelled';
  readonly status: 'cancelled';
  /** Why it waited for its user. */
  readonly waiting?: Waiting;
} & Partial<Pick<Begun, 'methodId' | 'statement' | 'begunAt' | 'cancelAsked' | 'fault'>> &
  // Its company may have taken it, against its promise.
  Pick<Planned, 'submitted' | 'outcome'>;

type AnyState =
  | Scheduled
  | WaitsForUser
  | Open
  | Asked
  | AcceptedPayment
  | Settling
  | Settled
  | Cancelled;

/** A payment in one of its states. Leaving one drops what belongs to it: see `orderOf`. */
export type PaymentRecord<S extends AnyState['state'] = AnyState['state']> = PaymentOrder &
  Exactly<Extract<AnyState, { readonly state: S }>, AnyState>;

/** While it is being made, whatever the company knows of it. */
export type PendingPayment = PaymentRecord<'open' | 'asked' | 'accepted' | 'settling'>;

/** Before its day. */
export type PlannedPayment = PaymentRecord<'scheduled' | 'waiting'>;

/** Nothing of it is under way at its company. */
export type UnsentPayment = PaymentRecord<'scheduled' | 'waiting' | 'open'>;

/** It is being made, and what became of it isn't on record. */
export type UndecidedPayment = PaymentRecord<'open' | 'asked' | 'accepted'>;

export type UnknownOutcome = Extract<PaymentOutcome, { readonly kind: 'unknown' }>;
export type KnownOutcome = Exclude<PaymentOutcome, UnknownOutcome>;

/** The statement that a payment pays, of one account. */
export type PaidStatement = StatementName & { readonly accountFingerprint: string };

export function nameOfPaid(statement: PaidStatement): StatementName {
  return without(statement, ['accountFingerprint']);
}

/** What belongs to one state or another. */
const stateMembers: Readonly<Record<keyof Exactly<AnyState>, true>> = {
  ...{ state: true, status: true, withheld: true, waiting: true },
  ...{ methodId: true, statement: true, begunAt: true, cancelAsked: true, resting: true },
  ...{ fault: true, running: true, submitted: true, accepted: true, outcome: true },
  ...{ returns: true, returned: true },
};

/** What of a payment is the same in the state that it enters next. */
export function orderOf(payment: PaymentRecord): PaymentOrder {
  const names = Object.keys(stateMembers) as (keyof typeof stateMembers)[];
  return without(payment, names);
}

/** What of a pending payment stays while it is, whatever its company says of it. */
export function begunOf(payment: PendingPayment) {
  const { status, methodId, statement } = payment;
  const begun = only(payment, ['begunAt', 'cancelAsked', 'resting']);
  return { ...orderOf(payment), status, methodId, statement, ...begun };
}

/** Whether it is being made, and what became of it isn't on record. */
export function isBeingMade(payment: PaymentRecord): payment is UndecidedPayment {
  return payment.status === 'pending' && payment.state !== 'settling';
}

/** A payment before its company has said what became of it. */
type Unsettled = PaymentRecord<Exclude<PaymentRecord['state'], 'settling' | 'settled'>>;

/**
 * The payment with what its company says became of it. One that isn't being made any more was taken
 * against the company's promise.
 *
 * @param also whose fault it was; what still runs, while the outcome is unknown.
 */
export function withOutcome(
  payment: Unsettled,
  outcome: PaymentOutcome,
  { fault, running }: Pick<Begun, 'fault' | 'running'> = {},
): PaymentRecord {
  const version = payment.version + 1;
  if (payment.status !== 'pending') return { ...payment, version, outcome };
  const said = { ...begunOf(payment), version, ...(fault && { fault }) };
  if (outcome.kind !== 'unknown') {
    const { submitted, accepted } = payment;
    const sent = { ...(submitted && { submitted }), ...(accepted && { accepted }) };
    return { ...said, ...sent, state: 'settling', outcome };
  }
  if (payment.state === 'open') throw new Error(`Payment ${payment._id} was not submitted`);
  const { submitted } = payment;
  return { ...said, state: 'asked', submitted, outcome, ...(running && { running }) };
}

/** What release 0.1.0 kept one statement of one account to one payment by. */
export type StatementHold = { readonly paymentId: string; readonly state: 'held' | 'released' };

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

/** What a payment is of; the same for one that begins at once and one for a later day. */
export function newPayment(
  bill: BillRecord,
  asked: {
    readonly paymentId: string;
    readonly payOn: Day;
    /** The partner's time. */
    readonly partnerNow: number;
    readonly paymentIdentifier?: string;
    readonly automatic?: true;
    readonly orderedBy?: Owner['kind'];
    /** The method that would pay now. */
    readonly method?: PaymentMethodRecord;
    readonly maxCents?: number;
    /** What its user chose for it alone. */
    readonly chosenCents?: number;
    /** An earlier payment that isn't shown yet: this one comes after it. */
    readonly afterPayment?: string;
    /** What was agreed to before; what the bill shows now where it is left out. */
    readonly agreed?: Agreed;
    readonly sessionId?: string;
    /** Of a link that was begun with an API key. */
    readonly byApiKey?: true;
    /** The session that its link has left open. */
    readonly live?: LiveRef;
  },
): PaymentRecord<'scheduled'> {
  const identity = {
    _id: asked.paymentId,
    clientId: bill.clientId,
    partnerId: bill.partnerId,
    partnerUserId: bill.partnerUserId,
    ...(bill.clocked && { clocked: bill.clocked }),
  };
  const agreed = asked.automatic ? undefined : (asked.agreed ?? agreedNow(bill, asked));
  return {
    ...identity,
    version: 1,
    billId: bill._id,
    authId: bill.auth._id,
    companyId: bill.companyId,
    ...{ state: 'scheduled', status: 'scheduled' },
    created: instantText(asked.partnerNow),
    payOn: asked.payOn,
    origin: only(asked, ['sessionId', 'byApiKey', 'live']),
    paymentIdentifier: asked.paymentIdentifier ?? bill.paymentIdentifier,
    ...(asked.automatic && { automatic: asked.automatic }),
    ...(asked.orderedBy && { orderedBy: asked.orderedBy }),
    ...(agreed && { agreed }),
    told: toldOf(bill, asked.method, agreed?.cents ?? amountToPay(bill, owedOf(bill))),
    ...clockedDue(
      'payment',
      identity,
      paySlot({ billId: bill._id, clocked: bill.clocked }, asked.payOn, dayOf(asked.partnerNow)),
    ),
  };
}

/** The automatic payment that waits for its user from the start. */
export function newWaiting(
  bill: BillRecord,
  asked: Omit<Parameters<typeof newPayment>[1], 'automatic'>,
  waiting: Waiting,
  at: string,
): PaymentRecord<'waiting'> {
  const payment = newPayment(bill, { ...asked, automatic: true });
  return { ...waitScheduled(payment, waiting, at), version: payment.version };
}

/** The payment that waits for its user, looked at again at `at`. */
export function waitScheduled(
  payment: UnsentPayment,
  waiting: Waiting,
  at: string,
): PaymentRecord<'waiting'> {
  return { ...scheduleAgain(payment, at), state: 'waiting', waiting };
}

/**
 * The payment that cannot be made now, and of which nothing is under way, looked at again at `at`. When
 * its company was asked for it counts no more: it is tried for as long as one that was never submitted.
 */
export function scheduleAgain(payment: UnsentPayment, at: string): PaymentRecord<'scheduled'> {
  const { statement, submitted } = payment;
  return {
    ...orderOf(payment),
    ...{ state: 'scheduled', status: 'scheduled' },
    version: payment.version + 1,
    // Should its company break its promise, the ledger has to learn of what statement.
    ...(statement && { statement }),
    ...(submitted && { submitted: without(submitted, ['counted', 'askedAt', 'firstAskedAt']) }),
    ...clockedDue('payment', payment, at),
  };
}

/** The waiting payment that its user has agreed to: an order from now on, of whoever approved it. */
export function approve(
  payment: PaymentRecord<'waiting'>,
  agreed: Agreed,
  payOn: Day,
  by: Required<Pick<PaymentRecord, 'orderedBy'>> & Pick<PaymentOrigin, 'sessionId'>,
): PaymentRecord<'scheduled'> {
  const { automatic, origin } = payment;
  const { orderedBy, sessionId = origin.sessionId } = by;
  const again = scheduleAgain(payment, paySlot(payment, payOn, ''));
  const { submitted } = again;
  return {
    ...without(again, ['automatic', 'promised', 'submitted']),
    ...(automatic && { orderedBy, origin: { ...origin, ...(sessionId && { sessionId }) } }),
    // What was asked for before was never taken, and was for what was agreed to then.
    ...(submitted && { submitted: without(submitted, ['amountCents']) }),
    ...{ payOn, agreed },
  };
}

/** The bill as if nothing were scheduled. */
export function withoutScheduled(bill: BillRecord): BillRecord {
  return bill.scheduled ? { ...bill, scheduled: undefined } : bill;
}

/** The bill with a payment for a later day, or one that waits for its user. */
export function scheduleOn(
  bill: IdleBill,
  { _id: paymentId, payOn, agreed, promised, waiting, withheld }: PaymentRecord,
): BillRecord {
  const scheduled = {
    ...{ paymentId, payOn },
    ...(agreed && { agreed }),
    ...(promised && { promised }),
    ...(waiting && { waiting }),
    ...(withheld && { withheld }),
  };
  const next = { version: bill.version + 1, scheduled, newestPaymentId: paymentId };
  return { ...bill, ...next, declinedPaymentId: undefined };
}

/** The payment with what its bill says now that it will cost. */
export function withPromise<P extends PaymentRecord>(
  payment: P,
  bill: BillRecord,
  method: PaymentMethodRecord,
): P {
  const unasked = payment.automatic ? automaticAmount(bill) : amountToPay(bill, owedOf(bill));
  const cents = payment.agreed?.cents ?? (isWaiting(unasked) ? unasked.owedCents : unasked);
  return { ...payment, promised: { cents, feeCents: announcedFee(bill.company, method, cents) } };
}

/** The bill and method while a payment of the bill is under way, and the payment itself. */
export function beginPayment(
  bill: BillRecord,
  method: PaymentMethodRecord,
  payment: PlannedPayment,
  { partnerNow, machineNow }: Moment,
): {
  readonly bill: BillRecord;
  readonly method: PaymentMethodRecord;
  readonly payment: PaymentRecord<'open' | 'settling'>;
} {
  const known = payment.promised ? payment : withPromise(payment, bill, method);
  const { submitted, outcome } = payment;
  return {
    bill: {
      ...billFacts(bill),
      version: bill.version + 1,
      pendingPaymentId: payment._id,
      newestPaymentId: payment._id,
    },
    method: {
      ...method,
      version: method.version + 1,
      inFlight: [...method.inFlight, payment._id],
    },
    payment: {
      ...orderOf(known),
      ...{ status: 'pending', begunAt: machineNow, methodId: method._id },
      ...(submitted && { submitted }),
      // Its company has taken an earlier attempt against its promise.
      ...(outcome && outcome.kind !== 'unknown'
        ? { state: 'settling' as const, outcome }
        : { state: 'open' as const }),
      told: toldOf(bill, method, payment.agreed?.cents ?? amountToPay(bill, owedOf(bill))),
      statement: statementOf(bill, bill.reported, partnerNow),
      ...dueAttributes('payment', payment._id, instantText(machineNow)),
    },
  };
}

/** The account that a payment in flight is of. */
export function accountOf({ _id, companyId, statement }: PaymentRecord) {
  if (!statement) throw new Error(`Payment ${_id} has not started: it has no statement`);
  return { companyId, accountFingerprint: statement.accountFingerprint };
}

export function statementOf(
  { accountFingerprint, statement }: Pick<BillRecord, 'accountFingerprint' | 'statement'>,
  reading: BillRecord['reported'],
  partnerNow: number,
): NonNullable<PaymentRecord['statement']> {
  return { accountFingerprint, ...statementRead(statement, reading, dayOf(partnerNow)) };
}

/** Cancels what is scheduled; with recurring on, this cycle's automatic payment is skipped. */
export function cancelScheduled(
  bill: BillRecord,
  today: Day,
): BillRecord | Failure<RefusalOf<typeof billStates, 'cancel'>> {
  const state = billStatus(bill, today);
  const refusal = refusalOf(billStates, state, 'cancel');
  if (refusal) return refusal;
  const open = withoutScheduled(bill);
  const automatic = payDay(open, today) !== undefined;
  if (!bill.scheduled && !automatic) return refuse(billStates, state, 'cancel');
  return {
    ...open,
    version: bill.version + 1,
    ...(bill.recurring === 'enabled' && skipStatement(bill, today)),
  };
}

export function cancelPayment(
  payment: PlannedPayment | UndecidedPayment,
): PaymentRecord<'cancelled'> {
  return {
    ...withoutDue(orderOf(payment)),
    ...{ state: 'cancelled', status: 'cancelled' },
    version: payment.version + 1,
    ...only(payment, ['methodId', 'statement', 'begunAt', 'cancelAsked', 'fault']),
    ...only(payment, ['waiting', 'submitted', 'outcome']),
  };
}
