import { isFailure } from '@billhook/core/base/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { openVault } from '@billhook/runtime/aws/vault';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { rotateEndpointSecret } from '@billhook/runtime/webhooks/endpoints';
import { rotateWebhookSecret } from './contract.ts';

const open = ({ table, aws }: Outside) => ({ table, vault: openVault(aws) });

export const handler = serve(
  rotateWebhookSecret,
  open,
  async ({ caller, path, machineNow }, { table, vault }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const { endpointId } = path;
    const rotated = await rotateEndpointSecret(
      { table, vault },
      { partnerId, endpointId, actor, now: machineNow },
    );
    if (isFailure(rotated)) return rotated;
    return { ...showWebhookEndpoint(rotated.endpoint, machineNow), secret: rotated.secret };
  },
);
