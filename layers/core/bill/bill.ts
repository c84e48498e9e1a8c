/** Bills. Their status isn't stored: it follows from the rest (decision: derived-bill-status). */

import { type Day, dayInstant } from '../base/dates.ts';
import { type Exactly, without } from '../base/members.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import { PARTNER_SHARDS, partnerShard, shardOf } from '../base/table-keys.ts';
import type { CompanyBill } from '../company/connector.ts';
import type { BillStart } from '../consent/consent.ts';
import type { AccountFacts, Unposted } from '../payment/account-ledger.ts';
import { type Balances, lessPaid } from '../payment/balances.ts';
import type { Promised } from '../payment/promised.ts';
import { type Agreed, followStatement, type StatementName } from '../payment/statement.ts';
import type { Waiting } from '../payment/waiting.ts';
import type { Ceiling } from '../payment/withheld.ts';
import type { Auth } from '../schemas/auth.ts';
import type { BillCompany, BillStatus, Switch } from '../schemas/bill.ts';
import type { MethodType } from '../schemas/company.ts';
import type { Consent } from '../schemas/consent.ts';
import type { Schedule } from '../schemas/schedule.ts';
import { followReading, type Skip } from './statements.ts';

/** Entries kept with a bill, ten years of months; payment records are kept beside it. */
export const MAX_HISTORY = 120;

export const DEFAULT_SCHEDULE: Schedule = 'five-days-before';

export type ScheduledPayment = {
  readonly paymentId: string;
  readonly payOn: Day;
  /** What its user agreed to; missing of what release 0.1.0 scheduled. */
  readonly agreed?: Agreed;
  /** What it was promised to cost. */
  readonly promised?: Promised;
  /** Why it waits for its user. */
  readonly waiting?: Waiting;
  /** Why it was not made when it was last tried. */
  readonly withheld?: Ceiling;
  /** The method that was chosen for it alone; else the bill's own pays. */
  readonly methodId?: string;
};

/** What a bill is of, and who it is of. */
type BillOf = OwnedRecord & {
  /** Puts the bill into its partner's list; a deleted bill is in none. */
  readonly partnerShard?: string;
  /** What the partner gave with the auth, to know its payments by. */
  readonly paymentIdentifier?: string;
  readonly companyId: string;
  /** What tells the account from every other at the company; a keyed fingerprint. */
  readonly accountFingerprint: string;
  /** The auth as it is shown with the bill, copied with each change of the auth. */
  readonly auth: Auth;
  readonly company: BillCompany;
  /** Subscription companies require recurring payments. */
  readonly subscription: boolean;
  /** The types of payment method that the company takes. */
  readonly acceptedMethods: readonly MethodType[];
};

/** What is known of its account. */
type BillReading = {
  readonly reported: Omit<CompanyBill, 'accountKey' | 'recentPayments'>;
  /** The newest statement known, by its first due date; missing of what earlier releases read. */
  readonly statement?: StatementName;
  /** What was taken of the account, as far as this bill knows; nothing of one that was never paid. */
  readonly account?: AccountFacts;
  /** The part of it that the company may still show within its posting time. */
  readonly unposted?: Unposted;
  /** Statements whose payment was returned, as far as this bill knows: nothing pays them automatically. */
  readonly returned?: readonly StatementName[];
  /** The day on which the statement was first seen: one that was overdue by then is the user's to pay. */
  readonly seenOn?: Day;
  /** When the reading that wrote it last began, by the machine's clock, in milliseconds. */
  readonly readAt?: number;
};

type BillHistory = {
  /** Paid through us: the newest of it and of what the company reports is shown. */
  readonly lastPaid?: { readonly amountCents: number; readonly paidOn: string };
  /** As releases up to 0.1.1 kept what was paid of the last statement; the ledger takes it over. */
  readonly paidOf?: StatementName & { readonly cents: number };
  readonly payments: readonly {
    readonly amountCents: number;
    readonly paidOn: string;
    /** What its company added, where it said so; missing of those that earlier releases made. */
    readonly feeCents?: number;
    /** Missing of those that release 0.1.0 made. */
    readonly paymentId?: string;
    /** What it was of, and what that owed then; missing of those that earlier releases made. */
    readonly statement?: StatementName & { readonly owedCents?: number };
  }[];
  /** The payment that was planned or begun last, whatever became of it. */
  readonly newestPaymentId?: string;
};

/** What a bill has of an earlier link, until its user decides anew. */
export type Earlier = {
  /** Tells whether the bill began with what is kept, or with other settings. */
  readonly mark: string;
  readonly recurring?: 'enabled';
  readonly amountCents?: number;
  readonly methodId?: string;
};

