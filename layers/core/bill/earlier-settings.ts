/**
 * What a user had set outlives a link: what restricts holds, and what permits is offered again
 * (decision: restrictions-outlive-a-link).
 */

import { DAY_MILLISECONDS, type Day } from '../base/dates.ts';
import { only } from '../base/members.ts';
import { isSameStatement } from '../payment/statement.ts';
import type { Switch } from '../schemas/bill.ts';
import type { BillRecord, BillSettings, Earlier } from './bill.ts';
import { type Following, isSkipped, type Skip, skipsOf } from './statements.ts';

/** Longer than from one yearly bill to the next. */
const DAYS_KEPT = 400;
/** Accounts of a client at a company whose settings are kept; the oldest go first. */
const MAX_ACCOUNTS = 60;

export type KeptSettings = {
  /** Tells whether a bill began with these settings, or with others. */
  readonly mark: string;
  /** Off restricts; on is offered. */
  readonly recurring?: Switch;
  /** The statements that are skipped. */
  readonly skips?: readonly Skip[];
  /** As releases up to 0.1.1 kept the last of them. */
  readonly skipped?: { readonly dueOn: Day; readonly name?: string };
  readonly label?: string;
  readonly hidden?: true;
  readonly notifications?: 'disabled';
  /** Restricts what a payment charges, and is offered where it is more than is owed. */
  readonly amountCents?: number;
  /** Offered. */
  readonly methodId?: string;
};

/** Of a client at a company, by the fingerprint of the account. */
export type EarlierRecord = {
  readonly version: number;
  readonly accounts: Readonly<Record<string, KeptSettings>>;
  /** When the table may drop it, in seconds since the epoch. */
  readonly expiresAt: number;
};

/** What of a bill its user sets. */
type Set = Following & BillSettings & Pick<BillRecord, 'accountFingerprint' | 'subscription'>;

/** The record once bills are unlinked; nothing where nothing of them is to be kept or forgotten. */
export function keepSettings(
  standing: EarlierRecord | undefined,
  bills: readonly Set[],
  machineNow: number,
): EarlierRecord | undefined {
  const accounts = { ...standing?.accounts };
  const version = (standing?.version ?? 0) + 1;
  let changed = false;
  for (const bill of bills) {
    const { accountFingerprint: account } = bill;
    const known = accounts[account];
    const kept = settingsOf(bill, known, `${version} ${machineNow}`);
    changed ||= known !== undefined || kept !== undefined;
    // The newest come last.
    delete accounts[account];
    if (kept) accounts[account] = kept;
  }
  const newest = Object.entries(accounts).slice(-MAX_ACCOUNTS);
  const expiresAt = Math.ceil((machineNow + DAYS_KEPT * DAY_MILLISECONDS) / 1000);
  return changed ? { version, accounts: Object.fromEntries(newest), expiresAt } : undefined;
}

function settingsOf(bill: Set, known: KeptSettings | undefined, mark: string) {
  const own = ownSettingsOf(bill);
  // It began with what is known, so that its user has decided about that since.
  const settings = known && bill.earlier?.mark !== known.mark ? stricter(own, known) : own;
  return Object.values(settings).some((value) => value !== undefined)
    ? { ...settings, mark }
    : undefined;
}

type Unmarked = Omit<KeptSettings, 'mark'>;

function ownSettingsOf(bill: Set): Unmarked {
  const isImplied = bill.recurring === 'enabled' && bill.consent?.implied;
  return {
    recurring: bill.notAgreed ? 'disabled' : isImplied ? undefined : bill.recurring,
    skips: orNone(skipsOf(bill)),
    label: bill.customLabel,
    hidden: bill.hidden || undefined,
    notifications: bill.notifications === 'disabled' ? bill.notifications : undefined,
    amountCents: mostAmount(bill),
    methodId: bill.methodId ?? bill.earlier?.methodId,
  };
}

function orNone(skips: readonly Skip[]): KeptSettings['skips'] {
  return skips.length > 0 ? skips : undefined;
}

