/** The stores that payments need, over one table. */

import { billStore } from '../stores/bill-store.ts';
import { clientStore } from '../stores/client-store.ts';
import { paymentMethodStore } from '../stores/payment-method-store.ts';
import { paymentStore } from '../stores/payment-store.ts';
import type { Table } from '../table/table.ts';
import type { PaymentDeps } from './begin.ts';

export function paymentDeps(table: Table): PaymentDeps {
  return {
    table,
    clients: clientStore(table),
    bills: billStore(table),
    methods: paymentMethodStore(table),
    payments: paymentStore(table),
  };
}
