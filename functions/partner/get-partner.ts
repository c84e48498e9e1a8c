import { showPartner } from '@billhook/core/schemas/partner';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { openTable } from '@billhook/runtime/table/table';
import { getPartner } from './contract.ts';

const partners = partnerStore(openTable());

export const handler = serve(getPartner, async ({ caller, now }) =>
  showPartner(await partners.get(caller.partnerId), now),
);
