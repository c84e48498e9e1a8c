import { openQueues } from '@billhook/runtime/aws/queues';
import { queueDueReadings } from '@billhook/runtime/sweeps/refresh-bills';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';

/** Leaves time for the page that is under way then. */
const MAX_MILLISECONDS = 40_000;

const open = ({ table, aws }: Outside) => ({ table, send: openQueues(aws) });

export const handler = scheduled('Readings queued', MAX_MILLISECONDS, open, (deps, run, event) =>
  queueDueReadings(deps, { ...run, part: schedulePart(event) }),
);
