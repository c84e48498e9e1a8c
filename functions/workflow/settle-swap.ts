import { runTask, swapTaskInput } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { settleSwap } from '@billhook/runtime/swaps/settle';

export const handler = runTask(
  'settleSwap',
  swapTaskInput,
  openStores,
  async (ids, stores, machineNow) => ({
    outcome: await settleSwap(stores, ids, machineNow),
  }),
);
