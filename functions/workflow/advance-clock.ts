import { paymentDeps } from '@billhook/runtime/payments/deps';
import { clockTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { enrollInClock } from '@billhook/runtime/sweeps/enroll-clock';
import { followClock } from '@billhook/runtime/sweeps/follow-clock';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const deps = { ...paymentDeps(table), auths: authStore(table) };

/** Leaves room before the function's own timeout for what is under way. */
const MAX_MILLISECONDS = 60_000;

export const handler = runTask('advanceClock', clockTaskInput, async ({ partnerId }) => {
  const deadline = Date.now() + MAX_MILLISECONDS;
  const enrolled = await enrollInClock(deps, partnerId);
  const run = { clock: Date.now, deadline, enrolled };
  return { outcome: await followClock(deps, partnerId, run) };
});
