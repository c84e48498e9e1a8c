/**
 * What is wrong with an account: what its bill and its ledger say, held against our payments
 * (decision: reconciled-daily).
 */

import { addDays, type Day, dayOf } from '../base/dates.ts';
import { clientOf } from '../base/ids.ts';
import { type BillRecord, owedOf } from '../bill/bill.ts';
import { skipStatement, statementOfBill } from '../bill/statements.ts';
import type { AccountLedger } from '../payment/account-ledger.ts';
import { automaticPayDay } from '../payment/pay-day.ts';
import type { PaymentRecord } from '../payment/payment.ts';
import { isReturnedStatement } from '../payment/statement.ts';
import type { Found } from './finding.ts';

export type JudgedAccount = {
  readonly bill: BillRecord;
  readonly ledger: AccountLedger | undefined;
  /** The payments that the ledger and the bill name as under way, where they are there. */
  readonly locking: ReadonlyMap<string, Pick<PaymentRecord, 'status'>>;
  /** By the partner's clock. */
  readonly today: Day;
};

export function judgeAccount(facts: JudgedAccount): Found[] {
  return [...strayLocks(facts), ...notApplied(facts), ...paidElsewhere(facts)];
}

/**
 * Locks whose payment has ended or is not there. The account's lock is the ledger's; a bill has one of
 * its own.
 */
function strayLocks({ bill, ledger, locking }: JudgedAccount): Found[] {
  const locks = [
    [`${bill.companyId} ${bill.accountFingerprint}`, ledger?.pendingPaymentId],
    [bill._id, bill.pendingPaymentId],
  ] as const;
  return locks.flatMap(([subject, paymentId]) => {
    if (paymentId === undefined) return [];
    const status = locking.get(paymentId)?.status;
    if (status === 'pending') return [];
    const about = { ...aboutOf(bill), paymentId, ...(status && { status }) };
    return [{ ...about, kind: 'lock-without-payment' as const, subject }];
  });
}

/** Whether the lock of a ledger is proven to be over: its payment is there, and has ended. */
export function isLockOver({
  ledger,
  locking,
}: Pick<JudgedAccount, 'ledger' | 'locking'>): boolean {
  const status = locking.get(ledger?.pendingPaymentId ?? '')?.status;
  return status !== undefined && status !== 'pending' && status !== 'scheduled';
}

/** Payments of this bill's client whose company had its time to show them, and shows none of it. */
function notApplied({ bill, ledger, today }: JudgedAccount): Found[] {
  const shown = statementOfBill(bill);
  const own = (ledger?.unposted ?? []).filter(
    ({ paymentId, until, statement }) =>
      clientOf('pay', paymentId) === bill.clientId &&
      until < today &&
      isReturnedStatement([statement], shown),
  );
  return own.map(({ paymentId, amountCents, paidOn, confirmation }) => ({
    ...aboutOf(bill),
    ...{ kind: 'not-applied', subject: paymentId, paymentId, oursCents: amountCents, on: paidOn },
    ...(confirmation !== undefined && { confirmation }),
  }));
}

/**
 * A payment that the company lists, that is none of ours, that was made since the statement is there,
 * and that covers what the statement still shows as owed: its user paid it elsewhere, and the company
 * has not taken it off yet.
 */
function paidElsewhere({ bill, ledger }: JudgedAccount): Found[] {
  const owedCents = owedOf(bill).balanceCents ?? 0;
  const { dueOn, lastPaidAmountCents, lastPaidOn } = bill.reported;
  const { seenOn } = bill;
  if (owedCents === 0 || dueOn === undefined || seenOn === undefined) return [];
  const last =
    lastPaidAmountCents !== undefined && lastPaidOn !== undefined
      ? [{ amountCents: lastPaidAmountCents, paidOn: lastPaidOn }]
      : [];
  const listed = (ledger?.listed ?? last).filter(({ paidOn }) => paidOn >= seenOn);
  const other = withoutOurs(listed, bill).find(({ amountCents }) => amountCents >= owedCents);
  if (!other) return [];
  return [
    {
      ...aboutOf(bill),
      ...{ kind: 'paid-elsewhere', subject: `${bill._id} ${dueOn}`, on: other.paidOn },
      ...{ oursCents: owedCents, theirsCents: other.amountCents },
    },
  ];
}

type Listed = { readonly amountCents: number; readonly paidOn: Day };

/** What the company lists beyond what was paid through the bill; each of ours is listed once. */
function withoutOurs(listed: readonly Listed[], { payments }: BillRecord): Listed[] {
  const ours = payments.map((one) => ({ ...one, paidOn: dayOf(Date.parse(one.paidOn)) }));
  return listed.filter((one) => {
    const index = ours.findIndex(
      ({ amountCents, paidOn }) =>
        amountCents === one.amountCents &&
        one.paidOn >= addDays(paidOn, -1) &&
        one.paidOn <= addDays(paidOn, MOST_DAYS_TO_POST),
    );
    if (index >= 0) ours.splice(index, 1);
    return index < 0;
  });
}

/** Days after which a company may still date one of our payments. */
const MOST_DAYS_TO_POST = 10;

/**
 * The bill whose statement was paid elsewhere, with this cycle's automatic payment skipped; nothing where
 * none is planned. What its user ordered stays.
 */
export function withoutAutomatic(bill: BillRecord, today: Day): BillRecord | undefined {
  if (bill.scheduled || automaticPayDay(bill) === undefined) return undefined;
  return { ...bill, ...skipStatement(bill, today) };
}

function aboutOf({ _id: billId, companyId }: BillRecord) {
  return { billId, companyId };
}
