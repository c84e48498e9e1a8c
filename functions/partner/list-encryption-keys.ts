import { jwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { openTable } from '@billhook/runtime/table/table';
import { listEncryptionKeys } from './contract.ts';

const partners = partnerStore(openTable());

export const handler = serve(listEncryptionKeys, async ({ caller }) => {
  const { encryptionKeys = [] } = await partners.get(caller.partnerId);
  return { keys: encryptionKeys.map(jwkOf) };
});
