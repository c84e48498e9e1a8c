/**
 * What is wrong with one payment: what we have on record, held against what its connector has done
 * (decision: reconciled-daily).
 */

import { addDays, DAY_MILLISECONDS, type Day, dayInstant, dayOf } from '../base/dates.ts';
import type { ReturnedPayment, Settlement } from '../company/connector.ts';
import { isPastExpected } from '../payment/accepted.ts';
import { POSTING_DAYS } from '../payment/account-ledger.ts';
import type { PaymentRecord } from '../payment/payment.ts';
import { DELAYED_MILLISECONDS, pendingSince, pendingState } from '../payment/pending.ts';
import { feeAbovePromise } from '../payment/promised.ts';
import { openSubmission } from '../payment/submissions.ts';
import type { Found } from './finding.ts';

export type PaymentFacts = {
  readonly payment: PaymentRecord;
  /** What the connector has reported of the payment, on whatever day. */
  readonly settlements: readonly Settlement[];
  /** The days that the connector has reported as a whole; none where it reports nothing. */
  readonly covered: Pick<ReadonlySet<Day>, 'has'>;
  readonly machineNow: number;
};

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** What happened so shortly before midnight may be in the report of the next day. */
const MIDNIGHT_MILLISECONDS = HOUR_MILLISECONDS;
/** An outcome that is not known for so long is not about to become known. */
const UNKNOWN_MILLISECONDS = HOUR_MILLISECONDS;

export function judgePayment(facts: PaymentFacts): Found[] {
  const { payment, settlements } = facts;
  const paid = paidRows(settlements);
  const about = aboutOf(payment);
  const double = paid.length > 1 && {
    ...{ ...about, kind: 'double' as const, theirsCents: sumOf(paid) },
    ...confirmedBy(paid.at(-1)),
  };
  // Both sides say that it came back.
  if (isReturned(payment)) return double ? [double] : [];
  return [
    ...(double ? [double] : []),
    ...(payment.outcome?.kind === 'paid' ? judgePaid(facts, paid) : judgeUnpaid(facts, paid)),
  ];
}

type Row = Settlement;

function isReturned({ status, outcome }: PaymentRecord): boolean {
  return status === 'returned' || outcome?.kind === 'returned';
}

function judgePaid(facts: PaymentFacts, paid: readonly Row[]): Found[] {
  const { payment, settlements } = facts;
  const { outcome } = payment;
  if (outcome?.kind !== 'paid') return [];
  const about = { ...aboutOf(payment), oursCents: outcome.amountCents };
  const [first] = paid;
  const found: Found[] = [];
  const returned = settlements.find(({ kind }) => kind === 'returned');
  if (!first && !returned && isDue(facts)) found.push({ ...about, kind: 'missing-at-company' });
  const other = paid.find((one) => differs(one, outcome));
  if (other) found.push({ ...about, kind: 'amount-differs', ...theirs(other) });
  if (returned && !proofOf(payment, settlements))
    found.push({ ...about, kind: 'returned', ...theirs(returned) });
  if (first && isLate(payment, first)) found.push({ ...about, kind: 'late', ...theirs(first) });
  return [...found, ...judgeFee(payment, paid), ...judgeTime(payment)];
}

/** The fee as charged, by what the company said and by its report, held against what was promised. */
function judgeFee(payment: PaymentRecord, paid: readonly Row[]): Found[] {
  const { outcome, promised } = payment;
  if (outcome?.kind !== 'paid') return [];
  const { amountCents, feeCents } = outcome;
  const most = Math.max(feeCents ?? 0, ...paid.map((row) => row.feeCents ?? 0));
  const about = { ...aboutOf(payment), theirsCents: most };
  const charged = { amountCents, feeCents: most };
  const onRecord = feeCents ?? promised?.feeCents ?? 0;
  const [first] = paid;
  const isMissing = first && first.feeCents === undefined && onRecord > 0;
  return [
    ...(most > amountCents
      ? [{ ...about, kind: 'fee-above-amount' as const, oursCents: amountCents }]
      : []),
    ...(promised && feeAbovePromise(payment, charged) > 0
      ? [{ ...about, kind: 'fee-above-promise' as const, oursCents: promised.feeCents }]
      : []),
    ...(isMissing
      ? [{ ...aboutOf(payment), kind: 'fee-missing' as const, oursCents: onRecord }]
      : []),
  ];
}

