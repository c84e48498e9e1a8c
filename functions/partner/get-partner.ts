import { showPartner } from '@billhook/core/schemas/partner';
import { serve } from '@billhook/runtime/serve/serve';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getPartner } from './contract.ts';

const open = ({ table }: Outside) => ({ partners: partnerStore(table) });

export const handler = serve(getPartner, open, async ({ caller, machineNow }, { partners }) =>
  showPartner(await partners.get(caller.partnerId), machineNow),
);
