import { isFailure } from '@billhook/core/errors';
import { derivedText } from '@billhook/core/ids';
import { makeEncryptionKey } from '@billhook/runtime/partners/encryption-keys';
import { jwkOf, pemOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { createEncryptionKey } from './contract.ts';

const table = openTable();
/** 20 characters of base 62 are 119 bits. */
const REQUEST_LENGTH = 20;

export const handler = serve(createEncryptionKey, async ({ caller, now, idBytes }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const madeFor = derivedText(REQUEST_LENGTH, idBytes('encryption-key'));
  const key = await makeEncryptionKey(table, { partnerId, actor, now, madeFor });
  return isFailure(key) ? key : { ...jwkOf(key), pem: pemOf(key) };
});