/** `on` is the day that the company said. */
function judgeTime(payment: PaymentRecord): Found[] {
  const { outcome } = payment;
  if (outcome?.kind !== 'paid' || outcome.saidAt === undefined) return [];
  return [{ ...aboutOf(payment), kind: 'dated-wrong', on: dayOf(outcome.saidAt) }];
}

function judgeUnpaid(facts: PaymentFacts, paid: readonly Row[]): Found[] {
  const { payment, settlements, machineNow } = facts;
  const amountCents = payment.submitted?.amountCents;
  const about = {
    ...aboutOf(payment),
    ...(amountCents !== undefined && { oursCents: amountCents }),
  };
  const [first] = paid;
  const pending = payment.status === 'pending';
  if (first && !pending) return [{ ...about, kind: 'outcome-differs', ...theirs(first) }];
  const other = paid.find((one) => one.amountCents !== amountCents);
  if (other) return [{ ...about, kind: 'amount-differs', ...theirs(other) }];
  if (first || proofOf(payment, settlements)) return [];
  if (isOverdue(facts)) return [{ ...about, kind: 'late' }];
  return isUnresolved(payment, settlements, machineNow) ? [{ ...about, kind: 'unresolved' }] : [];
}

/** What the connector's report proves of a payment that is pending here. */
export type Proof = {
  readonly submission: {
    readonly paymentId: string;
    readonly number: number;
    submissionId: string;
  };
  readonly outcome:
    | {
        readonly kind: 'paid';
        readonly amountCents: number;
        readonly feeCents?: number;
        readonly paidAt: number;
        readonly confirmation?: string;
      }
    | { readonly kind: 'declined' }
    | ReturnedPayment;
};

/**
 * Paid is proven by a report of exactly the amount that was asked for, whichever submission it is of.
 * Declined is proven only of the submission that is open, of which nothing else was reported, and only
 * where the report says that it was the user's fault. Returned is proven of a payment that was paid once,
 * by a report that says why.
 */
export function proofOf(
  payment: PaymentRecord,
  settlements: readonly Settlement[],
): Proof | undefined {
  const { _id: paymentId, submitted } = payment;
  const amountCents = submitted?.amountCents;
  if (payment.status === 'paid') return proofOfReturn({ paymentId, amountCents }, settlements);
  if (payment.status !== 'pending' || payment.state === 'settling') return undefined;
  const paid = paidRows(settlements);
  const [first] = paid;
  const known = (submissionId: string) => ({
    ...{ paymentId, submissionId },
    number: submissionNumber(paymentId, submissionId) ?? 1,
  });
  if (first) {
    if (paid.some((one) => one.amountCents !== amountCents)) return undefined;
    const { submissionId, feeCents, at, confirmation } = first;
    return {
      submission: known(submissionId),
      outcome: {
        ...{ kind: 'paid', amountCents: first.amountCents, paidAt: at },
        ...(feeCents !== undefined && { feeCents }),
        ...(confirmation !== undefined && { confirmation }),
      },
    };
  }
  const open = openSubmission(payment)?.submissionId;
  const [only, ...more] = settlements.filter(({ submissionId }) => submissionId === open);
  if (open === undefined || only?.kind !== 'declined' || more.length > 0) return undefined;
  if (only.fault !== 'user') return undefined;
  return { submission: known(open), outcome: { kind: 'declined' } };
}

/** Of two that were paid, it may be the other that came back. */
export function proofOfReturn(
  { paymentId, amountCents }: { readonly paymentId: string; readonly amountCents?: number },
  settlements: readonly Settlement[],
): Proof | undefined {
  const [row, ...more] = settlements.filter(({ kind }) => kind === 'returned');
  if (!row?.reason || more.length > 0 || paidRows(settlements).length > 1) return undefined;
  if (row.amountCents !== amountCents) return undefined;
  const { submissionId, reason, at } = row;
  const number = submissionNumber(paymentId, submissionId) ?? 1;
  const outcome = { kind: 'returned', reason, on: dayOf(at) } as const;
  return { submission: { paymentId, submissionId, number }, outcome };
}

/** The payment that a submission's id is of: the id itself, or the id with the number behind it. */
export function paymentIdOf(submissionId: string): string {
  return submissionId.replace(/-\d+$/, '');
}

