import { runTask, swapTaskInput } from '@billhook/runtime/serve/run-task';
import { swapDeps } from '@billhook/runtime/swaps/deps';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import { openTable } from '@billhook/runtime/table/table';

const deps = swapDeps(openTable());

export const handler = runTask('submitSwap', swapTaskInput, async (ids) => ({
  outcome: await submitSwap(deps, ids, Date.now()),
}));
