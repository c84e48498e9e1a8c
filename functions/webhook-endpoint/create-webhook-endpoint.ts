import { isFailure } from '@billhook/core/base/errors';
import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import { openVault } from '@billhook/runtime/aws/vault';
import { limitOutbound } from '@billhook/runtime/callers/limit-outbound';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { makeEndpoint } from '@billhook/runtime/webhooks/endpoints';
import { createWebhookEndpoint } from './contract.ts';

const open = ({ table, aws }: Outside) => ({ table, vault: openVault(aws) });

export const handler = serve(
  createWebhookEndpoint,
  open,
  async ({ caller, body, machineNow, idBytes }, { table, vault }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const limited = await limitOutbound(table, partnerId, machineNow);
    if (limited) return limited;
    const made = await makeEndpoint(
      { table, vault },
      { ...body, partnerId, actor, now: machineNow, idBytes },
    );
    if (isFailure(made)) return made;
    return { ...showWebhookEndpoint(made.endpoint, machineNow), secret: made.secret };
  },
);
