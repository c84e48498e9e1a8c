import { listClientAuths } from '@billhook/runtime/links/client-lists';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { clientStore } from '@billhook/runtime/stores/client-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listAuths } from './contract.ts';

const open = ({ table }: Outside) => ({ auths: authStore(table), clients: clientStore(table) });

export const handler = serve(listAuths, open, ({ caller, path: { clientId }, query }, stores) =>
  listClientAuths(stores, { owner: caller, clientId, page: query }),
);
