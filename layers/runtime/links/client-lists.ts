/**
 * What a client has, as it is listed: by the list operations, and in the session of a hosted module,
 * by the same rules about who may see what.
 */
import { presentAuth } from '@billhook/core/auth/auth';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { isRootId } from '@billhook/core/base/ids';
import { mayAskFor, type Owner, owns } from '@billhook/core/base/owner';
import { plannedPayment } from '@billhook/core/bill/payment';
import { presentHistory } from '@billhook/core/bill/present-bill';
import { presentListed } from '@billhook/core/method/payment-method';
import type { Auth } from '@billhook/core/schemas/auth';
import type { BillWithPayments } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { billPresenter } from '../payments/show-bills.ts';
import { listOwned } from '../serve/list-owned.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { PageRequest } from '../table/paging.ts';

/** Whose list, for whom. */
export type ListRequest = {
  readonly owner: Owner;
  readonly clientId: string;
  readonly page: PageRequest;
};

type List<T> = { readonly data: T[]; readonly nextCursor?: string };
type Listed<T> = Promise<List<T> | Failure<'invalid_cursor' | 'client_not_found'>>;

/** Bills of linked accounts, with the history of their payments. */
export async function listClientBills(
  { bills, clients, ...deps }: Pick<Stores, 'bills' | 'clients' | 'methods' | 'table'>,
  { owner, clientId, page: asked }: ListRequest,
  machineNow: number,
): Listed<BillWithPayments> {
  const page = await listOwned(clients, owner, clientId, () =>
    bills.list(clientId, asked, (bill) => !bill.deletedAt),
  );
  if (isFailure(page)) return page;
  const present = await billPresenter(deps, page.items, machineNow);
  const data = page.items.map((bill) => {
    const payment = plannedPayment(bill);
    return {
      bill: present(bill),
      payments: presentHistory(bill),
      ...(payment && { payment }),
    };
  });
  return { data, ...next(page) };
}

/** Auths that have had an outcome. */
export async function listClientAuths(
  { auths, clients }: Pick<Stores, 'auths' | 'clients'>,
  { owner, clientId, page: asked }: ListRequest,
): Listed<Auth> {
  const page = await listOwned(clients, owner, clientId, () =>
    auths.list(clientId, asked, (auth) => auth.status !== undefined && !auth.deletedAt),
  );
  if (isFailure(page)) return page;
  return { data: page.items.map(presentAuth), ...next(page) };
}

/** Payment methods, with masked numbers. */
export async function listClientMethods(
  { methods, clients }: Pick<Stores, 'methods' | 'clients'>,
  { owner, clientId, page: asked }: ListRequest,
): Listed<PaymentMethod> {
  if (!isRootId('cl', clientId) || !mayAskFor(owner, clientId)) return fail('client_not_found');
  const page = await methods.list(clientId, asked);
  if (isFailure(page)) return page;
  // The first page carries the client's record; a later one reads it for the default.
  const client = page.client ?? (await clients.find(clientId, owner));
  if (!client || !owns(owner, { partnerId: client.partnerId, clientId })) {
    return fail('client_not_found');
  }
  const data = page.items.map((method) => presentListed(method, client.defaultMethodId));
  return { data, ...next(page) };
}

function next({ nextCursor }: { readonly nextCursor?: string }) {
  return nextCursor === undefined ? {} : { nextCursor };
}
