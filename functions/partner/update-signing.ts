import { isFailure } from '@billhook/core/errors';
import { showSigning } from '@billhook/core/schemas/signing';
import { setSigning } from '@billhook/runtime/partners/signing-keys';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { updateSigning } from './contract.ts';

const table = openTable();

export const handler = serve(updateSigning, async ({ caller, body, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const signing = await setSigning({ table }, body, { partnerId, actor, now });
  return isFailure(signing) ? signing : showSigning(signing, now);
});
