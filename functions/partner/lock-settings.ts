import { isFailure } from '@billhook/core/base/errors';
import { lockPartner } from '@billhook/runtime/partners/lock';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { lockSettings } from './contract.ts';

const open = ({ table }: Outside) => ({ table });

export const handler = serve(
  lockSettings,
  open,
  async ({ caller, body, machineNow }, { table }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const by = { partnerId: caller.partnerId, actor, now: machineNow };
    const locked = await lockPartner(table, { ...by, ...body });
    if (!isFailure(locked)) return { success: true as const };
    if (locked.failure === 'request_conflict') return { failure: locked.failure };
    throw new Error('The partner of a key is missing');
  },
);
