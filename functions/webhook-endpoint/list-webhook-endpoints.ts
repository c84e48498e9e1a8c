import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { webhookEndpointStore } from '@billhook/runtime/stores/webhook-endpoint-store';
import { openTable } from '@billhook/runtime/table/table';
import { listWebhookEndpoints } from './contract.ts';

const endpoints = webhookEndpointStore(openTable());

export const handler = serve(listWebhookEndpoints, async ({ caller, now }) => {
  const all = await endpoints.list(caller.partnerId);
  const sorted = all.toSorted((a, b) => (a.created < b.created ? -1 : 1));
  return { data: sorted.map((endpoint) => showWebhookEndpoint(endpoint, now)) };
});
