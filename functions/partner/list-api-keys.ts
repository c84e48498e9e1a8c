import { showApiKey } from '@billhook/core/schemas/partner';
import { serve } from '@billhook/runtime/serve/serve';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listApiKeys } from './contract.ts';

const open = ({ table }: Outside) => ({ partners: partnerStore(table) });

export const handler = serve(listApiKeys, open, async ({ caller }, { partners }) => {
  const { apiKeys } = await partners.get(caller.partnerId);
  return { data: apiKeys.map(showApiKey) };
});
