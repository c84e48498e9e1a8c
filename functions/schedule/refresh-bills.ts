import { logInfo } from '@billhook/runtime/aws/logger';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { refreshDueBills } from '@billhook/runtime/sweeps/refresh-bills';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

/** Leaves room before the function's own timeout for the sessions under way. */
const MAX_MILLISECONDS = 3 * 60 * 1000;

export async function handler(event: unknown): Promise<void> {
  const part = schedulePart(event);
  const started = Date.now();
  const deadline = started + MAX_MILLISECONDS;
  const count = await refreshDueBills(deps, { part, clock: Date.now, deadline });
  logInfo('Bills read again', { count, milliseconds: Date.now() - started });
}
