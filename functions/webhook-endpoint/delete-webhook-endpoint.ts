import { isFailure } from '@billhook/core/base/errors';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { removeEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { deleteWebhookEndpoint } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(
  deleteWebhookEndpoint,
  open,
  async ({ caller, path, machineNow }, { table }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const { endpointId } = path;
    const removed = await removeEndpoint(
      { table },
      { partnerId, endpointId, actor, now: machineNow },
    );
    return isFailure(removed) ? removed : { success: true as const };
  },
);
