import { isFailure } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { testEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { testWebhookEndpoint } from './contract.ts';

const table = openTable();

export const handler = serve(testWebhookEndpoint, async ({ caller, path, now }) => {
  const { partnerId } = caller;
  const tested = await testEndpoint({ table }, { partnerId, endpointId: path.endpointId, now });
  return isFailure(tested) ? tested : { success: true as const };
});
