import { noModuleSettings, showModuleSettings } from '@billhook/core/module/settings';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import { openTable } from '@billhook/runtime/table/table';
import { getModules } from './contract.ts';

const settings = moduleSettingsStore(openTable());

export const handler = serve(getModules, async ({ caller: { partnerId } }) =>
  showModuleSettings((await settings.find(partnerId)) ?? noModuleSettings(partnerId)),
);
