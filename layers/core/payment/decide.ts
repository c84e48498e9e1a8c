/**
 * What becomes of a payment (decision: one-decision): asked on its day, again in the session that pays,
 * and each time that its bill is shown. Questions are asked in one order, and the first answer counts.
 * What a question has to know and isn't given is asked for.
 */

import { type Day, dayOf } from '../base/dates.ts';
import { type ErrorCode, type Failure, isFailure } from '../base/errors.ts';
import { isAutomaticOver } from '../bill/agenda.ts';
import type { BillRecord } from '../bill/bill.ts';
import { statementOfBill } from '../bill/statements.ts';
import { amountPlanned, isWaiting } from './agreed-amount.ts';
import { automaticAmount } from './bound.ts';
import { automaticPayDay, waitsForProof } from './pay-day.ts';
import { asOrdered, checkPayable, isHopeless, isTooLate, withShown } from './payable.ts';
import type { PaymentOrder, PaymentRecord } from './payment.ts';
import { heldToPromise, type Paying } from './promised.ts';
import { isReturnedStatement, type StatementName } from './statement.ts';
import { amountToSubmit, maySubmit } from './submissions.ts';
import { withoutScheduled } from './transitions.ts';
import type { Waiting } from './waiting.ts';
import type { Ceiling } from './withheld.ts';

export type Decision =
  /** It is made. */
  | { readonly kind: 'submit'; readonly amountCents: number }
  /** Its user has to agree first. */
  | { readonly kind: 'wait'; readonly waiting: Waiting }
  /** It can't be made now, and is looked at again. */
  | { readonly kind: 'look'; readonly why: LookedAtFor }
  /** It is over, and was never made. */
  | { readonly kind: 'close'; readonly why: ClosedFor }
  /** Its company holds the account. */
  | { readonly kind: 'hold'; readonly why: 'maintenance' | 'account-gone' }
  /** First something else has to be known; of the limits, for so much. */
  | { readonly kind: 'ask'; readonly about: 'methods' | 'account' }
  | { readonly kind: 'ask'; readonly about: 'limits'; readonly amountCents: number };

export type LookedAtFor =
  | { readonly refusal: ErrorCode }
  | { readonly over: Ceiling }
  | 'paused'
  | 'account-busy'
  | 'not-planned'
  | 'not-yet'
  | 'bill-not-ready';

export type ClosedFor =
  | { readonly refusal: ErrorCode }
  | { readonly over: Ceiling }
  | 'no-more-tries'
  | 'method-gone'
  | 'maintenance'
  | 'bill-not-ready'
  | 'automatic-over'
  | 'statement-returned'
  | 'not-yet'
  | 'too-late'
  | 'nothing-owed';

export type Facts = {
  /** An order, or the plan of the bill's settings. */
  readonly payment: Pick<PaymentOrder, 'automatic' | 'agreed' | 'promised'> & {
    readonly payOn: Day;
    readonly submitted?: PaymentRecord<'open'>['submitted'];
  };
  /** As its account's payments have left it. */
  readonly bill: BillRecord;
  readonly partnerNow: number;
  readonly isPaused?: boolean;
  /** Another payment of the account is under way. */
  readonly isAccountBusy?: boolean;
  /** Which method pays, or why none does; `any` where neither that nor its auth is asked. */
  readonly method?: Paying | Failure | 'any';
  /** The ceiling that it is over; `none` also where that is not asked. */
  readonly limit?: Ceiling | 'none';
  readonly session?: SessionFacts;
};

/** What is known in the session that pays. */
export type SessionFacts = {
  readonly payment: PaymentRecord<'open'>;
  readonly machineNow: number;
  readonly company: Pick<BillRecord['company'], 'fees'> & { readonly status?: string };
  /** Whether its method is there, and not declined. */
  readonly methodPays: boolean;
  /** What the company shows of the account. */
  readonly account?: 'gone' | 'not-listed' | 'not-ready' | 'read';
  /** The bill before it was read, and what the ledger says was returned. */
  readonly before?: BillRecord;
  readonly returned?: readonly StatementName[];
};

/** With what is charged now, or why it waits. */
type Asked = Facts & { readonly amount: number | Waiting };
type Question = (asked: Asked) => Decision | undefined;

/** On its day, and before. */
const whenDue: readonly Question[] = [
  isHeldBack,
  isNotYet,
  isRefused,
  isNotAgreed,
  hasNoMethod,
  waitsForUser,
  owesNothing,
  isOverLimit,
];

/** In the session that pays, which reads the account first. */
const inSession: readonly Question[] = [
  mayNotBeTried,
  isInMaintenance,
  isNotShown,
  isOfAnotherCycle,
  isNotYet,
  waitsForUser,
  owesNothing,
  isHeldBack,
  isOverLimit,
];

export function decide(facts: Facts): Decision {
  const amount = amountOf(facts);
  for (const question of facts.session ? inSession : whenDue) {
    const answer = question({ ...facts, amount });
    if (answer) return answer;
  }
  return { kind: 'submit', amountCents: Number(amount) };
}

function isHeldBack({ isPaused, isAccountBusy }: Facts): Decision | undefined {
  if (isPaused) return { kind: 'look', why: 'paused' };
  return isAccountBusy ? { kind: 'look', why: 'account-busy' } : undefined;
}

/** The bill can't be paid now, whatever the amount and the method. */
function isRefused(facts: Facts): Decision | undefined {
  const { bill, method } = facts;
  if (method === 'any') return undefined;
  const refusal = checkPayable(withShown(withoutScheduled(asOrdered(bill))), {
    userPresent: false,
  });
  return refusal && refused(refusal, facts);
}

