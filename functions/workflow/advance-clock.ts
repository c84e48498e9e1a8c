import { openRuntime } from '@billhook/runtime/companies/runtime';
import { runQueuedTask } from '@billhook/runtime/serve/run-queued-task';
import { clockTaskInput } from '@billhook/runtime/serve/run-task';
import { enrollInClock } from '@billhook/runtime/sweeps/enroll-clock';
import { followClock } from '@billhook/runtime/sweeps/follow-clock';
import { tellDelayedOf } from '@billhook/runtime/sweeps/tell-delayed';

/** Leaves room before the function's own timeout for what is under way. */
const MAX_MILLISECONDS = 60_000;

export const handler = runQueuedTask(
  { task: 'advanceClock', input: clockTaskInput, repeated: 'again' },
  openRuntime,
  async ({ partnerId }, runtime, machineNow) => {
    const deadline = machineNow + MAX_MILLISECONDS;
    const enrolled = await enrollInClock(runtime, partnerId);
    const run = { clock: runtime.clock, deadline, enrolled };
    const outcome = await followClock(runtime, partnerId, run);
    if (outcome === 'arrived') await tellDelayedOf(runtime, partnerId, runtime.clock());
    return { outcome };
  },
);
