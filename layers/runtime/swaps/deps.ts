/** The stores that swaps need, over one table. */
import { type AuthStore, authStore } from '../stores/auth-store.ts';
import { type PaymentMethodStore, paymentMethodStore } from '../stores/payment-method-store.ts';
import { type SwapStore, swapStore } from '../stores/swap-store.ts';
import type { Table } from '../table/table.ts';

export type SwapDeps = {
  readonly table: Table;
  readonly auths: AuthStore;
  readonly methods: PaymentMethodStore;
  readonly swaps: SwapStore;
};

export function swapDeps(table: Table): SwapDeps {
  return {
    table,
    auths: authStore(table),
    methods: paymentMethodStore(table),
    swaps: swapStore(table),
  };
}
