import { fail } from '@billhook/core/errors';
import { jwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { openTable } from '@billhook/runtime/table/table';
import { getLatestEncryptionKey } from './contract.ts';

const partners = partnerStore(openTable());

export const handler = serve(getLatestEncryptionKey, async ({ caller }) => {
  const key = (await partners.get(caller.partnerId)).encryptionKeys?.at(-1);
  return key ? jwkOf(key) : fail('encryption_key_not_found');
});
