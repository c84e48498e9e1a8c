import { fail } from '@billhook/core/base/errors';
import { lookOf } from '@billhook/core/module/settings';
import { serve } from '@billhook/runtime/serve/serve';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getModuleLook } from './contract.ts';

const open = ({ table }: Outside) => ({
  partners: partnerStore(table),
  settings: moduleSettingsStore(table),
});

export const handler = serve(getModuleLook, open, async ({ path }, { partners, settings }) => {
  const { partnerId } = path;
  const [partner, own] = await Promise.all([partners.find(partnerId), settings.find(partnerId)]);
  return partner?.status === 'active' ? lookOf(partner, own) : fail('partner_not_found');
});
