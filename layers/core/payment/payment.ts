/**
 * Payments of bills: what may be paid, and what an outcome does to payment, bill and method.
 *
 * States: `scheduled` → `pending` → `paid | declined | held`; `scheduled` → `cancelled`; `paid` →
 * `returned`. A payment whose outcome is not known, or that its company settles later, stays `pending`
 * and is asked about again.
 */

import { addDays, type Day, dayOf, instantText, type Moment, parseInstant } from '../base/dates.ts';
import { type ErrorCode, type Failure, fail } from '../base/errors.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import type { Owner } from '../base/owner.ts';
import { clockedDue, dueAttributes } from '../base/table-keys.ts';
import type { BillRecord } from '../bill/bill.ts';
import { billStatus, owedOf, statusOf } from '../bill/bill.ts';
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

export type PaymentRecord = OwnedRecord & {
  /** The module session that it began in. */
  readonly sessionId?: string;
  /** It is what a link was for that was begun with an API key. */
  readonly byApiKey?: true;
  readonly billId: string;
  readonly authId: string;
  readonly companyId: string;
  readonly status: PaymentState;
  readonly created: string;
  readonly payOn: Day;
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
  /** Why it waits for its user, while it is scheduled. */
  readonly waiting?: Waiting;
  /** The method that pays; chosen when the payment begins. */
  readonly methodId?: string;
  /** The statement that it pays, set when it begins and again with the amount. */
  readonly statement?: StatementName & { readonly accountFingerprint: string };
  /** What was asked of the company; set before it is asked. */
  readonly amountCents?: number;
  /** When it was last asked, by the machine's clock, in milliseconds; set with the amount. */
  readonly askedAt?: number;
  /** When it was first asked, likewise. */
  readonly firstAskedAt?: number;
  /**
   * Puts it into the list of what its partner's users paid on a day, from the first submission on; missing
   * of what an earlier release submitted.
   */
  readonly partnerShard?: string;
  /** Names the connector that it was last sent to; missing of what an earlier release submitted. */
  readonly sentTo?: string;
  /** The number of the last submission; a payment of release 0.1.0 that was asked has none, and one. */
  readonly submission?: number;
  /** The company promised that the last submission was never taken: nothing is under way there. */
  readonly submissionOver?: true;
  /** The user asked to cancel it while it was pending: nothing is submitted any more. */
  readonly cancelAsked?: true;
  /** What the session that paid read of the bill; set with the amount. */
  readonly reading?: BillRecord['reported'];
  /** When it began, by the machine's clock, in milliseconds; not known of older payments. */
  readonly begunAt?: number;
  /** Its partner was told that it is delayed. */
  readonly delayed?: true;
  /** What it counts for in the day's ceilings; set with the amount. */
  readonly counted?: Counted;
  /** Why it waits, where it was never submitted (decision: payments-have-ceilings). */
  readonly withheld?: Ceiling;
  /** Days in which the company shows what it took; set with the amount. */
  readonly postingDays?: number;
  /** The session of the link that it belongs to. */
  readonly live?: LiveRef;
  /** Days after it was paid within which it may be returned; set with the amount. */
  readonly returnsWithinDays?: number;
  /** Its company has it and settles it later. */
  readonly accepted?: Accepted;
  /** Whose fault it was that the last submission was never taken, or that it was held. */
  readonly fault?: Fault;
  /** Nothing runs for it until it is due: the sweep begins another execution then. */
  readonly resting?: true;
  /** While it is paid and may be returned. */
  readonly returns?: ReturnWatch;
  /** Why and when it was returned. */
  readonly returned?: Returned;
  /** What of it is running at the company: the payment, or the reading of the bills before it. */
  readonly running?: RunningCall;
  /** How many executions of its workflow ended without an outcome. */
  readonly rounds?: number;
  /** What the company said; set before anything else changes. */
  readonly outcome?: PaymentOutcome;
};

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

