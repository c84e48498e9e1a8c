import { openRuntime } from '@billhook/runtime/companies/runtime';
import { followClocks } from '@billhook/runtime/sweeps/move-clock';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';

/** Leaves room before the function's own timeout for the item under way. */
const MAX_MILLISECONDS = 35_000;

export const handler = scheduled(
  'Test clocks followed',
  MAX_MILLISECONDS,
  openRuntime,
  followClocks,
);
