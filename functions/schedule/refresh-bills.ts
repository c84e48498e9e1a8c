import { openReach } from '@billhook/runtime/companies/reach';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { refreshDueBills } from '@billhook/runtime/sweeps/refresh-bills';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';

/** Leaves room before the function's own timeout for the sessions under way. */
const MAX_MILLISECONDS = 3 * 60 * 1000;

const open = (outside: Outside) => ({ ...openStores(outside), ...openReach(outside) });

export const handler = scheduled('Bills refreshed', MAX_MILLISECONDS, open, (runtime, run, event) =>
  refreshDueBills(runtime, { ...run, part: schedulePart(event) }),
);
