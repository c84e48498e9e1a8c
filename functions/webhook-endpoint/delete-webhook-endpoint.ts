import { isFailure } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { removeEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { deleteWebhookEndpoint } from './contract.ts';

const table = openTable();

export const handler = serve(deleteWebhookEndpoint, async ({ caller, path, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const { endpointId } = path;
  const removed = await removeEndpoint({ table }, { partnerId, endpointId, actor, now });
  return isFailure(removed) ? removed : { success: true as const };
});
