/**
 * What was paid to an account, as far as its company doesn't show it yet: whoever pays the account, by
 * whatever link, client or partner, owes its balance less what is unposted
 * (decision: unposted-payments). One payment of an account is under way at a time.
 */
import type { CompanyBill } from '../connector.ts';
import { addDays, type Day, dayOf } from '../dates.ts';
import type { Balances } from './balances.ts';
import { isSameOrMoved, isSameStatement, type StatementName, statementShown } from './statement.ts';

/** A payment that the company lists as posted. */
type PostedPayment = {
  readonly amountCents: number;
  readonly paidOn: Day;
  readonly confirmation?: string;
};

/** A payment of ours that no reading has reflected yet. */
export type UnpostedPayment = PostedPayment & {
  readonly paymentId: string;
  readonly statement: StatementName;
  /** The last day of the company's posting time. */
  readonly until: Day;
};

export type AccountLedger = {
  /** 1 when it is first written, one more each time. */
  readonly version: number;
  /** The payment of the account that is under way. */
  readonly pendingPaymentId?: string;
  /** The oldest first. */
  readonly unposted: readonly UnpostedPayment[];
  /** What the account was last read to owe. */
  readonly seen?: { readonly statement: StatementName; readonly owedCents?: number };
  /** Payments that the company has listed: each stands for one payment of ours at most. */
  readonly listed: readonly PostedPayment[];
  /** Statements of which a payment was returned: no automatic payment pays them. */
  readonly returned?: readonly StatementName[];
};

/** What is read of an account, as far as it tells of payments. */
export type AccountReading = Balances &
  Pick<
    CompanyBill,
    'dueOn' | 'statementName' | 'lastPaidAmountCents' | 'lastPaidOn' | 'recentPayments'
  >;

/** Days in which a company shows a payment, where its connector says nothing else. */
export const POSTING_DAYS = 5;
/** Days for which it is remembered what a company has listed. */
const LISTED_DAYS = 60;

const empty: AccountLedger = { version: 0, unposted: [], listed: [] };

/** The account's ledger with a payment under way. */
export function withPending(ledger: AccountLedger = empty, paymentId: string): AccountLedger {
  return { ...ledger, version: ledger.version + 1, pendingPaymentId: paymentId };
}

/** The account's ledger once a payment ended; `paid` where the company took it. */
export function withoutPending(
  ledger: AccountLedger = empty,
  paymentId: string,
  paid?: UnpostedPayment,
): AccountLedger {
  const { pendingPaymentId, ...rest } = ledger;
  return {
    ...rest,
    version: ledger.version + 1,
    ...(pendingPaymentId !== paymentId && pendingPaymentId && { pendingPaymentId }),
    unposted: paid ? [...ledger.unposted, paid] : ledger.unposted,
  };
}

/**
 * The ledger after a reading. The reading reflects a payment by its confirmation, by a listed payment
 * of its amount from the day before it on that stands for no other, or by an account that owes less
 * by it on the same statement, which no other listed payment explains. What is still unposted after
 * the posting time is kept while its statement is shown, for automatic payments alone.
 */
export function readLedger(
  ledger: AccountLedger = empty,
  reading: AccountReading,
  partnerNow: number,
): AccountLedger {
  const today = dayOf(partnerNow);
  const statement = statementShown(reading, partnerNow);
  const owedCents = owedOf(reading);
  const fresh = without(listedIn(reading), ledger.listed);
  const evidence = { fresh, dropCents: dropOf(ledger, reading, statement) };
  const unlisted = ledger.unposted
    .filter((paid) => !isConfirmed(evidence, paid))
    .filter((paid) => !isListed(evidence, paid));
  // What is listed beside ours, such as what the user paid at the company, lowered the balance too.
  const isRecent = ({ paidOn }: PostedPayment) => paidOn >= addDays(today, -LISTED_DAYS);
  evidence.dropCents -= sumOf(evidence.fresh.filter(isRecent));
  const unposted = unlisted
    .filter((paid) => !isDropped(evidence, paid))
    .filter(countsFor(statement, today));
  return {
    ...ledger,
    version: ledger.version + 1,
    unposted,
    seen: { statement, ...(owedCents !== undefined && { owedCents }) },
    listed: [...ledger.listed, ...fresh].filter(isRecent),
  };
}

/** What the readings may still reflect; used up as payments are found in it. */
type Evidence = { fresh: PostedPayment[]; dropCents: number };

