import { uploadFont as upload } from '@billhook/runtime/partners/module-settings';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { uploadFont } from './contract.ts';

const table = openTable();

export const handler = serve(uploadFont, async ({ caller, body, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  return upload(table, body, { partnerId, actor, now });
});
