/** Removing a payment method: from its client's default and from the bills that it was assigned to. */
import type { BillRecord } from '@billhook/core/bill';
import { ownerOf } from '@billhook/core/owner';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import type { PaymentDeps } from './begin-payment.ts';
import type { Write } from './table.ts';

/** The writes of one transaction. `except` is a bill that the same transaction saves by itself. */
export async function removeMethod(
  { clients, bills, methods }: PaymentDeps,
  method: PaymentMethodRecord,
  except?: string,
): Promise<Write[]> {
  const client = await clients.find(method.clientId, ownerOf(method));
  const assigned = await Promise.all(
    method.assignedBills.filter((id) => id !== except).map((id) => bills.findAny(id)),
  );
  return [
    methods.erase(method),
    ...(client?.defaultMethodId === method._id ? [clients.clearDefault(client, method._id)] : []),
    ...assigned
      .filter((bill): bill is BillRecord => bill?.methodId === method._id)
      .map((bill) => bills.save(withoutMethod(bill))),
  ];
}

export function withoutMethod(bill: BillRecord): BillRecord {
  const { methodId: _removed, ...rest } = bill;
  return { ...rest, version: bill.version + 1 };
}
