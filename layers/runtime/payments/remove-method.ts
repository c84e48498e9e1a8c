/** Removing a payment method: from its client's default, and from every bill that names it. */

import { type Owner, ownerOf } from '@billhook/core/base/owner';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { withoutMethod, withoutSpentMethod } from '@billhook/core/payment/method-assignment';
import type { Stores } from '../stores/open-stores.ts';
import { listAll } from '../table/paging.ts';
import { conflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';

/** Bills changed in the transaction that removes; what is over is changed before it. */
export const MAX_BILLS_AT_ONCE = 40;

/** What removes a method after its third decline; a conflict where a bill changed. `except` is saved by others. */
export async function removeSpentMethod(
  { table, clients, bills, methods }: Stores,
  method: PaymentMethodRecord,
  except?: string,
): Promise<Write[] | typeof conflict> {
  const client = await clients.find(method.clientId, ownerOf(method));
  const all = await listAll((page) => bills.list(method.clientId, page));
  const named = all.filter((bill) => bill._id !== except && names(bill, method._id));
  const left = named.map((bill) => bills.save(withoutSpentMethod(bill, method._id), bill));
  const writes = await leaveAtMost(table, left, MAX_BILLS_AT_ONCE);
  if (writes === conflict) return conflict;
  return [
    methods.erase(method),
    ...(client?.defaultMethodId === method._id
      ? [clients.moveDefault(client, method._id, undefined)]
      : []),
    ...writes,
  ];
}

/** The same for bills whose user deletes the method, `by` whom: the decline goes with it. */
export function withoutDeleted(
  { bills }: Pick<Stores, 'bills'>,
  all: readonly BillRecord[],
  { methodId, by }: { readonly methodId: string; readonly by: Owner },
): Write[] {
  const named = all.filter((bill) => names(bill, methodId));
  return named.map((bill) => bills.save(withoutMethod(bill, methodId), bill, by));
}

/** Writes what is over, and answers what is left for the last transaction. */
export async function leaveAtMost(
  table: Table,
  writes: readonly Write[],
  most: number,
): Promise<Write[] | typeof conflict> {
  const left = [...writes];
  while (left.length > most) {
    const some = left.splice(0, MAX_BILLS_AT_ONCE);
    if ((await table.write(some)) === 'conflict') return conflict;
  }
  return left;
}

function names(bill: BillRecord, methodId: string): boolean {
  return bill.methodId === methodId || bill.declinedMethodId === methodId;
}
