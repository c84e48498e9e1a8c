import { logInfo } from '@billhook/runtime/aws/logger';
import { wakeEndpoints } from '@billhook/runtime/sweeps/wake-endpoints';
import { openTable } from '@billhook/runtime/table/table';
import { wakeDeliverers } from '@billhook/runtime/webhooks/deps';

const deps = { table: openTable(), wake: wakeDeliverers };

/** Done before the next run begins. */
const MAX_MILLISECONDS = 50_000;

export async function handler(): Promise<void> {
  const started = Date.now();
  const deadline = started + MAX_MILLISECONDS;
  const count = await wakeEndpoints(deps, { clock: Date.now, deadline });
  logInfo('Endpoints woken', { count, milliseconds: Date.now() - started });
}
