/** Lists of what belongs to a client, for the partner that the client is of. */
import { type Failure, fail, isFailure } from '@billhook/core/errors';
import { isRootId } from '@billhook/core/ids';
import type { Page } from './paging.ts';
import type { ClientStore } from './stores/client-store.ts';

type Listed = { readonly partnerId: string };

/**
 * One query: each record names its partner. Only an empty list needs the client's own record, to
 * tell a client that has nothing from one that is unknown.
 */
export async function listOwned<T extends Listed>(
  clients: ClientStore,
  owner: { readonly clientId: string; readonly partnerId: string },
  list: () => Promise<Page<T> | Failure<'invalid_cursor'>>,
): Promise<Page<T> | Failure<'invalid_cursor' | 'client_not_found'>> {
  if (!isRootId('cl', owner.clientId)) return fail('client_not_found');
  const page = await list();
  if (isFailure(page)) return page;
  const [first] = page.items;
  const known = first
    ? first.partnerId === owner.partnerId
    : (await clients.find(owner.clientId, owner.partnerId)) !== undefined;
  return known ? page : fail('client_not_found');
}
