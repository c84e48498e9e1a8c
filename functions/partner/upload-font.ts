import { uploadFont as upload } from '@billhook/runtime/partners/module-settings';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { uploadFont } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(uploadFont, open, async ({ caller, body, machineNow }, { table }) => {
  const actor = { kind: 'api-key', id: caller.keyId } as const;
  const { partnerId } = caller;
  return upload(table, body, { partnerId, actor, now: machineNow });
});
