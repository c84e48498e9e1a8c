import { openReach } from '@billhook/runtime/companies/reach';
import { runQueuedTask } from '@billhook/runtime/serve/run-queued-task';
import { swapTaskInput } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => ({ ...openStores(outside), ...openReach(outside) });

export const handler = runQueuedTask(
  { task: 'submitSwap', input: swapTaskInput, repeated: 'never' },
  open,
  async (ids, runtime, machineNow) => {
    const outcome = await submitSwap(runtime, ids, machineNow);
    if (typeof outcome === 'string') return { outcome };
    return { outcome: outcome.kind, waitSeconds: outcome.waitSeconds };
  },
);
