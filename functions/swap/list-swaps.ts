import { isFailure } from '@billhook/core/base/errors';
import { presentSwap } from '@billhook/core/swap/swap';
import { listOwned } from '@billhook/runtime/serve/list-owned';
import { serve } from '@billhook/runtime/serve/serve';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { listSwaps } from './contract.ts';

export const handler = serve(
  listSwaps,
  openStores,
  async ({ caller, path, query }, { auths, clients, methods, swaps }) => {
    const { clientId } = path;
    const page = await listOwned(clients, caller, clientId, () => swaps.list(clientId, query));
    if (isFailure(page)) return page;
    const nextCursor = page.nextCursor && { nextCursor: page.nextCursor };
    if (page.items.length === 0) return { data: [], ...nextCursor };
    const [linked, own] = await Promise.all([auths.list(clientId, {}), methods.list(clientId, {})]);
    if (isFailure(linked) || isFailure(own))
      throw new Error('A list without a cursor was rejected');
    const authById = new Map(linked.items.map((auth) => [auth._id, auth]));
    const methodById = new Map(own.items.map((method) => [method._id, method]));
    const defaultMethodId = own.client?.defaultMethodId;
    return {
      data: page.items.flatMap((swap) => {
        const auth = authById.get(swap.authId);
        const method = methodById.get(swap.paymentMethodId);
        // Its auth was deleted between the reads, and it with it.
        return auth ? [presentSwap(swap, { auth, method, defaultMethodId })] : [];
      }),
      ...nextCursor,
    };
  },
);
