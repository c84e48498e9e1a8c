import { isFailure } from '@billhook/core/base/errors';
import { retireApiKey } from '@billhook/runtime/partners/api-keys';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { revokeApiKey } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(
  revokeApiKey,
  open,
  async ({ caller, path, machineNow }, { table }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const retired = await retireApiKey(table, {
      partnerId,
      keyId: path.keyId,
      actor,
      now: machineNow,
    });
    return isFailure(retired) ? retired : { success: true as const };
  },
);
