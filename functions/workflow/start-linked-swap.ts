import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { swapDeps } from '@billhook/runtime/swaps/deps';
import { startLinkedSwap } from '@billhook/runtime/swaps/start-linked';
import { openTable } from '@billhook/runtime/table/table';

const deps = swapDeps(openTable());

export const handler = runTask('startLinkedSwap', linkTaskInput, async (ids) => ({
  outcome: await startLinkedSwap(deps, ids, Date.now()),
}));
