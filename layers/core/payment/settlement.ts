/** What an outcome does to a payment, its bill and its method. */

import { addDays, type Day, dayOf, instantText } from '../base/dates.ts';
import { only } from '../base/members.ts';
import { clockedDue, dueAttributes, withoutDue } from '../base/table-keys.ts';
import { accountOn } from '../bill/account.ts';
import {
  type BillFacts,
  type BillRecord,
  billFacts,
  type IdleBill,
  MAX_HISTORY,
} from '../bill/bill.ts';
import { followReading, skipStatement } from '../bill/statements.ts';
import type { PaymentOutcome, ReturnedPayment } from '../company/connector.ts';
import { MAX_DECLINES, type PaymentMethodRecord } from '../method/payment-method.ts';
import {
  type AccountFacts,
  type AccountLedger,
  POSTING_DAYS,
  type TakenPayment,
  type Unposted,
  withoutPending,
} from './account-ledger.ts';
import { figuresOf } from './figures.ts';
import { type KnownOutcome, nameOfPaid, orderOf, type PaymentRecord } from './payment.ts';
import { readLedger } from './proof.ts';
import { ledgerAfterReturn, nextReturnLook, returnableUntil, returnMethod } from './returned.ts';
import { scheduleOn } from './transitions.ts';
import type { Ceiling } from './withheld.ts';

/** The bill after a payment of it ended. */
export function settleBill(
  bill: BillRecord,
  payment: PaymentRecord,
  outcome: KnownOutcome,
  ledger: AccountLedger,
  today: Day,
): BillRecord {
  if (bill.pendingPaymentId !== payment._id) return bill;
  const settled = {
    ...billFacts(bill),
    ...(outcome.kind !== 'paid' && payment.cancelAsked && skippingNow(bill, today)),
  };
  // What was canceled is not to be charged by a retry either (decision: canceled-is-not-retried).
  const { returned } = ledger;
  const left = outcome.kind === 'returned' ? { ...settled, returned } : settled;
  const declines = outcome.kind === 'declined' || outcome.kind === 'returned';
  if (declines && payment.methodId && !payment.cancelAsked)
    return { ...left, declinedMethodId: payment.methodId };
  if (outcome.kind !== 'paid') return left;
  const lastPaid = { amountCents: outcome.amountCents, paidOn: instantText(outcome.paidAt) };
  const reading = readingOf(bill, payment);
  const { followed } = followReading(bill, reading, today);
  const { feeCents } = outcome;
  const entry = {
    ...lastPaid,
    ...(feeCents !== undefined && { feeCents }),
    ...{ paymentId: payment._id, ...statementPaid(payment) },
  };
  const read = { ...settled, ...followed, reported: reading };
  return {
    ...read,
    ...accountOn(ledger, read, today),
    lastPaid,
    payments: [entry, ...bill.payments].slice(0, MAX_HISTORY),
  };
}

/** The user does not want what this cycle owes to be paid automatically. */
function skippingNow(bill: BillFacts, today: Day) {
  return bill.recurring === 'enabled' && skipStatement(bill, today);
}

/** What the session that paid has read, unless the bill was read since: its outcome may be days old. */
function readingOf(
  bill: BillRecord,
  { accepted, submitted }: PaymentRecord,
): BillRecord['reported'] {
  const { askedAt = 0, reading } = submitted ?? {};
  const isReadSince = accepted !== undefined || (bill.readAt ?? 0) > askedAt;
  return isReadSince ? bill.reported : (reading ?? bill.reported);
}

/** What the payment was of, and what that owed in the session that paid. */
function statementPaid({ statement, submitted }: PaymentRecord) {
  if (!statement) return {};
  const owedCents = submitted?.reading?.balanceCents;
  return { statement: { ...nameOfPaid(statement), ...(owedCents !== undefined && { owedCents }) } };
}

/** The account's ledger after a payment ended; one of release 0.1.0 has left none yet. */
export function settleLedger(
  ledger: AccountLedger | undefined,
  payment: PaymentRecord,
  outcome: KnownOutcome | { readonly kind: 'cancelled' },
): AccountLedger {
  const { _id: paymentId, statement, submitted } = payment;
  const { reading, postingDays = POSTING_DAYS } = submitted ?? {};
  if (outcome.kind === 'returned') return ledgerAfterReturn(ledger, payment);
  if (outcome.kind !== 'paid' || !statement) return withoutPending(ledger, paymentId);
  const { amountCents, paidAt } = outcome;
  const paidOn = dayOf(paidAt);
  const first = ledger ?? readLedger(undefined, reading ?? {}, paidAt);
  const taken: TakenPayment = {
    ...{ paymentId, amountCents, paidOn, until: addDays(paidOn, postingDays) },
    ...only(outcome, ['feeCents', 'confirmation']),
    ...(reading && { shown: figuresOf(reading) }),
  };
  return withoutPending(first, paymentId, { ...taken, statement: nameOfPaid(statement) });
}

