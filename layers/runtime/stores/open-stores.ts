/** The records of users and of what moves their money, over one table. */
import type { RandomBytes } from '@billhook/core/base/ids';
import type { Outside } from '../table/outside.ts';
import type { Table } from '../table/types.ts';
import { type AccountNameStore, accountNameStore } from './account-name-store.ts';
import { type AuthStore, authStore } from './auth-store.ts';
import { type BillStore, billStore } from './bill-store.ts';
import { type ClientStore, clientStore } from './client-store.ts';
import { type CompanyStore, companyStore } from './company-store.ts';
import { type EarlierStore, earlierStore } from './earlier-store.ts';
import { type LedgerStore, ledgerStore } from './ledger-store.ts';
import { type PauseStore, pauseStore } from './pause-store.ts';
import { type PaymentMethodStore, paymentMethodStore } from './payment-method-store.ts';
import { type PaymentStore, paymentStore } from './payment-store.ts';
import { type SwapStore, swapStore } from './swap-store.ts';
import { type TakenStore, takenStore } from './taken-store.ts';

export type Stores = {
  readonly table: Table;
  /** What the ids of new records are made of. */
  readonly random: RandomBytes;
  readonly auths: AuthStore;
  readonly bills: BillStore;
  readonly clients: ClientStore;
  readonly companies: CompanyStore;
  readonly earlier: EarlierStore;
  readonly ledgers: LedgerStore;
  readonly methods: PaymentMethodStore;
  readonly names: AccountNameStore;
  readonly pauses: PauseStore;
  readonly payments: PaymentStore;
  readonly swaps: SwapStore;
  readonly taken: TakenStore;
};

export function openStores({ table, random }: Pick<Outside, 'table' | 'random'>): Stores {
  return {
    table,
    random,
    auths: authStore(table),
    bills: billStore(table),
    clients: clientStore(table),
    companies: companyStore(table),
    earlier: earlierStore(table),
    ledgers: ledgerStore(table),
    methods: paymentMethodStore(table),
    names: accountNameStore(table),
    pauses: pauseStore(table),
    payments: paymentStore(table),
    swaps: swapStore(table),
    taken: takenStore(table),
  };
}
