/** An operator says which account it is that nobody could tell (decision: accounts-keep-their-identity). */

import { type Failure, fail } from '@billhook/core/base/errors';
import {
  type UnclearAccounts,
  unclearId,
  withoutAccount,
} from '@billhook/core/bill/unclear-account';
import type { Actor } from '@billhook/core/partner/audit';
import { auditEntry } from '../partners/audit.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { UnclearStore } from '../stores/unclear-store.ts';

/** @param billId the bill that it is; without one, it is an account of its own. */
type Telling = {
  readonly accountId: string;
  readonly billId?: string;
  readonly actor: Actor;
  readonly now: number;
};

/** Why it can't be what the operator says. */
export type NotTold =
  /** It is told already, or its auth is gone. */
  | 'not-unclear'
  /** The bill is gone, of another login, or has its account already. */
  | 'not-its-bill'
  /** It was paid under its new name: two ledgers of one account are not one. */
  | 'paid-already'
  /** A reading has told it meanwhile. */
  | 'named-already';

type Deps = Pick<Stores, 'table' | 'bills' | 'names' | 'ledgers'> & {
  readonly unclear: UnclearStore;
};

/** The next reading of the auth goes by it. What is told is never told otherwise. */
export async function tellAccount(
  { table, bills, names, ledgers, unclear }: Deps,
  { accountId, billId, actor, now }: Telling,
): Promise<UnclearAccounts | NotTold | Failure<'request_conflict'>> {
  const found = await findUnclear(unclear, accountId);
  if (!found) return 'not-unclear';
  const { noted, account } = found;
  const { companyId, partnerId, authId } = noted;
  const { named } = account;
  const bill = billId === undefined ? undefined : await bills.findAny(billId);
  if (billId !== undefined && !(bill && noted.billIds.includes(billId))) return 'not-its-bill';
  if (bill && (await ledgers.find({ companyId, accountFingerprint: named }))) return 'paid-already';
  const own = bill?.accountFingerprint ?? named;
  const detail = { accountId, authId, companyId, ...(billId !== undefined && { billId }) };
  const written = await table.write([
    names.keep(companyId, named, own),
    unclear.save(withoutAccount(noted, named, billId), now, noted),
    auditEntry({ partnerId, actor, action: 'account-told', now, detail }),
  ]);
  if (written === 'written') return noted;
  return (await names.find(companyId, named)) ? 'named-already' : fail('request_conflict');
}

async function findUnclear(unclear: UnclearStore, accountId: string) {
  for await (const noted of unclear.list()) {
    const account = noted.accounts.find((one) => unclearId(noted, one) === accountId);
    if (account) return { noted, account };
  }
  return undefined;
}
