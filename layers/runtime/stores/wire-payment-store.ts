/** Payments by the ids that remote connectors know them by: reports and settlements name those alone. */
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { wirePaymentKey } from '@billhook/core/base/table-keys';
import { writeSurely } from '../table/intended-writes.ts';
import type { Table } from '../table/types.ts';

/** Longer than any connector may take to give money back: 400 days. */
const DAYS_KEPT = 430;

export type WirePaymentStore = {
  find(connectorId: string, wireId: string): Promise<string | undefined>;
  /** Before the payment is sent for the first time, and each time again. */
  note(connectorId: string, wireId: string, paymentId: string, now: number): Promise<void>;
};

export function wirePaymentStore(table: Table): WirePaymentStore {
  return {
    async find(connectorId, wireId) {
      const key = wirePaymentKey(connectorId, wireId);
      return (await table.get<{ readonly paymentId: string }>(key))?.paymentId;
    },
    async note(connectorId, wireId, paymentId, now) {
      const expiresAt = Math.ceil((now + DAYS_KEPT * DAY_MILLISECONDS) / 1000);
      const put = { ...wirePaymentKey(connectorId, wireId), paymentId, expiresAt };
      await writeSurely(table, [{ put }]);
    },
  };
}
