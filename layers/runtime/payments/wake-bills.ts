/** A client that has a method to pay with again: its automatic payments that waited are tried now. */

import type { Owner } from '@billhook/core/base/owner';
import { wakeBill } from '@billhook/core/bill/agenda';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { Stores } from '../stores/open-stores.ts';
import { listAll } from '../table/paging.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';

/** What is missed here, since the process died, is tried the next day. `by` is who brought the method. */
export async function wakeBills(stores: Stores, clientId: string, by?: Owner): Promise<void> {
  for (const bill of await listAll((page) => stores.bills.list(clientId, page))) {
    await wake(stores, bill, by);
  }
}

async function wake({ table, bills }: Stores, listed: BillRecord, by?: Owner): Promise<void> {
  let standing: BillRecord | undefined = listed;
  await retryConflict(async () => {
    const woken: BillRecord | undefined = standing && wakeBill(standing);
    if (!standing || !woken || woken === standing) return undefined;
    if ((await table.write([bills.save(woken, standing, by)])) === 'written') return undefined;
    standing = await bills.findAny(listed._id);
    return conflict;
  });
}