/** Of two links of one account, whatever restricts. */
function stricter(one: Unmarked, other: Unmarked): Unmarked {
  const off = one.recurring === 'disabled' || other.recurring === 'disabled';
  const amounts = [one, other].flatMap(({ amountCents }) => amountCents ?? []);
  return {
    recurring: off ? 'disabled' : one.recurring,
    skips: bothSkips(one, other),
    label: one.label ?? other.label,
    hidden: one.hidden ?? other.hidden,
    notifications: one.notifications ?? other.notifications,
    amountCents: amounts.length > 0 ? Math.min(...amounts) : undefined,
    methodId: one.methodId,
  };
}

/** The bill as it begins, with what restricted it before. A text that was agreed to now is newer. */
export function withEarlier<B extends Set>(bill: B, kept: KeptSettings | undefined): B {
  if (!kept) return bill;
  const agreedNow = bill.consent?.textHash !== undefined;
  const restricts = kept.recurring === 'disabled' && !agreedNow;
  const off = restricts && !bill.subscription;
  const recurring = off ? ('disabled' as const) : bill.recurring;
  const { mark, label, hidden, notifications } = kept;
  const skips = keptSkips(kept);
  const earlier: Earlier = {
    mark,
    ...(kept.recurring === 'enabled' && recurring === 'disabled' && { recurring: 'enabled' }),
    ...only(kept, ['amountCents', 'methodId']),
  };
  return {
    ...bill,
    ...{ recurring, earlier },
    consent: off ? undefined : bill.consent,
    ...(restricts && bill.subscription && { notAgreed: true }),
    ...(skips.length > 0 && skippedNow(skips, bill)),
    ...(label !== undefined && { customLabel: label }),
    ...(hidden && { hidden }),
    ...(notifications && { notifications }),
  };
}

function keptSkips({ skips, skipped }: Unmarked): readonly Skip[] {
  return skips ?? (skipped ? [skipped] : []);
}

function bothSkips(one: Unmarked, other: Unmarked): KeptSettings['skips'] {
  const own = keptSkips(one);
  const others = keptSkips(other).filter((skip) => !own.some((it) => isSameStatement(it, skip)));
  return orNone([...others, ...own]);
}

/** What was skipped stays so; releases up to 0.1.1 look at the due date as it is shown. */
function skippedNow(skips: readonly Skip[], bill: Set): Pick<Set, 'skips' | 'skippedDueOn'> {
  const skipped = isSkipped({ ...bill, skips, skippedDueOn: undefined });
  return { skips, skippedDueOn: skipped ? bill.reported.dueOn : undefined };
}

/** A bill that was unlinked and not erased, as one that is linked anew. */
export function asUnset<B extends Set>(bill: B): B {
  return {
    ...bill,
    ...{ hidden: false, notifications: 'enabled' as const },
    ...{ skips: undefined, skippedDueOn: undefined, leavesDue: undefined, notAgreed: undefined },
    ...{ customLabel: undefined, schedule: undefined },
    ...{ customPaymentAmountCents: undefined, methodId: undefined, earlier: undefined },
  };
}

/** The bill once its user has decided about what was offered. */
export function decided(
  { earlier }: Pick<Set, 'earlier'>,
  about: 'recurring' | 'amountCents' | 'methodId',
): Pick<Set, 'earlier'> {
  if (earlier?.[about] === undefined) return {};
  return { earlier: { ...earlier, [about]: undefined } };
}

/** What its user wants to pay of a statement at most. */
export function mostAmount(bill: Pick<Set, 'customPaymentAmountCents' | 'earlier'>) {
  return bill.customPaymentAmountCents ?? bill.earlier?.amountCents;
}

/** The same, as far as it is less than what is owed, or was chosen since the account was linked. */
export function chosenAmount(
  { customPaymentAmountCents, earlier }: Pick<Set, 'customPaymentAmountCents' | 'earlier'>,
  balanceCents: number | undefined,
): number | undefined {
  if (customPaymentAmountCents !== undefined) return customPaymentAmountCents;
  const before = earlier?.amountCents;
  return before !== undefined && before < (balanceCents ?? 0) ? before : undefined;
}
