import { presentAuth } from '@billhook/core/auth';
import { isFailure } from '@billhook/core/errors';
import { listOwned } from '@billhook/runtime/serve/list-owned';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { openTable } from '@billhook/runtime/table/table';
import { listAuths } from './contract.ts';

const table = openTable();
const auths = authStore(table);
const clients = clientStore(table);

export const handler = serve(listAuths, async ({ caller, path, query }) => {
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
});
