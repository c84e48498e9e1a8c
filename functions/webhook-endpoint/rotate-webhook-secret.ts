import { isFailure } from '@billhook/core/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { rotateEndpointSecret } from '@billhook/runtime/webhooks/endpoints';
import { rotateWebhookSecret } from './contract.ts';

const table = openTable();

export const handler = serve(rotateWebhookSecret, async ({ caller, path, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const { endpointId } = path;
  const rotated = await rotateEndpointSecret({ table }, { partnerId, endpointId, actor, now });
  if (isFailure(rotated)) return rotated;
  return { ...showWebhookEndpoint(rotated.endpoint, now), secret: rotated.secret };
});
