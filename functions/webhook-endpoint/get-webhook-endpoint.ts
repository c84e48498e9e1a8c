import { fail } from '@billhook/core/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { webhookEndpointStore } from '@billhook/runtime/stores/webhook-endpoint-store';
import { openTable } from '@billhook/runtime/table/table';
import { getWebhookEndpoint } from './contract.ts';

const endpoints = webhookEndpointStore(openTable());

export const handler = serve(getWebhookEndpoint, async ({ caller, path, now }) => {
  const endpoint = await endpoints.find(caller.partnerId, path.endpointId);
  return endpoint ? showWebhookEndpoint(endpoint, now) : fail('webhook_endpoint_not_found');
});
