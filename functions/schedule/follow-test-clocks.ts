import { logInfo } from '@billhook/runtime/aws/logger';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { followClocks } from '@billhook/runtime/sweeps/move-clock';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

/** Leaves room before the function's own timeout for the item under way. */
const MAX_MILLISECONDS = 4 * 60 * 1000;

export async function handler(): Promise<void> {
  const started = Date.now();
  const count = await followClocks(deps, { clock: Date.now, deadline: started + MAX_MILLISECONDS });
  logInfo('Test clocks followed', { count, milliseconds: Date.now() - started });
}
