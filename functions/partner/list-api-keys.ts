import { showApiKey } from '@billhook/core/schemas/partner';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { openTable } from '@billhook/runtime/table/table';
import { listApiKeys } from './contract.ts';

const partners = partnerStore(openTable());

export const handler = serve(listApiKeys, async ({ caller }) => {
  const { apiKeys } = await partners.get(caller.partnerId);
  return { data: apiKeys.map(showApiKey) };
});
