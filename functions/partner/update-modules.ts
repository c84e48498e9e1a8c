import { isFailure } from '@billhook/core/errors';
import { showModuleSettings } from '@billhook/core/module/settings';
import { setModules } from '@billhook/runtime/partners/module-settings';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { updateModules } from './contract.ts';

const table = openTable();

export const handler = serve(updateModules, async ({ caller, body, now }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  const settings = await setModules(table, body, { partnerId, actor, now });
  return isFailure(settings) ? settings : showModuleSettings(settings);
});
