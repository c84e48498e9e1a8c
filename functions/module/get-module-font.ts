import { fail } from '@billhook/core/base/errors';
import { serve } from '@billhook/runtime/serve/serve';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getModuleFont } from './contract.ts';

const open = ({ table }: Outside) => ({ settings: moduleSettingsStore(table) });

export const handler = serve(getModuleFont, open, async ({ path }, { settings }) => {
  const bytes = await settings.findFont(path.fontId);
  return bytes ? { woff2: Buffer.from(bytes).toString('base64') } : fail('font_not_found');
});
