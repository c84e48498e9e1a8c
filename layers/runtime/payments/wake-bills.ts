/** A client that has a method to pay with again: its automatic payments that waited are tried now. */
import { wakeBill } from '@billhook/core/bill-agenda';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { listAll } from '../table/paging.ts';

/** What is missed here, since another changed the bill or the process died, is tried the next day. */
export async function wakeBills({ table, bills }: Stores, clientId: string): Promise<void> {
  for (const bill of await listAll((page) => bills.list(clientId, page))) {
    const woken = wakeBill(bill);
    if (woken !== bill) await writeUnlessChanged(table, [bills.save(woken, bill)]);
  }
}
