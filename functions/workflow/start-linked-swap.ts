import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { startLinkedSwap } from '@billhook/runtime/start-linked-swap';
import { swapDeps } from '@billhook/runtime/swap-deps';
import { openTable } from '@billhook/runtime/table/table';

const deps = swapDeps(openTable());

export const handler = runTask('startLinkedSwap', linkTaskInput, async (ids) => ({
  outcome: await startLinkedSwap(deps, ids, Date.now()),
}));
