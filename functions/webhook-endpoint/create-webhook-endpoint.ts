import { isFailure } from '@billhook/core/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { makeEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { createWebhookEndpoint } from './contract.ts';

const table = openTable();

export const handler = serve(createWebhookEndpoint, async ({ caller, body, now, idBytes }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const made = await makeEndpoint({ table }, { ...body, partnerId, actor, now, idBytes });
  if (isFailure(made)) return made;
  return { ...showWebhookEndpoint(made.endpoint, now), secret: made.secret };
});
