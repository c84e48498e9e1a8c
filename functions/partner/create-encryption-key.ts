import { isFailure } from '@billhook/core/errors';
import { makeEncryptionKey } from '@billhook/runtime/encryption-keys';
import { serve } from '@billhook/runtime/serve';
import { jwkOf, pemOf } from '@billhook/runtime/show-encryption-key';
import { openTable } from '@billhook/runtime/table';
import { createEncryptionKey } from './contract.ts';

const table = openTable();

export const handler = serve(createEncryptionKey, async ({ caller, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const key = await makeEncryptionKey(table, { partnerId: caller.partnerId, actor, now });
  return isFailure(key) ? key : { ...jwkOf(key), pem: pemOf(key) };
});