function isConfirmed(evidence: Evidence, paid: UnpostedPayment): boolean {
  if (paid.confirmation === undefined) return false;
  return take(evidence, paid, ({ confirmation }) => confirmation === paid.confirmation);
}

function isListed(evidence: Evidence, paid: UnpostedPayment): boolean {
  return take(evidence, paid, (one) => couldBe(one, paid));
}

function isDropped(evidence: Evidence, paid: UnpostedPayment): boolean {
  if (evidence.dropCents < paid.amountCents) return false;
  evidence.dropCents -= paid.amountCents;
  return true;
}

/** Uses up the listed payment that this one is, and what it took off the balance. */
function take(
  evidence: Evidence,
  { amountCents }: UnpostedPayment,
  isIt: (one: PostedPayment) => boolean,
): boolean {
  const index = evidence.fresh.findIndex(isIt);
  if (index < 0) return false;
  evidence.fresh = evidence.fresh.toSpliced(index, 1);
  evidence.dropCents -= amountCents;
  return true;
}

function couldBe(one: PostedPayment, paid: UnpostedPayment): boolean {
  const named = one.confirmation !== undefined && paid.confirmation !== undefined;
  return !named && one.amountCents === paid.amountCents && one.paidOn >= addDays(paid.paidOn, -1);
}

/** By how much the account owes less than when it was last read, on the same statement. */
function dropOf(
  { seen }: AccountLedger,
  reading: AccountReading,
  statement: StatementName,
): number {
  const owedCents = owedOf(reading);
  if (seen?.owedCents === undefined || owedCents === undefined) return 0;
  return isSameStatement(seen.statement, statement) ? seen.owedCents - owedCents : 0;
}

/** All that is owed, which a payment of any amount lowers. */
function owedOf({ fullBalanceCents, statementBalanceCents, balanceCents }: Balances) {
  return fullBalanceCents ?? statementBalanceCents ?? balanceCents;
}

function listedIn({ recentPayments = [], lastPaidAmountCents, lastPaidOn }: AccountReading) {
  if (lastPaidAmountCents === undefined || lastPaidOn === undefined) return recentPayments;
  const last = { amountCents: lastPaidAmountCents, paidOn: lastPaidOn };
  const isListed = recentPayments.some(
    ({ amountCents, paidOn }) => amountCents === last.amountCents && paidOn === last.paidOn,
  );
  return isListed ? recentPayments : [...recentPayments, last];
}

/** What is listed now and was not before, as often as it is listed more. */
function without(
  listed: readonly PostedPayment[],
  before: readonly PostedPayment[],
): PostedPayment[] {
  const left = [...before];
  return listed.filter((one) => {
    const index = left.findIndex((other) => isSame(one, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function isSame(one: PostedPayment, other: PostedPayment): boolean {
  return (
    one.amountCents === other.amountCents &&
    one.paidOn === other.paidOn &&
    one.confirmation === other.confirmation
  );
}

/** What is unposted of an account: the sum, and the last day of the posting time. */
export type Unposted = { readonly cents: number; readonly until: Day };

/** Nothing where all is posted, or given up to be. */
export function unpostedOf(
  { unposted }: Pick<AccountLedger, 'unposted'>,
  today: Day,
): Unposted | undefined {
  const open = unposted.filter(({ until }) => until >= today);
  const [first] = open;
  if (!first) return undefined;
  const until = open.reduce(
    (latest, one) => (one.until > latest ? one.until : latest),
    first.until,
  );
  return { cents: sumOf(open), until };
}

/**
 * What an automatic payment takes off the balance that a reading shows: also what was paid of this very
 * statement and is not shown though its posting time is over. Whether that arrived is for its user to
 * say. No reading may have told the ledger yet that a statement is over.
 */
export function paidUnseen(
  { unposted }: Pick<AccountLedger, 'unposted'>,
  reading: Pick<AccountReading, 'dueOn' | 'statementName'>,
  partnerNow: number,
): number {
  const statement = statementShown(reading, partnerNow);
  return sumOf(unposted.filter(countsFor(statement, dayOf(partnerNow))));
}

/** Whether a payment can still be what a statement's balance lacks, whose due date may have moved since. */
function countsFor(statement: StatementName, today: Day) {
  return (paid: UnpostedPayment) => paid.until >= today || isSameOrMoved(paid.statement, statement);
}

function sumOf(payments: readonly PostedPayment[]): number {
  return payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