function isNotAgreed({ payment, bill }: Facts): Decision | undefined {
  const lacks = payment.automatic && bill.notAgreed;
  return lacks ? { kind: 'look', why: { refusal: 'consent_required' } } : undefined;
}

function hasNoMethod(facts: Facts): Decision | undefined {
  const { method } = facts;
  if (method === undefined) return { kind: 'ask', about: 'methods' };
  return isFailure(method) ? refused(method, facts) : undefined;
}

/** An order is given up where waiting doesn't help; the bill's own plan is made another day. */
function refused(refusal: Failure, facts: Facts): Decision {
  const why = { refusal: refusal.failure };
  if (!facts.payment.automatic && isHopeless(refusal, facts.bill)) return { kind: 'close', why };
  return isLate(facts) ? { kind: 'close', why: 'too-late' } : { kind: 'look', why };
}

function isLate({ payment, bill, partnerNow }: Facts): boolean {
  return !payment.automatic && isTooLate(payment, bill.reported, dayOf(partnerNow));
}

/**
 * The bill's settings plan none: they are off, its statement is skipped, returned, declined or paid, or its
 * user has to be there. Or its day has moved: an earlier payment isn't shown yet, or a later statement has come.
 */
function isNotYet(facts: Facts): Decision | undefined {
  const { payment, bill, partnerNow, session } = facts;
  if (!payment.automatic) return undefined;
  const today = dayOf(partnerNow);
  if (session) {
    const until = waitsForProof(bill, automaticAmount(bill));
    return until && until > today ? { kind: 'close', why: 'not-yet' } : undefined;
  }
  const payOn = automaticPayDay(withoutScheduled(bill));
  if (payOn === undefined) return { kind: 'look', why: 'not-planned' };
  return payOn > today ? { kind: 'look', why: 'not-yet' } : undefined;
}

function waitsForUser({ amount, ...facts }: Asked): Decision | undefined {
  if (!isWaiting(amount)) return undefined;
  const isOver = !facts.session && isLate(facts);
  return isOver ? { kind: 'close', why: 'too-late' } : { kind: 'wait', waiting: amount };
}

function owesNothing({ amount }: Asked): Decision | undefined {
  return amount === 0 ? { kind: 'close', why: 'nothing-owed' } : undefined;
}

/** An automatic payment that has begun makes room for another: its bill begins one the next day. */
function isOverLimit({ amount, ...facts }: Asked): Decision | undefined {
  const { payment, session, limit } = facts;
  if (limit === undefined) return { kind: 'ask', about: 'limits', amountCents: Number(amount) };
  if (limit === 'none') return undefined;
  const why = { over: limit };
  if (session && payment.automatic) return { kind: 'close', why };
  return isLate(facts) ? { kind: 'close', why: 'too-late' } : { kind: 'look', why };
}

/** The amount that is charged now, or why it waits: by the bill, the user's agreement and the promise. */
function amountOf({ payment, bill, partnerNow, method, session }: Facts): number | Waiting {
  const planned = payment.automatic
    ? automaticAmount(bill)
    : amountPlanned(payment, bill, partnerNow);
  if (isWaiting(planned)) return planned;
  const amountCents = amountToSubmit(payment, planned);
  if (!method || method === 'any' || isFailure(method)) return amountCents;
  const company = session?.company ?? bill.company;
  return heldToPromise(amountCents, payment, { company, method });
}

/** It was tried for three days, its user wants none any more, or its method was declined since. */
function mayNotBeTried({ session }: Facts): Decision | undefined {
  if (!session) return undefined;
  const { payment, machineNow, methodPays } = session;
  if (!maySubmit(payment, machineNow)) return { kind: 'close', why: 'no-more-tries' };
  return methodPays ? undefined : { kind: 'close', why: 'method-gone' };
}

/** An automatic payment before its due date can be made another day: no user has to know. */
function isInMaintenance({ payment, bill, partnerNow, session }: Facts): Decision | undefined {
  if (session?.company.status !== 'maintenance') return undefined;
  const { dueOn } = bill.reported;
  const isEarly = payment.automatic && dueOn !== undefined && dayOf(partnerNow) < dueOn;
  const why = 'maintenance';
  return isEarly ? { kind: 'close', why } : { kind: 'hold', why };
}

/** Executions, an hour after one another, for which a payment waits for its bill to be shown: a day. */
const MAX_ROUNDS_UNPREPARED = 24;

function isNotShown({ session }: Facts): Decision | undefined {
  if (!session) return undefined;
  const { account, payment } = session;
  if (account === undefined) return { kind: 'ask', about: 'account' };
  if (account === 'read') return undefined;
  if (account === 'gone') return { kind: 'hold', why: 'account-gone' };
  const why = 'bill-not-ready';
  const mayWait = (payment.rounds ?? 0) < MAX_ROUNDS_UNPREPARED;
  return mayWait ? { kind: 'look', why } : { kind: 'close', why };
}

/** An automatic payment ends with its cycle: the user skips it, or its statement is over or was returned. */
function isOfAnotherCycle({ bill, partnerNow, session }: Facts): Decision | undefined {
  if (!session?.payment.automatic) return undefined;
  const { payment, before = bill, returned } = session;
  const { reported: reading } = bill;
  if (isAutomaticOver(payment, { bill: before, reading }, partnerNow))
    return { kind: 'close', why: 'automatic-over' };
  return isReturnedStatement(returned, statementOfBill(bill))
    ? { kind: 'close', why: 'statement-returned' }
    : undefined;
}