/** What its user has set. */
export type BillSettings = {
  readonly recurring: Switch;
  /** Who agreed to recurring payments; missing of those that are older than consents. */
  readonly consent?: Consent;
  /** Of a subscription, which can't be switched off: its user's first method came without a consent. */
  readonly notAgreed?: true;
  readonly notifications: Switch;
  readonly schedule?: Schedule;
  readonly customPaymentAmountCents?: number;
  /** What is left of an earlier link of its account. */
  readonly earlier?: Earlier;
  readonly customLabel?: string;
  readonly hidden: boolean;
  readonly methodId?: string;
};

/** What was decided and told of its statements, each by its due date. */
type BillNotes = {
  /** Statements that no automatic payment pays: it was cancelled, or could not be made in time. */
  readonly skips?: readonly Skip[];
  /** The due date as it is shown, where its statement is skipped: what earlier releases look at. */
  readonly skippedDueOn?: Day;
  /** Its first statement is not shown yet: if it would be paid at once, it is left to its user. */
  readonly leavesDue?: true;
  /** Why the automatic payment of this due date was withheld the last time that it was tried. */
  readonly withheld?: { readonly dueOn: Day; readonly why: Ceiling };
  /** The day of a payment that was not announced, since it would not be made. */
  readonly unannounced?: Day;
  /** The days that notices were given about, by their kind. */
  readonly noticed?: Readonly<Record<string, Day>>;
  /** The statements that they were given about; missing of notices that earlier releases gave. */
  readonly noticedOf?: Readonly<Record<string, StatementName | undefined>>;
};

/** Nothing is planned but by its settings. */
type Unplanned = {
  /** The day before which an automatic payment that could not be made is not tried again. */
  readonly waitsUntil?: Day;
  /** A pause, or another payment of the account, holds the payment of this due date back until then. */
  readonly heldBack?: {
    readonly dueOn: Day;
    readonly until: string;
    /** Its partner was told. */
    readonly told?: true;
  };
};

/** A decline left it unpaid. */
type Declined = Unplanned & {
  readonly declinedMethodId: string;
  /** Its third decline removed that method: any choice of the user's ends the decline. */
  readonly declineStands?: true;
};

/** The decline is the newest payment's, or that of one that was returned with none planned since. */
type DeclinedAlone = Declined & { readonly declinedPaymentId?: string };

/** An order for a later day, or a payment that waits for its user. */
type Planned = Unplanned & { readonly scheduled: ScheduledPayment };

/** Its beginning ended all that came before it. */
type UnderWay = { readonly pendingPaymentId: string };

/** A bill, by what is under way or planned of it. Leaving that drops what belongs to it: see `billFacts`. */
type BillPayments = Exactly<Unplanned | DeclinedAlone | Planned | (Planned & Declined) | UnderWay>;

export type BillFacts = BillOf & BillReading & BillHistory & BillSettings & BillNotes;

export type BillRecord = BillFacts & BillPayments;

/** While no payment of it is under way. */
export type IdleBill = Exclude<BillRecord, UnderWay>;

const paymentMembers: Readonly<Record<keyof BillPayments, true>> = {
  ...{ scheduled: true, pendingPaymentId: true, waitsUntil: true, heldBack: true },
  ...{ declinedMethodId: true, declineStands: true, declinedPaymentId: true },
};

/** What of a bill is the same whatever becomes of its payment. */
export function billFacts(bill: BillRecord | StoredBill): BillFacts {
  return without(bill, Object.keys(paymentMembers) as (keyof BillPayments)[]);
}

/** Of a bill that a decline leaves unpaid no more. */
export const withoutDecline = {
  ...{ declinedMethodId: undefined, declineStands: undefined, declinedPaymentId: undefined },
} as const;

/** As it is stored: one flat item, whose attributes releases 0.1.0 and 0.1.1 read and write too. */
export type StoredBill = BillFacts & {
  readonly [M in keyof BillPayments]?: Exclude<BillRecord[M], undefined>;
};

/** What is stored, without what another state may have left in it. What newer releases store stays. */
export function parseBill(stored: StoredBill): BillRecord {
  const { pendingPaymentId, scheduled, declinedMethodId } = stored;
  if (pendingPaymentId !== undefined) return { ...billFacts(stored), pendingPaymentId };
  if (declinedMethodId === undefined) return { ...stored, ...withoutDecline } as BillRecord;
  const { declinedPaymentId } = scheduled ? {} : stored;
  return { ...stored, declinedMethodId, declinedPaymentId } as BillRecord;
}

