/**
 * Payments, and the permanent condition under each: one statement is paid once
 * (decision: one-payment-a-statement).
 */
import { paymentEvents } from '@billhook/core/events/payment-events';
import type { PaymentRecord, StatementHold } from '@billhook/core/payment';
import { statementKey } from '@billhook/core/table-keys';
import type { Table, Write } from '../table/types.ts';
import { type RecordStore, recordStore } from './records.ts';

export type PaymentStore = RecordStore<PaymentRecord> & {
  /** Takes the statement for a payment. Fails while another payment has it, or has paid it. */
  holdStatement(payment: PaymentRecord): Write;
  /** Gives it back after a decline, a hold or a cancellation. */
  releaseStatement(payment: PaymentRecord): Write;
  findHold(payment: PaymentRecord): Promise<StatementHold | undefined>;
};

export function paymentStore(table: Table): PaymentStore {
  return {
    ...recordStore<PaymentRecord>(table, 'pay', { eventsOf: paymentEvents }),
    holdStatement: (payment) => ({
      put: { ...keyOf(payment), paymentId: payment._id, state: 'held' },
      when: { equals: { state: 'released' }, orAbsent: true },
    }),
    releaseStatement: (payment) => ({
      put: { ...keyOf(payment), paymentId: payment._id, state: 'released' },
      when: { equals: { paymentId: payment._id } },
    }),
    findHold: (payment) => table.get<StatementHold>(keyOf(payment)),
  };
}

function keyOf({ companyId, statement, _id }: PaymentRecord) {
  if (!statement) throw new Error(`Payment ${_id} has not started: it has no statement`);
  return statementKey(companyId, statement.accountFingerprint, statement.dueOn);
}
