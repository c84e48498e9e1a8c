/**
 * The accounts that a session shows, each with the bill that it is. The company is read once, however
 * often its accounts are recorded: a write that meets another one costs no second session.
 */
import { createHash } from 'node:crypto';
import { type AuthRecord, MAX_BILLS_PER_AUTH } from '@billhook/core/auth/auth';
import { dayOf } from '@billhook/core/base/dates';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { isWatched } from '@billhook/core/bill/account';
import type { BillRecord } from '@billhook/core/bill/bill';
import {
  type CompanyBill,
  isNotLoggedIn,
  isRunning,
  type NotLoggedIn,
  type Running,
  shownBills,
} from '@billhook/core/company/connector';
import { operationOf, type RunningCall } from '@billhook/core/company/running';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { adoptPaid } from '@billhook/core/payment/adopt-hold';
import { readLedger, type Shows, showsOf } from '@billhook/core/payment/proof';
import { reusesName } from '@billhook/core/payment/statement';
import { logWarning } from '../aws/logger.ts';
import { askRunning } from '../companies/ask-running.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { tellWhich } from './tell-accounts.ts';

export type Account = {
  readonly billId: string;
  readonly accountFingerprint: string;
  readonly seen: CompanyBill;
  /** The bill that the account is recorded on. */
  readonly standing?: BillRecord;
  /** What was taken of the account. */
  readonly paid: {
    /** As it was before the company was read, where the bill knew of payments. */
    readonly before?: AccountLedger;
    readonly now?: AccountLedger;
  };
};

/** The accounts as they can be recorded now: asked for again where a write of them met another one. */
type AccountsShown = () => Promise<Account[]>;

export type Shown = {
  readonly accounts: AccountsShown;
  /** Accounts that are missing could not be read: they are as they were. */
  readonly isPartial: boolean;
  /** What the connector says of how its company shows payments. */
  readonly shows: Shows;
};

type ReadDeps = Pick<Stores, 'table' | 'bills' | 'ledgers' | 'names'> &
  Pick<Reach, 'fingerprint' | 'clock'>;

/**
 * The same account of an auth is the same bill, however often it is read. Its bills are read before the
 * company is, and saved under that version: what was read before a payment is never put on the bill
 * after it.
 *
 * @param running what the company was asked for before, and is asked about now.
 */
export async function readCompany(
  deps: ReadDeps,
  { connector, company, session }: CompanySession,
  auth: AuthRecord,
  running?: RunningCall,
): Promise<Shown | NotLoggedIn | Running> {
  const { bills, ledgers } = deps;
  const found = await Promise.all(auth.billIds.map((id) => bills.findAny(id)));
  const before = new Map(found.map((bill) => [bill?._id, bill]));
  const paidBefore = await knownLedgers(ledgers, found);
  const shows = showsOf(connector.capabilities(company));
  const { partnerNow } = session;
  const operation = operationOf(running, 'listBills', company.connector);
  const listed = await askRunning(session, operation, connector.listBills, running?.step);
  if (isNotLoggedIn(listed) || isRunning(listed)) return listed;
  const { bills: seen, isPartial } = shownBills(listed);
  const told = await tellWhich(deps, company, {
    ...{ auth, isPartial },
    bills: found.filter((bill) => bill !== undefined),
    seen: seen.slice(0, MAX_BILLS_PER_AUTH),
    today: dayOf(partnerNow),
  });
  const shown = await Promise.all(
    told.map(async ({ seen: bill, accountFingerprint: mac }) => {
      const digest = createHash('sha256').update(auth._id).update(mac).digest();
      const billId = derivedOwnedId('bill', auth.clientId, digest);
      return { billId, accountFingerprint: mac, seen: bill };
    }),
  );
  let asked = 0;
  const accounts: AccountsShown = async () => {
    asked += 1;
    const again = asked > 1;
    const read = await Promise.all(
      shown.map(async (one) => {
        const earlier = before.get(one.billId);
        const standing = earlier && !again ? earlier : await bills.findAny(one.billId);
        if (earlier && isPaidSince(earlier, standing)) return [];
        const { accountFingerprint, seen: bill } = one;
        const account = { companyId: company._id, accountFingerprint };
        const known = paidBefore.get(one.billId);
        // A new link of an account may follow a payment by another; its bill may be from the same task,
        // done twice at once.
        if (!isLinked(earlier) || !isLinked(standing)) {
          const paid = readNewLink(await ledgers.find(account), bill, partnerNow, shows);
          return [{ ...one, standing, paid }];
        }
        const ledger = known && again ? await ledgers.find(account) : known;
        // What another link has paid or read since is not held against this reading.
        const changed = ledger?.version !== known?.version;
        const paid = changed
          ? { now: ledger }
          : { before: known, now: known && readLedger(known, bill, partnerNow, shows) };
        if (reusesName(earlier?.statement, bill)) reportName(auth);
        return [{ ...one, standing, paid }];
      }),
    );
    return read.flat();
  };
  return { accounts, isPartial, shows };
}

function isLinked(bill: BillRecord | undefined): boolean {
  return bill !== undefined && !bill.deletedAt;
}

/** Whether a payment began or ended since: the session that pays has read the account later. */
function isPaidSince(earlier: BillRecord, standing: BillRecord | undefined): boolean {
  return (
    earlier.pendingPaymentId !== standing?.pendingPaymentId ||
    earlier.newestPaymentId !== standing?.newestPaymentId
  );
}

/**
 * The ledger was read after the company: payments that the company lists are posted all the same, but
 * that it shows less says nothing.
 */
function readNewLink(
  before: AccountLedger | undefined,
  seen: CompanyBill,
  partnerNow: number,
  shows: Shows,
): Account['paid'] {
  if (!before) return {};
  return { before, now: readLedger(before, seen, partnerNow, { ...shows, isOlder: true }) };
}

/** Of the bills that know of payments of their account; the others cost no read. */
async function knownLedgers(
  ledgers: Stores['ledgers'],
  bills: readonly (BillRecord | undefined)[],
): Promise<ReadonlyMap<string, AccountLedger>> {
  const known = await Promise.all(
    bills.map(async (bill) => {
      const ledger = bill && isWatched(bill) ? await ledgers.find(bill) : undefined;
      return bill && ledger ? ([[bill._id, adoptPaid(ledger, bill)]] as const) : [];
    }),
  );
  return new Map(known.flat());
}

/** For an operator: what the company calls its statements can't tell one from another. */
function reportName({ _id: authId, company }: AuthRecord): void {
  logWarning('A statement has the name of an earlier one', { authId, companyId: company._id });
}

/** For an operator: a company of which this is said again and again has changed its pages. */
export function reportPartial({ _id: authId, company }: AuthRecord): void {
  const ids = { authId, companyId: company._id };
  logWarning('Some accounts of a login could not be read', ids);
}
