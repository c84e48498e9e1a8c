import { logInfo } from '@billhook/runtime/logger';
import { paymentDeps } from '@billhook/runtime/payment-deps';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { sweepDueWork } from '@billhook/runtime/sweep-due-work';
import { openTable } from '@billhook/runtime/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

/** Leaves room before the function's own timeout for the item under way. */
const MAX_MILLISECONDS = 4 * 60 * 1000;

export async function handler(): Promise<void> {
  const started = Date.now();
  const count = await sweepDueWork(deps, () => Date.now(), started + MAX_MILLISECONDS);
  logInfo('Due work swept', { count, milliseconds: Date.now() - started });
}
