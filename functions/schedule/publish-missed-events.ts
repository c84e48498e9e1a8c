import { openBus } from '@billhook/runtime/events/bus';
import { publishMissedEvents } from '@billhook/runtime/events/publish';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';

/** Done before the next run begins: two at once would publish everything twice. */
const MAX_MILLISECONDS = 50_000;

const open = ({ table, aws }: Outside) => ({ table, announce: openBus(aws) });

export const handler = scheduled(
  'Missed events published',
  MAX_MILLISECONDS,
  open,
  publishMissedEvents,
);
