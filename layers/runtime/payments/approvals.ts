/** Which waiting payment a request has approved: its repetition finds that one, and makes no other. */
import { KEPT_MILLISECONDS } from '@billhook/core/api/idempotency';
import { approvalKey } from '@billhook/core/base/table-keys';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { Stores } from '../stores/open-stores.ts';
import type { Write } from '../table/types.ts';

type Approval = { readonly paymentId: string };

/** Written in the transaction that approves. `requestId`: the id of a payment that the request made itself. */
export function noteApproval(
  requestId: string,
  { _id: paymentId, clientId }: PaymentRecord,
  machineNow: number,
): Write {
  // For longer than the request can be repeated under its key.
  const expiresAt = Math.ceil((machineNow + 2 * KEPT_MILLISECONDS) / 1000);
  return { put: { ...approvalKey(clientId, requestId), paymentId, expiresAt } };
}

/** The payment that the request made or approved before, if it did. */
export async function findOrdered(
  { table, payments }: Pick<Stores, 'table' | 'payments'>,
  { clientId, requestId }: { readonly clientId: string; readonly requestId: string },
): Promise<PaymentRecord | undefined> {
  const made = await payments.findAny(requestId);
  if (made) return made;
  const approval = await table.get<Approval>(approvalKey(clientId, requestId));
  return approval && (await payments.findAny(approval.paymentId));
}
