import { fail } from '@billhook/core/base/errors';
import { findEncryptionKey } from '@billhook/core/partner/encryption-key';
import { publishedJwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getEncryptionKey } from './contract.ts';

const open = ({ table }: Outside) => ({ partners: partnerStore(table) });

export const handler = serve(getEncryptionKey, open, async ({ caller, path }, { partners }) => {
  const key = findEncryptionKey(await partners.get(caller.partnerId), path.keyId);
  return key ? publishedJwkOf(key) : fail('encryption_key_not_found');
});
