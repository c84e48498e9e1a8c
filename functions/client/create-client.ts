import { serve } from '@billhook/runtime/serve/serve-operation';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { openTable } from '@billhook/runtime/table/table';
import { createClient } from './contract.ts';

const clients = clientStore(openTable());

export const handler = serve(createClient, async ({ caller, body, now }) => {
  const client = await clients.findOrCreate(caller.partnerId, body, now);
  return { clientId: client._id };
});
