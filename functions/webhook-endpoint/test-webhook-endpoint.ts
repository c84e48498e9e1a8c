import { isFailure } from '@billhook/core/base/errors';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { testEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { testWebhookEndpoint } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(
  testWebhookEndpoint,
  open,
  async ({ caller, path, machineNow }, { table }) => {
    const { partnerId } = caller;
    const tested = await testEndpoint(
      { table },
      { partnerId, endpointId: path.endpointId, now: machineNow },
    );
    return isFailure(tested) ? tested : { success: true as const };
  },
);
