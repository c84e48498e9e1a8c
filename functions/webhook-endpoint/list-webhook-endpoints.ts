import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve/serve';
import { webhookEndpointStore } from '@billhook/runtime/stores/webhook-endpoint-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listWebhookEndpoints } from './contract.ts';

const open = ({ table }: Outside) => ({ endpoints: webhookEndpointStore(table) });

export const handler = serve(
  listWebhookEndpoints,
  open,
  async ({ caller, machineNow }, { endpoints }) => {
    const all = await endpoints.list(caller.partnerId);
    const sorted = all.toSorted((a, b) => (a.created < b.created ? -1 : 1));
    return { data: sorted.map((endpoint) => showWebhookEndpoint(endpoint, machineNow)) };
  },
);
