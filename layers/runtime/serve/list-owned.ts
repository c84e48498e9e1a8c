/** Lists of what belongs to a client, for its partner and for itself. */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { isRootId } from '@billhook/core/base/ids';
import { mayAskFor, type Owner, owns } from '@billhook/core/base/owner';
import type { ClientStore } from '../stores/client-store.ts';
import type { Page } from '../table/paging.ts';

type Listed = { readonly partnerId: string; readonly clientId: string };

/**
 * One query: each record names its partner. Only an empty list needs the client's own record, to
 * tell a client that has nothing from one that is unknown.
 */
export async function listOwned<T extends Listed>(
  clients: ClientStore,
  owner: Owner,
  clientId: string,
  list: () => Promise<Page<T> | Failure<'invalid_cursor'>>,
): Promise<Page<T> | Failure<'invalid_cursor' | 'client_not_found'>> {
  if (!isRootId('cl', clientId) || !mayAskFor(owner, clientId)) return fail('client_not_found');
  const page = await list();
  if (isFailure(page)) return page;
  const [first] = page.items;
  const known = first ? owns(owner, first) : (await clients.find(clientId, owner)) !== undefined;
  return known ? page : fail('client_not_found');
}
