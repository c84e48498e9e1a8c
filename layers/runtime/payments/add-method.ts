/** Adding a payment method, and what that means for bills that nobody has agreed about so far. */

import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { Owner } from '@billhook/core/base/owner';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { ClientRecord } from '@billhook/core/client/client';
import { type BillStart, withFirstMethod } from '@billhook/core/consent/consent';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { Stores } from '../stores/open-stores.ts';
import { listAll } from '../table/paging.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { store } from './link-method.ts';

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
): Promise<Failure<'client_not_found'> | undefined> {
  const added = await retryConflict(async () => {
    if (await storeWithBills(stores, client, method, adding)) return undefined;
    return (await isClientGone(stores, client)) ? fail('client_not_found') : conflict;
  });
  if (!isFailure(added) || added.failure === 'client_not_found') {
    return added as Failure<'client_not_found'> | undefined;
  }
  throw new Error('A new payment method could not be stored');
}

/** Whether the client was erased since it was read: then nothing of it can be stored any more. */
export async function isClientGone({ clients }: Pick<Stores, 'clients'>, client: ClientRecord) {
  const { _id, partnerId } = client;
  return (await clients.find(_id, { kind: 'partner', partnerId })) === undefined;
}

/** Answers whether the method was stored; the bills are changed in the same transaction. */
export async function storeWithBills(
  stores: Stores,
  client: ClientRecord,
  method: PaymentMethodRecord,
  { starts, setAsDefault, standing, entries = [], by }: Adding,
): Promise<boolean> {
  const changed = standing ? [] : await billsOfFirstMethod(stores, client._id, starts);
  const saved = changed.map(([bill, next]) => stores.bills.save(next, bill, by));
  // The others come first: once the method is there, they could be paid.
  for (const one of saved.slice(MOST_BILLS)) {
    if ((await stores.table.write([one])) !== 'written') return false;
  }
  const more = [...saved.slice(0, MOST_BILLS), ...entries];
  return store(stores, client, method, setAsDefault, { standing, more });
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
