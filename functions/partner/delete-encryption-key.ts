import { isFailure } from '@billhook/core/errors';
import { deleteEncryptionKey as deleteKey } from '@billhook/runtime/partners/encryption-keys';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { deleteEncryptionKey } from './contract.ts';

const table = openTable();

export const handler = serve(deleteEncryptionKey, async ({ caller, path, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const deleted = await deleteKey(table, { partnerId, keyId: path.keyId, actor, now });
  return isFailure(deleted) ? deleted : { success: true as const };
});
