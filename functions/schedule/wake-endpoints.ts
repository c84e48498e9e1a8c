import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import { wakeEndpoints } from '@billhook/runtime/sweeps/wake-endpoints';
import type { Outside } from '@billhook/runtime/table/outside';
import { openWake } from '@billhook/runtime/webhooks/deps';

/** Done before the next run begins. */
const MAX_MILLISECONDS = 50_000;

const open = ({ table, aws }: Outside) => ({ table, wake: openWake({ aws }) });

export const handler = scheduled('Endpoints woken', MAX_MILLISECONDS, open, wakeEndpoints);