/**
 * The bill as its company shows it, also where what was paid isn't shown yet: whether that leaves
 * anything to pay is for `checkOwed` to say.
 */
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
): PaymentRecord {
  const identity = {
    _id: asked.paymentId,
    clientId: bill.clientId,
    partnerId: bill.partnerId,
    partnerUserId: bill.partnerUserId,
    ...(asked.sessionId !== undefined && { sessionId: asked.sessionId }),
    ...(asked.byApiKey && { byApiKey: asked.byApiKey }),
    ...(bill.clocked && { clocked: bill.clocked }),
  };
  const agreed = asked.automatic ? undefined : (asked.agreed ?? agreedNow(bill, asked));
  return {
    ...identity,
    version: 1,
    billId: bill._id,
    authId: bill.auth._id,
    companyId: bill.companyId,
    status: 'scheduled',
    created: instantText(asked.partnerNow),
    payOn: asked.payOn,
    paymentIdentifier: asked.paymentIdentifier ?? bill.paymentIdentifier,
    ...(asked.automatic && { automatic: asked.automatic }),
    ...(asked.orderedBy && { orderedBy: asked.orderedBy }),
    ...(asked.live && { live: asked.live }),
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
): PaymentRecord {
  const payment = newPayment(bill, { ...asked, automatic: true });
  return { ...waitScheduled(payment, waiting, at), version: payment.version };
}

/** The payment that waits for its user, looked at again at `at`. */
export function waitScheduled(payment: PaymentRecord, waiting: Waiting, at: string): PaymentRecord {
  return { ...scheduleAgain(payment, at), waiting };
}

/**
 * The payment that cannot be made now, and of which nothing is under way, looked at again at `at`. When
 * its company was asked for it counts no more: it is tried for as long as one that was never submitted.
 */
export function scheduleAgain(payment: PaymentRecord, at: string): PaymentRecord {
  // Its statement stays: should its company break its promise, the ledger has to learn of what.
  const { methodId: _unused, outcome: _unknown, ...known } = payment;
  const { counted: _back, withheld: _other, ...free } = known;
  const { askedAt: _last, firstAskedAt: _first, ...rest } = free;
  return {
    ...rest,
    version: payment.version + 1,
    status: 'scheduled',
    ...clockedDue('payment', payment, at),
  };
}

/**
 * The waiting payment that its user has agreed to. If nobody asked for it, it is an order from now on, of
 * whoever approved it.
 */
export function approve(
  payment: PaymentRecord,
  agreed: Agreed,
  payOn: Day,
  by: Required<Pick<PaymentRecord, 'orderedBy'>> & Pick<PaymentRecord, 'sessionId'>,
): PaymentRecord {
  // What was asked for before was never taken, and was for what was agreed to then.
  const {
    waiting: _over,
    automatic: _unasked,
    promised: _before,
    amountCents: _asked,
    askedAt: _last,
    firstAskedAt: _first,
    ...rest
  } = payment;
  return {
    ...rest,
    ...(payment.automatic && by),
    version: payment.version + 1,
    payOn,
    agreed,
    ...clockedDue('payment', payment, paySlot(payment, payOn, '')),
  };
}

/** The bill as if nothing were scheduled. */
export function withoutScheduled({ scheduled: _other, ...bill }: BillRecord): BillRecord {
  return bill;
}

/** The bill with a payment for a later day, or one that waits for its user. */
export function scheduleOn(
  bill: BillRecord,
  { _id: paymentId, payOn, agreed, promised, waiting, withheld }: PaymentRecord,
): BillRecord {
  const scheduled = {
    ...{ paymentId, payOn },
    ...(agreed && { agreed }),
    ...(promised && { promised }),
    ...(waiting && { waiting }),
    ...(withheld && { withheld }),
  };
  const newest = { newestPaymentId: paymentId, declinedPaymentId: undefined };
  return { ...bill, version: bill.version + 1, scheduled, ...newest };
}

/** The payment with what its bill says now that it will cost. */
export function withPromise(
  payment: PaymentRecord,
  bill: BillRecord,
  method: PaymentMethodRecord,
): PaymentRecord {
  const unasked = payment.automatic ? automaticAmount(bill) : amountToPay(bill, owedOf(bill));
  const cents = payment.agreed?.cents ?? (isWaiting(unasked) ? unasked.owedCents : unasked);
  return { ...payment, promised: { cents, feeCents: announcedFee(bill.company, method, cents) } };
}

/** The bill and method while a payment of the bill is under way, and the payment itself. */
export function beginPayment(
  bill: BillRecord,
  method: PaymentMethodRecord,
  payment: PaymentRecord,
  { partnerNow, machineNow }: Moment,
): {
  readonly bill: BillRecord;
  readonly method: PaymentMethodRecord;
  readonly payment: PaymentRecord;
} {
  const { scheduled: _done, declinedMethodId: _again, waitsUntil: _tried, ...rest } = bill;
  const { heldBack: _over, declineStands: _ended, declinedPaymentId: _of, ...open } = rest;
  const known = payment.promised ? payment : withPromise(payment, bill, method);
  const { waiting: _user, withheld: _limit, ...free } = known;
  return {
    bill: {
      ...open,
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
      ...free,
      status: 'pending',
      begunAt: machineNow,
      methodId: method._id,
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
  const { scheduled, ...rest } = bill;
  const automatic = payDay(rest, today) !== undefined;
  if (!scheduled && !automatic) return refuse(billStates, state, 'cancel');
  return {
    ...rest,
    version: bill.version + 1,
    ...(bill.recurring === 'enabled' && skipStatement(bill, today)),
  };
}

export function cancelPayment(payment: PaymentRecord): PaymentRecord {
  const { dueShard, dueAt, dueKind, resting: _over, ...rest } = payment;
  return { ...rest, version: payment.version + 1, status: 'cancelled' };
}
