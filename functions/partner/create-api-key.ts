import { isFailure } from '@billhook/core/errors';
import { issueApiKey } from '@billhook/runtime/partners/keys';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { createApiKey } from './contract.ts';

const table = openTable();

export const handler = serve(createApiKey, async ({ caller, body, now, idBytes }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const issued = await issueApiKey(table, { ...body, partnerId, actor, now, idBytes });
  if (isFailure(issued)) return issued;
  const { apiKey, record } = issued;
  const { keyId, created, expires } = record;
  return { keyId, apiKey, created, ...(expires && { expires }) };
});
