import { presentAuth } from '@billhook/core/auth';
import { isFailure } from '@billhook/core/errors';
import { listOwned } from '@billhook/runtime/serve/list-owned';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { clientStore } from '@billhook/runtime/stores/client-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listAuths } from './contract.ts';

const open = ({ table }: Outside) => ({ auths: authStore(table), clients: clientStore(table) });

export const handler = serve(
  listAuths,
  open,
  async ({ caller, path, query }, { auths, clients }) => {
    const { clientId } = path;
    // An auth without an outcome is not listed yet.
    const page = await listOwned(clients, caller, clientId, () =>
      auths.list(clientId, query, (auth) => auth.status !== undefined && !auth.deletedAt),
    );
    if (isFailure(page)) return page;
    return {
      data: page.items.map(presentAuth),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    };
  },
);
