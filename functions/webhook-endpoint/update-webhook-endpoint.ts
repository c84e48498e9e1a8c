import { isFailure } from '@billhook/core/base/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { limitOutbound } from '@billhook/runtime/callers/limit-outbound';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { openWake } from '@billhook/runtime/webhooks/deps';
import { alterEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { updateWebhookEndpoint } from './contract.ts';

const open = ({ table, aws }: Outside) => ({ table, wake: openWake({ aws }) });

export const handler = serve(
  updateWebhookEndpoint,
  open,
  async ({ caller, path, body, machineNow }, { table, wake }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const { endpointId } = path;
    const limited = body.url && (await limitOutbound(table, partnerId, machineNow));
    if (limited) return limited;
    const changed = await alterEndpoint(
      { table },
      { partnerId, endpointId, actor, now: machineNow },
      body,
    );
    if (isFailure(changed)) return changed;
    // The sweep would find it too, a minute later.
    if (body.status === 'enabled') await wake([{ endpointId, partnerId }]);
    return showWebhookEndpoint(changed, machineNow);
  },
);
