import { openReach } from '@billhook/runtime/companies/reach';
import { readLinkedBills } from '@billhook/runtime/links/read-bills';
import { runQueuedTask } from '@billhook/runtime/serve/run-queued-task';
import { linkTaskInput } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => ({ ...openStores(outside), ...openReach(outside) });

export const handler = runQueuedTask(
  { task: 'readBills', input: linkTaskInput, repeated: 'again' },
  open,
  ({ linkId, authId }, runtime, machineNow) =>
    readLinkedBills(runtime, { linkId, authId }, machineNow),
);
