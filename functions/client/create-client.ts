import { serve } from '@billhook/runtime/serve/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { createClient } from './contract.ts';

const open = ({ table, random }: Outside) => ({ random, clients: clientStore(table) });

export const handler = serve(
  createClient,
  open,
  async ({ caller, body, machineNow }, { clients, random }) => {
    const at = { now: machineNow, random };
    const client = await clients.findOrCreate(caller.partnerId, body, at);
    return { clientId: client._id };
  },
);
