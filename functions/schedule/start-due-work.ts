import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import { sweepDueWork } from '@billhook/runtime/sweeps/sweep-due-work';

/**
 * Leaves room before the function's own timeout for the items under way. The next run begins when this
 * one is over, and goes on.
 */
const MAX_MILLISECONDS = 40_000;

export const handler = scheduled(
  'Due work swept',
  MAX_MILLISECONDS,
  openStoresAndWorkflows,
  (runtime, run, event) => sweepDueWork(runtime, { ...run, part: schedulePart(event) }),
);
