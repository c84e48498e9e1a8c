import { isFailure } from '@billhook/core/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve';
import { openTable } from '@billhook/runtime/table';
import { alterEndpoint } from '@billhook/runtime/webhook-endpoints';
import { updateWebhookEndpoint } from './contract.ts';

const table = openTable();

export const handler = serve(updateWebhookEndpoint, async ({ caller, path, body, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const { endpointId } = path;
  const changed = await alterEndpoint({ table }, { partnerId, endpointId, actor, now }, body);
  return isFailure(changed) ? changed : showWebhookEndpoint(changed, now);
});
