/**
 * Payments of bills, each in one of its states: what it has there, and what of it stays in the next.
 *
 * States: `scheduled` → `pending` → `paid | declined | held`; `scheduled` → `cancelled`; `paid` →
 * `returned`. A payment whose outcome is not known, or that its company settles later, stays `pending`
 * and is asked about again.
 */

import type { Day } from '../base/dates.ts';
import { type Exactly, only, without } from '../base/members.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import type { Owner } from '../base/owner.ts';
import type { BillRecord } from '../bill/bill.ts';
import type { PaymentOutcome } from '../company/connector.ts';
import type { RunningCall } from '../company/running.ts';
import type { LiveRef } from '../company/session-refs.ts';
import type {
  Accepted,
  Fault,
  PaymentState,
  Returned,
  ReturnWatch,
} from '../states/late-endings.ts';
import type { Promised } from './promised.ts';
import type { Agreed, StatementName } from './statement.ts';
import type { Told } from './told.ts';
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
  /** It was chosen for this payment alone. */
  readonly ownMethod?: true;
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
  ...{ methodId: true, ownMethod: true, statement: true, begunAt: true },
  ...{ cancelAsked: true, resting: true },
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
  const begun = only(payment, ['ownMethod', 'begunAt', 'cancelAsked', 'resting']);
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
  if (payment.status !== 'pending') return { ...payment, outcome };
  const said = { ...begunOf(payment), ...(fault && { fault }) };
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

/** The account that a payment in flight is of. */
export function accountOf({ _id, companyId, statement }: PaymentRecord) {
  if (!statement) throw new Error(`Payment ${_id} has not started: it has no statement`);
  return { companyId, accountFingerprint: statement.accountFingerprint };
}
