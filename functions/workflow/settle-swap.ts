import { runTask, swapTaskInput } from '@billhook/runtime/serve/run-task';
import { swapDeps } from '@billhook/runtime/swaps/deps';
import { settleSwap } from '@billhook/runtime/swaps/settle';
import { openTable } from '@billhook/runtime/table/table';

const deps = swapDeps(openTable());

export const handler = runTask('settleSwap', swapTaskInput, async (ids) => ({
  outcome: await settleSwap(deps, ids, Date.now()),
}));
