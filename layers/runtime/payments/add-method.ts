/** Adding a payment method, and what that means for bills that nobody has agreed about so far. */
import type { BillRecord } from '@billhook/core/bill';
import type { ClientRecord } from '@billhook/core/client';
import { withoutImpliedConsent } from '@billhook/core/consent/consent';
import type { Owner } from '@billhook/core/owner';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import type { Stores } from '../stores/open-stores.ts';
import { listAll } from '../table/paging.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { store } from './link-method.ts';

/** Bills that are changed with the method: each is told of, and a transaction has 100 items. */
const MOST_BILLS = 45;

export async function addMethod(
  stores: Stores,
  client: ClientRecord,
  method: PaymentMethodRecord,
  { caller, setAsDefault }: { readonly caller: Owner; readonly setAsDefault: boolean },
): Promise<void> {
  await retryOrThrow('A new payment method could not be stored', async () => {
    const unagreed = caller.kind === 'client' ? await billsWithoutConsent(stores, client._id) : [];
    const stops = unagreed.map(([bill, stopped]) => stores.bills.save(stopped, bill));
    // The others come first: once the method is there, they could be paid.
    for (const stop of stops.slice(MOST_BILLS)) {
      if ((await stores.table.write([stop])) !== 'written') return conflict;
    }
    const more = stops.slice(0, MOST_BILLS);
    return (await store(stores, client, method, setAsDefault, { more })) || conflict;
  });
}

/**
 * Bills that a first method would pay, though nobody has agreed but by default, with what becomes of
 * them (decision: automatic-payments-need-consent).
 */
async function billsWithoutConsent(
  { bills, methods }: Stores,
  clientId: string,
): Promise<[BillRecord, BillRecord][]> {
  const known = await listAll((page) => methods.list(clientId, page));
  if (known.length > 0) return [];
  const all = await listAll((page) => bills.list(clientId, page));
  return all.flatMap((bill) => {
    const stopped = withoutImpliedConsent(bill);
    return stopped === bill || bill.deletedAt ? [] : [[bill, stopped]];
  });
}
