import { isFailure } from '@billhook/core/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { wakeDeliverers } from '@billhook/runtime/webhooks/deps';
import { alterEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { updateWebhookEndpoint } from './contract.ts';

const table = openTable();

export const handler = serve(updateWebhookEndpoint, async ({ caller, path, body, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const { endpointId } = path;
  const changed = await alterEndpoint({ table }, { partnerId, endpointId, actor, now }, body);
  if (isFailure(changed)) return changed;
  // The sweep would find it too, a minute later.
  if (body.status === 'enabled') await wakeDeliverers([{ endpointId, partnerId }]);
  return showWebhookEndpoint(changed, now);
});
