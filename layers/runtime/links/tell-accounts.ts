/**
 * Which account each bill of a reading is of. Where another connector has taken the company over, it calls
 * the same accounts otherwise: they go on as what they were, or are not recorded at all until it is clear
 * (decision: accounts-keep-their-identity).
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { Day } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import { tellAccounts } from '@billhook/core/bill/same-account';
import { noteUnclear } from '@billhook/core/bill/unclear-account';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { CompanyBill } from '@billhook/core/company/connector';
import { logWarning } from '../aws/logger.ts';
import { type NamedAccount, nameOf } from '../companies/name-account.ts';
import type { Reach } from '../companies/reach.ts';
import type { Stores } from '../stores/open-stores.ts';
import { unclearStore } from '../stores/unclear-store.ts';
import { writeSurely } from '../table/intended-writes.ts';

type TellDeps = Pick<Stores, 'table' | 'names' | 'ledgers'> & Pick<Reach, 'fingerprint' | 'clock'>;

type Reading = {
  readonly auth: AuthRecord;
  /** Those of the auth, as they were before the company was read. */
  readonly bills: readonly BillRecord[];
  readonly seen: readonly CompanyBill[];
  /** Others could not be read: what fits one of these may be one of those. */
  readonly isPartial: boolean;
  /** Of the user. */
  readonly today: Day;
};

export async function tellWhich(
  deps: TellDeps,
  company: Pick<CompanyRecord, '_id' | 'takenOver'>,
  { auth, bills, seen, isPartial, today }: Reading,
): Promise<NamedAccount[]> {
  const named = await Promise.all(seen.map((bill) => nameOf(deps, company, bill)));
  if (!company.takenOver) return named;
  const linked = bills.filter(({ deletedAt }) => !deletedAt);
  const known = new Set(linked.map((bill) => bill.accountFingerprint));
  const present = new Set(named.map((one) => one.accountFingerprint));
  const isClear = ({ accountFingerprint: own, isToldNew }: NamedAccount) =>
    isToldNew || known.has(own);
  const open = named.filter((one) => !isClear(one));
  const left = [...linked, ...bills.filter((bill) => isPaidStill(bill, today))].filter(
    (bill) => !present.has(bill.accountFingerprint),
  );
  const told = tellAccounts(
    open.map((one) => one.seen),
    left,
  );
  const settled = await Promise.all(
    open.map(async (one, index) => {
      const what = told[index];
      if (what === 'new') return [one];
      if (isPartial) return [];
      const isKept = what !== undefined && what !== 'unclear' && (await keep(deps, one, what.bill));
      return isKept ? [{ ...one, accountFingerprint: what.bill.accountFingerprint }] : [];
    }),
  );
  const unclear = open.filter((_, index) => settled[index]?.length === 0);
  // What is missing in a part may tell them yet.
  if (!isPartial) await note(deps, auth, company._id, { unclear, left });
  return [...named.filter(isClear), ...settled.flat()];
}

type Unclear = { readonly unclear: readonly NamedAccount[]; readonly left: readonly BillRecord[] };

/** For an operator, who is shown them until they are told. */
async function note(
  { table, clock }: Pick<TellDeps, 'table' | 'clock'>,
  { _id: authId, partnerId }: AuthRecord,
  companyId: string,
  { unclear, left }: Unclear,
): Promise<void> {
  const store = unclearStore(table);
  const before = await store.find(authId);
  if (unclear.length === 0 && !before?.accounts.length) return;
  const now = clock();
  const seen = unclear.map(({ seen: one, accountFingerprint: name }) => ({ ...one, named: name }));
  const bills = { seen, billIds: left.map(({ _id }) => _id) };
  const noted = noteUnclear(before, { authId, partnerId, companyId }, bills, now);
  await writeSurely(table, [store.save(noted, now)]);
  if (unclear.length === 0) return;
  const message = 'Accounts could not be told since another connector reaches their company';
  logWarning(message, { authId, companyId, count: unclear.length });
}

/** Unlinked, but what was paid of it isn't shown yet: linked anew, it must not be another account. */
function isPaidStill({ deletedAt, pendingPaymentId, unposted }: BillRecord, today: Day): boolean {
  if (!deletedAt) return false;
  return pendingPaymentId !== undefined || (unposted !== undefined && unposted.until >= today);
}

/** Nothing where it was paid under its new name already: two ledgers of one account are not one. */
async function keep(
  { table, names, ledgers }: TellDeps,
  { accountFingerprint: named }: NamedAccount,
  { companyId, accountFingerprint: own }: BillRecord,
): Promise<boolean> {
  if (await ledgers.find({ companyId, accountFingerprint: named })) return false;
  const written = await table.write([names.keep(companyId, named, own)]);
  return written === 'written' || (await names.find(companyId, named)) === own;
}
