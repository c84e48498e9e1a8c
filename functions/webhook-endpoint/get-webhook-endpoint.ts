import { fail } from '@billhook/core/base/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve/serve';
import { webhookEndpointStore } from '@billhook/runtime/stores/webhook-endpoint-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getWebhookEndpoint } from './contract.ts';

const open = ({ table }: Outside) => ({ endpoints: webhookEndpointStore(table) });

export const handler = serve(
  getWebhookEndpoint,
  open,
  async ({ caller, path, machineNow }, { endpoints }) => {
    const endpoint = await endpoints.find(caller.partnerId, path.endpointId);
    return endpoint
      ? showWebhookEndpoint(endpoint, machineNow)
      : fail('webhook_endpoint_not_found');
  },
);
