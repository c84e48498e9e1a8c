/** Removing a payment method: from its client's default, and from every bill that names it. */
import type { BillRecord } from '@billhook/core/bill';
import { withoutMethod } from '@billhook/core/method-assignment';
import { type Owner, ownerOf } from '@billhook/core/owner';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import type { Stores } from '../stores/open-stores.ts';
import { listAll } from '../table/paging.ts';
import { conflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';

/** Bills changed in the transaction that removes; what is over is changed before it. */
const MAX_BILLS_AT_ONCE = 40;

/**
 * The writes of one transaction; a conflict where a bill changed that goes before it. Bills that it was assigned to, and bills that its decline left
 * unpaid, go back to the client's default. `except` is a bill that the same transaction saves, `by` who
 * asked for it.
 */
export async function removeMethod(
  { table, clients, bills, methods }: Stores,
  method: PaymentMethodRecord,
  { except, by }: { readonly except?: string; readonly by?: Owner } = {},
): Promise<Write[] | typeof conflict> {
  const client = await clients.find(method.clientId, ownerOf(method));
  const all = await listAll((page) => bills.list(method.clientId, page));
  const named = all.filter((bill) => bill._id !== except && names(bill, method._id));
  const writes = named.map((bill) => bills.save(withoutMethod(bill, method._id), bill, by));
  while (writes.length > MAX_BILLS_AT_ONCE) {
    const some = writes.splice(0, MAX_BILLS_AT_ONCE);
    if ((await table.write(some)) === 'conflict') return conflict;
  }
  return [
    methods.erase(method),
    ...(client?.defaultMethodId === method._id ? [clients.clearDefault(client, method._id)] : []),
    ...writes,
  ];
}

function names(bill: BillRecord, methodId: string): boolean {
  return bill.methodId === methodId || bill.declinedMethodId === methodId;
}
