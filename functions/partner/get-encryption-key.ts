import { fail } from '@billhook/core/errors';
import { findEncryptionKey } from '@billhook/core/partner/encryption-key';
import { jwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { openTable } from '@billhook/runtime/table/table';
import { getEncryptionKey } from './contract.ts';

const partners = partnerStore(openTable());

export const handler = serve(getEncryptionKey, async ({ caller, path }) => {
  const key = findEncryptionKey(await partners.get(caller.partnerId), path.keyId);
  return key ? jwkOf(key) : fail('encryption_key_not_found');
});
