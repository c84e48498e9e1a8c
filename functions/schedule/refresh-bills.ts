import { openReach } from '@billhook/runtime/companies/reach';
import { SESSION_MILLISECONDS } from '@billhook/runtime/links/refresh-auth';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { refreshDueBills } from '@billhook/runtime/sweeps/refresh-bills';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';
import { refreshBills } from './contract.ts';

/** For what is recorded of a session that ends just in time. */
const RECORDING_MILLISECONDS = 60_000;
/** A session that begins at the last moment ends, and is recorded, before the function's timeout. */
const MAX_MILLISECONDS =
  refreshBills.timeoutSeconds * 1000 - SESSION_MILLISECONDS - RECORDING_MILLISECONDS;

const open = (outside: Outside) => {
  const { random, limitTime } = outside;
  return { ...openStores(outside), ...openReach(outside), random, limitTime };
};

export const handler = scheduled('Bills refreshed', MAX_MILLISECONDS, open, (runtime, run, event) =>
  refreshDueBills(runtime, { ...run, part: schedulePart(event) }),
);
