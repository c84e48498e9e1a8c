/** What was paid to an account, by whatever link (decision: the-bound). */

import { dayOf } from '@billhook/core/base/dates';
import { ledgerKey, ownedKey, statementKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { adoptHold, adoptPaid } from '@billhook/core/payment/adopt-hold';
import type { StatementHold } from '@billhook/core/payment/payment';
import { paymentOf, type StoredPayment } from '@billhook/core/payment/stored-payment';
import type { Table, Write } from '../table/types.ts';

type Account = Pick<BillRecord, 'companyId' | 'accountFingerprint'>;

export type LedgerStore = {
  /** Nothing of an account that was never paid. */
  find(account: Account): Promise<AccountLedger | undefined>;
  /** The same before a payment begins, with what earlier releases left of the statement. */
  findOrAdopt(bill: BillRecord, partnerNow: number): Promise<AccountLedger | undefined>;
  /** Under the version that was read. */
  save(account: Account, ledger: AccountLedger): Write;
};

export function ledgerStore(table: Table): LedgerStore {
  const keyOf = ({ companyId, accountFingerprint }: Account) =>
    ledgerKey(companyId, accountFingerprint);
  const find = (account: Account) => table.get<AccountLedger>(keyOf(account));
  return {
    find,
    findOrAdopt: async (bill, partnerNow) => {
      const ledger = (await find(bill)) ?? (await adopt(table, bill, partnerNow));
      return ledger && adoptPaid(ledger, bill);
    },
    save: (account, { version, ...ledger }) => ({
      put: { ...ledger, version: version + 1, ...keyOf(account) },
      when: version === 0 ? { absent: true } : { equals: { version } },
    }),
  };
}

/** As if it had been written under the present rules, with the version that nothing has yet. */
async function adopt(
  table: Table,
  bill: BillRecord,
  partnerNow: number,
): Promise<AccountLedger | undefined> {
  const { dueOn = dayOf(partnerNow).slice(0, 7) } = bill.reported;
  const hold = await table.get<StatementHold>(
    statementKey(bill.companyId, bill.accountFingerprint, dueOn),
  );
  if (hold?.state !== 'held') return undefined;
  const key = ownedKey('pay', hold.paymentId);
  const payment = key && (await table.get<StoredPayment>(key));
  return adoptHold(payment && paymentOf(payment), dayOf(partnerNow));
}
