import { noModuleSettings, showModuleSettings } from '@billhook/core/module/settings';
import { serve } from '@billhook/runtime/serve/serve';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getModules } from './contract.ts';

const open = ({ table }: Outside) => ({ settings: moduleSettingsStore(table) });

export const handler = serve(getModules, open, async ({ caller: { partnerId } }, { settings }) =>
  showModuleSettings((await settings.find(partnerId)) ?? noModuleSettings(partnerId)),
);
