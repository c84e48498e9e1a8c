import { isFailure } from '@billhook/core/errors';
import { showSigning } from '@billhook/core/schemas/signing';
import { refreshSigning } from '@billhook/runtime/partners/signing-keys';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { refreshSigning as operation } from './contract.ts';

const table = openTable();

export const handler = serve(operation, async ({ caller, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const signing = await refreshSigning({ table }, { partnerId, actor, now });
  return isFailure(signing) ? signing : showSigning(signing, now);
});
