import { isFailure } from '@billhook/core/errors';
import { retireApiKey } from '@billhook/runtime/partners/keys';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { revokeApiKey } from './contract.ts';

const table = openTable();

export const handler = serve(revokeApiKey, async ({ caller, path, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const retired = await retireApiKey(table, { partnerId, keyId: path.keyId, actor, now });
  return isFailure(retired) ? retired : { success: true as const };
});
