import { isFailure } from '@billhook/core/base/errors';
import { showModuleSettings } from '@billhook/core/module/settings';
import { setModules } from '@billhook/runtime/partners/module-settings';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { updateModules } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(
  updateModules,
  open,
  async ({ caller, body, machineNow }, { table }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const settings = await setModules(table, body, { partnerId, actor, now: machineNow });
    return isFailure(settings) ? settings : showModuleSettings(settings);
  },
);
