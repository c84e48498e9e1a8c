import { runTask, swapTaskInput } from '@billhook/runtime/serve/run-task';
import { submitSwap } from '@billhook/runtime/submit-swap';
import { swapDeps } from '@billhook/runtime/swap-deps';
import { openTable } from '@billhook/runtime/table/table';

const deps = swapDeps(openTable());

export const handler = runTask('submitSwap', swapTaskInput, async (ids) => ({
  outcome: await submitSwap(deps, ids, Date.now()),
}));
