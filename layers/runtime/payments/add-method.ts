/** Adding a payment method, and what that means for bills that nobody has agreed about so far. */

import { type Failure, fail } from '@billhook/core/base/errors';
import type { Owner } from '@billhook/core/base/owner';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { ClientRecord } from '@billhook/core/client/client';
import { type BillStart, withFirstMethod } from '@billhook/core/consent/consent';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { Stores } from '../stores/open-stores.ts';
import { listAll } from '../table/paging.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';

/** Bills that are changed with the method: each is told of, and a transaction has 100 items. */
const MOST_BILLS = 45;

type Adding = {
  /** What the caller says of consent to automatic payments. */
  readonly starts: BillStart;
  readonly setAsDefault: boolean;
  /** The method as it was read, if it is a new version of one. */
  readonly standing?: PaymentMethodRecord;
  /** What the audit notes of it. */
  readonly entries?: readonly Write[];
  /** Who adds it. */
  readonly by?: Owner;
};

/** A failure where the client was erased meanwhile. */
export async function addMethod(
  stores: Stores,
  client: ClientRecord,
  method: PaymentMethodRecord,
  adding: Adding,
): Promise<Gone | undefined> {
  const added = await retryConflict(() => storeWithBills(stores, client, method, adding));
  if (!added || added.failure === 'client_not_found') return added as Gone | undefined;
  throw new Error('A new payment method could not be stored');
}

type Gone = Failure<'client_not_found'>;

/** Stores the method, and changes its bills in the same transaction. */
export async function storeWithBills(
  stores: Stores,
  client: ClientRecord,
  method: PaymentMethodRecord,
  { starts, setAsDefault, standing, entries = [], by }: Adding,
): Promise<Gone | typeof conflict | undefined> {
  const changed = standing ? [] : await billsOfFirstMethod(stores, client._id, starts);
  const saved = changed.map(([bill, next]) => stores.bills.save(next, bill, by));
  // The others come first: once the method is there, they could be paid.
  const before = saved.slice(MOST_BILLS).map((one) => [one]);
  const last = [
    stores.methods.save(method, standing),
    // The first method of a client becomes its default, whatever races.
    stores.clients.setDefault(client, method._id, setAsDefault),
    ...saved.slice(0, MOST_BILLS),
    ...entries,
  ];
  for (const writes of [...before, last]) {
    if ((await stores.table.write(writes)) === 'written') continue;
    // Of a client that was erased since it was read, nothing can be stored any more.
    const { _id, partnerId } = client;
    const isThere = await stores.clients.find(_id, { kind: 'partner', partnerId });
    return isThere ? conflict : fail('client_not_found');
  }
  return undefined;
}

/** Bills that a first method would pay on an implied consent (decision: automatic-payments-need-consent). */
async function billsOfFirstMethod(
  { bills, methods }: Stores,
  clientId: string,
  starts: BillStart,
): Promise<[BillRecord, BillRecord][]> {
  if (starts.recurring === 'enabled' && starts.consent.implied) return [];
  const known = await listAll((page) => methods.list(clientId, page));
  if (known.length > 0) return [];
  const all = await listAll((page) => bills.list(clientId, page));
  return all.flatMap((bill) => {
    const next = withFirstMethod(bill, starts);
    return next === bill || bill.deletedAt ? [] : [[bill, next]];
  });
}
