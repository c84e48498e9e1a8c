import { runTask, swapTaskInput } from '@billhook/runtime/serve/run-task';
import { settleSwap } from '@billhook/runtime/settle-swap';
import { swapDeps } from '@billhook/runtime/swap-deps';
import { openTable } from '@billhook/runtime/table/table';

const deps = swapDeps(openTable());

export const handler = runTask('settleSwap', swapTaskInput, async (ids) => ({
  outcome: await settleSwap(deps, ids, Date.now()),
}));
