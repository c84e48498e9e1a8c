import { openReach } from '@billhook/runtime/companies/reach';
import { readLinkedBills } from '@billhook/runtime/links/read-bills';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => ({ ...openStores(outside), ...openReach(outside) });

export const handler = runTask(
  'readBills',
  linkTaskInput,
  open,
  ({ linkId, authId }, runtime, machineNow) =>
    readLinkedBills(runtime, { linkId, authId }, machineNow),
);
