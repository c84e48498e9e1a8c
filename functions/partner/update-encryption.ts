import { isFailure } from '@billhook/core/base/errors';
import { requireEncryption } from '@billhook/runtime/partners/require-encryption';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { updateEncryption } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(
  updateEncryption,
  open,
  async ({ caller, body, machineNow }, { table }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const given = { partnerId, actor, now: machineNow, required: body.required };
    const changed = await requireEncryption(table, given);
    return isFailure(changed) ? changed : { required: body.required };
  },
);
