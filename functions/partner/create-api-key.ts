import { isFailure } from '@billhook/core/base/errors';
import { showApiKey } from '@billhook/core/schemas/partner';
import { openPeppers } from '@billhook/runtime/callers/pepper';
import { issueApiKey } from '@billhook/runtime/partners/api-keys';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { createApiKey } from './contract.ts';

const open = ({ table, clock, aws }: Outside) => ({ table, peppers: openPeppers({ aws, clock }) });

export const handler = serve(
  createApiKey,
  open,
  async ({ caller, body, machineNow, idBytes }, runtime) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const issued = await issueApiKey(runtime, {
      ...body,
      partnerId,
      actor,
      now: machineNow,
      idBytes,
    });
    if (isFailure(issued)) return issued;
    const { apiKey, record } = issued;
    return { ...showApiKey(record), apiKey };
  },
);