function submissionNumber(paymentId: string, submissionId: string): number | undefined {
  if (submissionId === paymentId) return 1;
  const number = Number(submissionId.slice(paymentId.length + 1));
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

/** One for each submission and confirmation, the earliest first: a day that is asked again repeats them. */
function paidRows(settlements: readonly Settlement[]): Row[] {
  const rows = settlements
    .filter(({ kind }) => kind === 'paid')
    .toSorted((a, b) => a.at - b.at || (a.submissionId < b.submissionId ? -1 : 1));
  const seen = new Set<string>();
  return rows.filter(({ submissionId, confirmation = '' }) => {
    const name = `${submissionId}\n${confirmation}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** Whether every day on which the connector would have reported the payment was reported. */
function isDue({ payment, covered }: PaymentFacts): boolean {
  const { outcome, clocked, accepted } = payment;
  const askedAt = payment.submitted?.askedAt;
  if (outcome?.kind !== 'paid' || askedAt === undefined || (clocked && accepted)) return false;
  // By a test clock it is paid at a time that the connector's days know nothing of.
  const paidAt = clocked ? askedAt : outcome.paidAt;
  const [first, last] = [Math.min(askedAt, paidAt), Math.max(askedAt, paidAt)];
  for (let day = dayOf(first); day <= dayOf(last); day = addDays(day, 1)) {
    if (!covered.has(day)) return false;
  }
  const next = addDays(dayOf(last), 1);
  return last < Date.parse(dayInstant(next)) - MIDNIGHT_MILLISECONDS || covered.has(next);
}

function differs(
  { amountCents, feeCents }: Row,
  ours: { readonly amountCents: number; readonly feeCents?: number },
): boolean {
  const fees = feeCents !== undefined && ours.feeCents !== undefined;
  return amountCents !== ours.amountCents || (fees && feeCents !== ours.feeCents);
}

/** Asked for in time, and made after the due date. By a test clock, nobody can say. */
function isLate(payment: PaymentRecord, row: Row): boolean {
  const { clocked, statement } = payment;
  const dueOn = statement?.dueOn ?? '';
  const asked = firstAskedOf(payment);
  if (clocked || asked === undefined || dueOn.length !== dayOf(asked).length) return false;
  return dayOf(asked) <= dueOn && dayOf(row.at) > dueOn;
}

/**
 * Accepted, and nothing was heard of it by the day that its company named, or where it named none, in the
 * time that it takes to show a payment.
 */
function isOverdue({ payment, settlements, machineNow }: PaymentFacts): boolean {
  const { status, clocked, submitted } = payment;
  if (status !== 'pending' || clocked) return false;
  const { postingDays = POSTING_DAYS } = submitted ?? {};
  if (payment.accepted) return isPastExpected(payment, machineNow);
  const accepted = settlements.filter(({ kind }) => kind === 'accepted');
  if (accepted.length === 0) return false;
  const last = Math.max(...accepted.map(({ at }) => at));
  return machineNow - last > postingDays * DAY_MILLISECONDS;
}

function isUnresolved(
  payment: PaymentRecord,
  settlements: readonly Settlement[],
  machineNow: number,
): boolean {
  if (payment.status !== 'pending') return false;
  // It goes its way.
  if (payment.accepted || settlements.some(({ kind }) => kind === 'accepted')) return false;
  const unknownSince = payment.submitted?.askedAt ?? pendingSince(payment);
  const unknown = pendingState(payment, machineNow) === 'unknown';
  if (unknown && machineNow - unknownSince >= UNKNOWN_MILLISECONDS) return true;
  return machineNow - pendingSince(payment) >= DELAYED_MILLISECONDS;
}

function firstAskedOf({ submitted }: PaymentRecord): number | undefined {
  return submitted?.firstAskedAt ?? submitted?.askedAt;
}

function aboutOf(payment: PaymentRecord) {
  const { _id: paymentId, billId, companyId, status } = payment;
  const asked = firstAskedOf(payment);
  return {
    ...{ subject: paymentId, paymentId, billId, companyId, status },
    ...(asked !== undefined && { on: dayOf(asked) }),
  };
}

function theirs(row: Row) {
  const { submissionId, amountCents: theirsCents } = row;
  return { submissionId, theirsCents, ...confirmedBy(row) };
}

function confirmedBy(row: Row | undefined) {
  return row?.confirmation === undefined ? {} : { confirmation: row.confirmation };
}

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
