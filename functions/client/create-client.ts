import { openVault } from '@billhook/runtime/aws/vault';
import { serve } from '@billhook/runtime/serve/serve';
import { metaSealer } from '@billhook/runtime/stores/client-meta';
import { clientStore } from '@billhook/runtime/stores/client-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { createClient } from './contract.ts';

const open = ({ table, random, aws }: Outside) => ({
  random,
  clients: clientStore(table),
  sealMeta: metaSealer(openVault(aws)),
});

export const handler = serve(
  createClient,
  open,
  async ({ caller, body, machineNow }, { clients, random, sealMeta }) => {
    const at = { now: machineNow, random, sealMeta };
    const client = await clients.findOrCreate(caller.partnerId, body, at);
    return { clientId: client._id };
  },
);