/** A bill seen for the first time. */
export function newBill(
  seen: CompanyBill,
  context: Omit<BillOf, 'version'> &
    Pick<BillReading, 'seenOn' | 'account' | 'unposted' | 'returned'> & {
      readonly starts: BillStart;
      readonly weekly?: true;
    },
): BillRecord {
  const { starts, weekly, ...identity } = context;
  const { statement } = followStatement(undefined, seen, context.seenOn ?? '', weekly);
  return {
    ...identity,
    version: 1,
    ...listing(context),
    reported: reportedOf(seen),
    ...(statement && { statement }),
    payments: [],
    ...starts,
    notifications: 'enabled',
    hidden: false,
  };
}

/** What the company reports now, on the bill that stands. */
export function refreshBill(
  bill: BillRecord,
  seen: CompanyBill,
  context: Pick<BillOf, 'auth' | 'company' | 'subscription' | 'acceptedMethods'> &
    Pick<BillRecord, 'paymentIdentifier' | 'seenOn' | 'account' | 'unposted'> & {
      readonly weekly?: true;
    },
): BillRecord {
  const { weekly, ...current } = context;
  const reported = reportedOf(seen);
  const { isNext, followed } = followReading(bill, reported, context.seenOn ?? '', weekly);
  return {
    ...bill,
    ...current,
    ...listing(bill),
    ...followed,
    // Seen again after it was deleted: its account was linked again.
    deletedAt: undefined,
    reported,
    seenOn: isNext ? context.seenOn : (bill.seenOn ?? context.seenOn),
    waitsUntil: undefined,
    ...(isNext && withoutDecline),
  };
}

/** Puts a bill into its partner's list. */
function listing({ _id, partnerId }: Pick<BillRecord, '_id' | 'partnerId'>) {
  return { partnerShard: partnerShard(partnerId, shardOf(_id, PARTNER_SHARDS)) };
}

/** The account's key may be a person's login: its fingerprint alone is kept. */
export function reportedOf(shown: CompanyBill): BillRecord['reported'] {
  return without(shown, ['accountKey', 'recentPayments']);
}

/** What is still to be paid: what the company reports, less what it doesn't show as paid yet. */
export function owedOf(bill: Pick<BillRecord, 'reported' | 'unposted'>): Balances {
  return lessPaid(bill.reported, bill.unposted?.cents ?? 0);
}

/** The status that the facts lead to (decision: derived-bill-status). */
export function billStatus(bill: BillRecord, today: Day): BillStatus {
  const status = statusOf(bill);
  return status === 'due' ? dueStatus(bill, today) : status;
}

/** The status but for the day: one that is `due` is `upcoming` or `overdue`. */
export function statusOf(bill: BillRecord): Exclude<BillStatus, 'upcoming' | 'overdue'> | 'due' {
  // It is being paid whatever the company shows meanwhile.
  if (bill.pendingPaymentId) return 'pending';
  if (bill.reported.syncing) return 'syncing';
  if (!owes(bill)) return lastPaidOf(bill) ? 'paid' : 'zero-balance';
  if (bill.declinedMethodId) return 'payment-declined';
  if (bill.company.requiredPayment && !bill.methodId) return 'payment-required';
  return 'due';
}

/** On the sandbox `pending` and `payment-required` show the due status (decision: derived-bill-status). */
export function visibleStatus(bill: BillRecord, today: Day, sandbox: boolean): BillStatus {
  const status = billStatus(bill, today);
  const hidden = sandbox && (status === 'pending' || status === 'payment-required');
  return hidden ? dueStatus(bill, today) : status;
}

function dueStatus(bill: BillRecord, today: Day): 'overdue' | 'upcoming' {
  return bill.reported.dueOn !== undefined && bill.reported.dueOn < today ? 'overdue' : 'upcoming';
}

export function owes(bill: Pick<BillRecord, 'reported' | 'unposted'>): boolean {
  return (owedOf(bill).balanceCents ?? 0) > 0;
}

/** The company's own schedule, else the bill's, else the default. */
export function scheduleOf(bill: BillRecord): Schedule {
  return bill.company.schedule ?? bill.schedule ?? DEFAULT_SCHEDULE;
}

/** The newest payment of the bill: of ours, and of what its company reports. */
export function lastPaidOf(bill: BillRecord): BillRecord['lastPaid'] {
  const { lastPaidAmountCents, lastPaidOn } = bill.reported;
  const reported =
    lastPaidAmountCents !== undefined && lastPaidOn !== undefined
      ? { amountCents: lastPaidAmountCents, paidOn: dayInstant(lastPaidOn) }
      : undefined;
  if (!reported || !bill.lastPaid) return bill.lastPaid ?? reported;
  // The company shows days: on the same day, our own instant is the more exact of the two.
  return reported.paidOn.slice(0, 10) > bill.lastPaid.paidOn.slice(0, 10)
    ? reported
    : bill.lastPaid;
}
