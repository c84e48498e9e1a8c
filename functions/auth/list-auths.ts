import { presentAuth } from '@billhook/core/auth';
import { isFailure } from '@billhook/core/errors';
import { listOwned } from '@billhook/runtime/list-owned';
import { serve } from '@billhook/runtime/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { openTable } from '@billhook/runtime/table';
import { listAuths } from './contract.ts';

const table = openTable();
const auths = authStore(table);
const clients = clientStore(table);

export const handler = serve(listAuths, async ({ caller, path, query }) => {
  const { clientId } = path;
  const page = await listOwned(clients, caller, clientId, () => auths.list(clientId, query));
  if (isFailure(page)) return page;
  // An auth without an outcome is not listed yet.
  const shown = page.items.filter((auth) => auth.status && !auth.deletedAt);
  return {
    data: shown.map(presentAuth),
    ...(page.nextCursor && { nextCursor: page.nextCursor }),
  };
});
