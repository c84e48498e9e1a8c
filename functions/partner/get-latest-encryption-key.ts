import { fail } from '@billhook/core/base/errors';
import { publishedJwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getLatestEncryptionKey } from './contract.ts';

const open = ({ table }: Outside) => ({ partners: partnerStore(table) });

export const handler = serve(getLatestEncryptionKey, open, async ({ caller }, { partners }) => {
  const key = (await partners.get(caller.partnerId)).encryptionKeys?.at(-1);
  return key ? publishedJwkOf(key) : fail('encryption_key_not_found');
});