/** The method after a payment with it ended; `removed` after the third decline, once it is free. */
export function settleMethod(
  method: PaymentMethodRecord,
  payment: PaymentRecord,
  outcome:
    | Pick<Extract<PaymentOutcome, { readonly kind: 'paid' }>, 'kind' | 'paidAt'>
    | ReturnedPayment
    | { readonly kind: Exclude<PaymentOutcome['kind'], 'paid' | 'returned'> | 'cancelled' },
  machineNow: number,
): PaymentMethodRecord | 'removed' {
  const inFlight = method.inFlight.filter((id) => id !== payment._id);
  const next = { ...method, inFlight };
  if (outcome.kind === 'paid') {
    const retrying = method.status === 'pending';
    const lastUsedAt = instantText(outcome.paidAt);
    const paid = { ...next, status: 'verified' as const, declines: 0, lastUsedAt };
    // The sweep goes on with the next bill that the decline left unpaid.
    return retrying
      ? { ...paid, ...dueAttributes('retry', method._id, instantText(machineNow)) }
      : paid;
  }
  if (outcome.kind === 'returned') {
    const freed = settleMethod(method, payment, { kind: 'cancelled' }, machineNow);
    return freed === 'removed' ? freed : returnMethod(freed, outcome);
  }
  const declines = method.declines + (outcome.kind === 'declined' ? 1 : 0);
  const spent = declines >= MAX_DECLINES && inFlight.length === 0;
  if (spent && outcome.kind === 'declined') return 'removed';
  // A retry that the company held, or that came to nothing, proved nothing.
  const failed = outcome.kind === 'declined' || method.status === 'pending';
  const status = failed ? ('declined' as const) : method.status;
  // Its third decline waited for this payment to end: the sweep removes it.
  const due = spent && dueAttributes('retry', method._id, instantText(machineNow));
  return { ...next, declines, status, ...due };
}

/** What a payment that was given up before the company was asked has found out of its bill. */
type Found = {
  readonly reading?: BillRecord['reported'];
  /** What the reading doesn't show as paid yet; of a reading alone. */
  readonly account?: AccountFacts;
  readonly unposted?: Unposted;
  /** Statements whose payment was returned, where it ends for that. */
  readonly returned?: BillRecord['returned'];
  /** The day on which it ends, which is that of the reading. */
  readonly readOn?: Day;
  readonly declinedMethodId?: string;
  /** The company as it is now, where that is why. */
  readonly company?: BillRecord['company'];
  /** The day on which an automatic payment was put off to the next. */
  readonly postponedOn?: Day;
  readonly withheld?: Ceiling;
};

/** The bill after such a payment of it. */
export function closeBill(bill: BillRecord, payment: PaymentRecord, found: Found): BillRecord {
  return bill.pendingPaymentId === payment._id ? closedBill(bill, payment, found) : bill;
}

function closedBill(bill: BillRecord, { cancelAsked }: PaymentRecord, found: Found): IdleBill {
  const { reading = bill.reported, readOn = bill.seenOn ?? '' } = found;
  // Whatever it ends for: who canceled it was told that no further attempt is made.
  const postponedOn = cancelAsked ? undefined : found.postponedOn;
  const { isNext, followed } = followReading(bill, reading, readOn);
  const { account, unposted } = found.reading ? found : bill;
  const left = { ...billFacts(bill), ...followed, reported: reading };
  const closed = {
    ...left,
    account,
    unposted,
    seenOn: isNext ? readOn : bill.seenOn,
    ...(found.returned && { returned: found.returned }),
    ...(found.company && { company: found.company }),
    ...(postponedOn && { waitsUntil: addDays(postponedOn, 1) }),
    ...(found.withheld &&
      reading.dueOn && { withheld: { dueOn: reading.dueOn, why: found.withheld } }),
    ...(cancelAsked && skippingNow(left, readOn)),
  };
  const { declinedMethodId } = found;
  return declinedMethodId ? { ...closed, declinedMethodId } : closed;
}

/** The bill whose payment waits for its user again; `ownMethodId` was chosen for that payment alone. */
export function reopenBill(
  bill: BillRecord,
  payment: PaymentRecord,
  found: Pick<Found, 'reading' | 'readOn' | 'account' | 'unposted' | 'company'>,
  ownMethodId?: string,
): BillRecord {
  if (bill.pendingPaymentId !== payment._id) return bill;
  return scheduleOn(closedBill(bill, payment, found), payment, ownMethodId);
}

/** The payment with its outcome, no longer due; as it is when it has ended already. */
export function planSettlement(payment: PaymentRecord, outcome: KnownOutcome): PaymentRecord {
  if (payment.status !== 'pending') return payment;
  const { methodId, statement } = payment;
  const settled = {
    ...withoutDue(orderOf(payment)),
    ...{ state: 'settled' as const, status: outcome.kind, outcome, methodId, statement },
    ...only(payment, ['begunAt', 'cancelAsked', 'fault', 'submitted', 'accepted']),
  };
  if (outcome.kind === 'returned') {
    const { reason, on } = outcome;
    return { ...settled, returned: { reason, on } };
  }
  const until = outcome.kind === 'paid' ? returnableUntil(payment, outcome) : undefined;
  if (outcome.kind !== 'paid' || until === undefined) return settled;
  const returns = { until };
  const at = nextReturnLook(outcome.paidAt, returns, outcome.paidAt);
  return at === undefined ? settled : { ...settled, returns, ...clockedDue('return', payment, at) };
}
