import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import { startLinkedSwap } from '@billhook/runtime/swaps/start-linked';

export const handler = runTask(
  'startLinkedSwap',
  linkTaskInput,
  openStoresAndWorkflows,
  async (ids, runtime, machineNow) => ({
    outcome: await startLinkedSwap(runtime, ids, machineNow),
  }),
);
