import { fail } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import { openTable } from '@billhook/runtime/table/table';
import { getModuleFont } from './contract.ts';

const settings = moduleSettingsStore(openTable());

export const handler = serve(getModuleFont, async ({ path }) => {
  const bytes = await settings.findFont(path.fontId);
  return bytes ? { woff2: Buffer.from(bytes).toString('base64') } : fail('font_not_found');
});
