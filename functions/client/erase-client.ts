import { isFailure } from '@billhook/core/base/errors';
import { eraseClient as erase } from '@billhook/runtime/erasing/erase-client';
import { serve } from '@billhook/runtime/serve/serve';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import type { Outside } from '@billhook/runtime/table/outside';
import { eraseClient } from './contract.ts';

/** Leaves room for what is under way before the function's own timeout. A sweep does the rest. */
const MAX_MILLISECONDS = 12_000;

const open = (outside: Outside) => ({ ...openStoresAndWorkflows(outside), clock: outside.clock });

export const handler = serve(
  eraseClient,
  open,
  async ({ caller, path, machineNow }, { clock, ...deps }) => {
    const { partnerId, keyId } = caller;
    const actor = { kind: 'api-key', id: keyId } as const;
    const run = { clock, deadline: machineNow + MAX_MILLISECONDS };
    const erased = await erase(deps, { clientId: path.clientId, partnerId, actor }, run);
    if (isFailure(erased)) return erased;
    return { success: true as const, status: erased.erasure };
  },
);
