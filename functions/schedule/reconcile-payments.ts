import { openReconcile } from '@billhook/runtime/reconciliation/open';
import { reconcileDay } from '@billhook/runtime/reconciliation/run-day';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';

/** Leaves room before the function's own timeout for the page under way. */
const MAX_MILLISECONDS = 240_000;

export const handler = scheduled(
  'Payments reconciled',
  MAX_MILLISECONDS,
  openReconcile,
  async ({ openSources, ...deps }, run, event) =>
    reconcileDay({ ...deps, sources: await openSources() }, { ...run, part: schedulePart(event) }),
);
