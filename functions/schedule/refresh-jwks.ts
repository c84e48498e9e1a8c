import { logInfo } from '@billhook/runtime/aws/logger';
import { refreshDueKeys } from '@billhook/runtime/sweeps/refresh-due-keys';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();

/** Leaves room before the function's own timeout for the fetches under way. */
const MAX_MILLISECONDS = 270_000;

export async function handler(event: unknown): Promise<void> {
  const part = schedulePart(event);
  const started = Date.now();
  const deadline = started + MAX_MILLISECONDS;
  const count = await refreshDueKeys({ table }, { part, clock: Date.now, deadline });
  logInfo('Signing keys refreshed', { count, milliseconds: Date.now() - started });
}
