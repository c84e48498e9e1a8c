/** Payments. What was paid to an account is in its ledger (decision: the-bound). */
import { paymentEvents } from '@billhook/core/events/payment-events';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import {
  paymentOf,
  type StoredPayment,
  storedPayment,
} from '@billhook/core/payment/stored-payment';
import type { Table } from '../table/types.ts';
import { type RecordStore, recordStore } from './records.ts';

export type PaymentStore = RecordStore<PaymentRecord>;

export function paymentStore(table: Table): PaymentStore {
  const form = {
    parse: (stored: object) => paymentOf(stored as StoredPayment),
    print: storedPayment,
  };
  return recordStore<PaymentRecord>(table, 'pay', { eventsOf: paymentEvents, form });
}
