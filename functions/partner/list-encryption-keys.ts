import { publishedJwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listEncryptionKeys } from './contract.ts';

const open = ({ table }: Outside) => ({ partners: partnerStore(table) });

export const handler = serve(listEncryptionKeys, open, async ({ caller }, { partners }) => {
  const { encryptionKeys = [] } = await partners.get(caller.partnerId);
  return { keys: encryptionKeys.map(publishedJwkOf) };
});
