/** What the model knows of an account's payments that its company doesn't show yet. */
import type { CompanyBill } from '@billhook/core/connector';
import { addDays, dayOf } from '@billhook/core/dates';
import { moves } from './rules.ts';
import {
  accountFingerprint,
  type Model,
  type ModelLedger,
  type ModelStatement,
  type Reported,
} from './state.ts';

type Paid = ModelLedger['unposted'][number];
type Listed = ModelLedger['listed'][number];
type Account = { readonly companyId: string; readonly accountKey: string };

export function ledgerKey({ companyId, accountKey }: Account): string {
  return `${companyId} ${accountFingerprint(companyId, accountKey)}`;
}

export function ledgerOf(model: Model, account: Account): ModelLedger | undefined {
  return model.ledgers[ledgerKey(account)];
}

/** The ledger to change; made where there is none. */
export function openLedger(model: Model, account: Account): ModelLedger {
  const key = ledgerKey(account);
  const standing = model.ledgers[key] ?? { unposted: [], listed: [] };
  model.ledgers[key] = standing;
  return standing;
}

/** What the sum is, and until when the company may still show it. */
export function unpostedIn(
  ledger: ModelLedger | undefined,
  today: string,
): { cents: number; until: string } | undefined {
  const open = ledger?.unposted.filter(({ until }) => until >= today) ?? [];
  const until = open
    .map((one) => one.until)
    .toSorted()
    .at(-1);
  return until === undefined ? undefined : { cents: sum(open), until };
}

/** What may still be what the balance of a statement lacks, also after its posting time. */
export function unseenIn(ledger: ModelLedger | undefined, shown: Reported, now: number): number {
  const statement = statementIn(shown, now);
  return sum(ledger?.unposted.filter((paid) => stillCounts(paid, statement, dayOf(now))) ?? []);
}

/** A statement whose due date moved by some days is still the one that was paid. */
function stillCounts({ statement: paid, until }: Paid, shown: ModelStatement, today: string) {
  const asShown = ({ dueOn, name }: ModelStatement) => ({ dueOn, statementName: name }) as Reported;
  return until >= today || sameStatement(paid, shown) || moves(asShown(paid), asShown(shown));
}

function sum(paid: readonly Paid[]): number {
  return paid.reduce((total, { cents }) => total + cents, 0);
}

export function statementIn({ dueOn, statementName }: Reported, now: number): ModelStatement {
  return { dueOn: dueOn ?? dayOf(now).slice(0, 7), name: statementName };
}

export function sameStatement(one: ModelStatement, other: ModelStatement): boolean {
  const named = one.name !== undefined && other.name !== undefined;
  return named ? one.name === other.name : one.dueOn === other.dueOn;
}

/** The ledger as a reading leaves it. */
export function afterReading(
  ledger: ModelLedger | undefined,
  shown: Omit<CompanyBill, 'accountKey'>,
  now: number,
): ModelLedger {
  const before = ledger ?? { unposted: [], listed: [] };
  const statement = statementIn(shown, now);
  const owed = shown.fullBalanceCents ?? shown.statementBalanceCents ?? shown.balanceCents;
  const news = newsOf(listOf(shown), before.listed);
  const left = { news: [...news], drop: 0 };
  const then = before.seen;
  if (then?.owed !== undefined && owed !== undefined && sameStatement(then.statement, statement))
    left.drop = then.owed - owed;
  const byConfirmation = (one: Listed, paid: Paid) =>
    paid.confirmation !== undefined && one.confirmation === paid.confirmation;
  const byAmount = (one: Listed, paid: Paid) =>
    (one.confirmation === undefined || paid.confirmation === undefined) &&
    one.cents === paid.cents &&
    one.on >= addDays(paid.paidOn, -1);
  const today = dayOf(now);
  let unposted = before.unposted.filter((paid) => !uses(left, paid, byConfirmation));
  unposted = unposted.filter((paid) => !uses(left, paid, byAmount));
  // What others paid lowered the balance as well.
  for (const { cents, on } of left.news) if (on >= addDays(today, -60)) left.drop -= cents;
  unposted = unposted.filter((paid) => {
    if (left.drop < paid.cents) return true;
    left.drop -= paid.cents;
    return false;
  });
  return {
    ...before,
    unposted: unposted.filter((paid) => stillCounts(paid, statement, today)),
    seen: { statement, owed },
    listed: [...before.listed, ...news].filter(({ on }) => on >= addDays(today, -60)),
  };
}

function uses(
  left: { readonly news: Listed[]; drop: number },
  paid: Paid,
  isIt: (one: Listed, paid: Paid) => boolean,
): boolean {
  const at = left.news.findIndex((one) => isIt(one, paid));
  if (at < 0) return false;
  left.news.splice(at, 1);
  left.drop -= paid.cents;
  return true;
}

function listOf(shown: Omit<CompanyBill, 'accountKey'>): Listed[] {
  const list = (shown.recentPayments ?? []).map(({ amountCents, paidOn, confirmation }) => ({
    cents: amountCents,
    on: paidOn,
    confirmation,
  }));
  const { lastPaidAmountCents: cents, lastPaidOn: on } = shown;
  if (cents === undefined || on === undefined) return list;
  const known = list.some((one) => one.cents === cents && one.on === on);
  return known ? list : [...list, { cents, on, confirmation: undefined }];
}

function newsOf(list: readonly Listed[], before: readonly Listed[]): Listed[] {
  const old = before.map((one) => JSON.stringify(one));
  return list.filter((one) => {
    const at = old.indexOf(JSON.stringify(one));
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  });
}
