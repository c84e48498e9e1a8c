import { isFailure } from '@billhook/core/base/errors';
import { deleteEncryptionKey as deleteKey } from '@billhook/runtime/partners/encryption-keys';
import { openEncryptionKms } from '@billhook/runtime/partners/encryption-kms';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { deleteEncryptionKey } from './contract.ts';

const open = ({ table, aws }: Outside) => ({ table, kms: openEncryptionKms(aws) });

export const handler = serve(
  deleteEncryptionKey,
  open,
  async ({ caller, path, machineNow }, runtime) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const deleted = await deleteKey(runtime, {
      partnerId,
      keyId: path.keyId,
      actor,
      now: machineNow,
    });
    return isFailure(deleted) ? deleted : { success: true as const };
  },
);
