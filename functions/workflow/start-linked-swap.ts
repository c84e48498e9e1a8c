import { openWorkflows } from '@billhook/runtime/aws/workflows';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { startLinkedSwap } from '@billhook/runtime/swaps/start-linked';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => ({
  ...openStores(outside),
  workflows: openWorkflows(outside.aws),
});

export const handler = runTask(
  'startLinkedSwap',
  linkTaskInput,
  open,
  async (ids, runtime, machineNow) => ({
    outcome: await startLinkedSwap(runtime, ids, machineNow),
  }),
);
