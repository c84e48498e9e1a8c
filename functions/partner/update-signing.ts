import { isFailure } from '@billhook/core/base/errors';
import { showSigning } from '@billhook/core/schemas/signing';
import { openVault } from '@billhook/runtime/aws/vault';
import { limitOutbound } from '@billhook/runtime/callers/limit-outbound';
import { setSigning } from '@billhook/runtime/partners/signing-keys';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { updateSigning } from './contract.ts';

const open = ({ table, aws }: Outside) => ({ table, vault: openVault(aws) });

export const handler = serve(
  updateSigning,
  open,
  async ({ caller, body, machineNow }, { table, vault }) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const limited = body.jwksUrl && (await limitOutbound(table, partnerId, machineNow));
    if (limited) return limited;
    const signing = await setSigning({ table, vault }, body, { partnerId, actor, now: machineNow });
    return isFailure(signing) ? signing : showSigning(signing, machineNow);
  },
);
