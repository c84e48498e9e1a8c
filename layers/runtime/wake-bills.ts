/** A client that has a method to pay with again: its automatic payments that waited are tried now. */
import { wakeBill } from '@billhook/core/bill-agenda';
import { isFailure } from '@billhook/core/errors';
import type { PaymentDeps } from './begin-payment.ts';

/** What is missed here, since another changed the bill or the process died, is tried the next day. */
export async function wakeBills({ table, bills }: PaymentDeps, clientId: string): Promise<void> {
  const page = await bills.list(clientId, {});
  if (isFailure(page)) return;
  for (const bill of page.items) {
    const woken = wakeBill(bill);
    if (woken !== bill) await table.write([bills.save(woken)]);
  }
}
