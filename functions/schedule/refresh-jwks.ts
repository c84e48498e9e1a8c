import { openVault } from '@billhook/runtime/aws/vault';
import { refreshDueKeys } from '@billhook/runtime/sweeps/refresh-due-keys';
import { schedulePart } from '@billhook/runtime/sweeps/schedule-part';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';

/** Leaves room before the function's own timeout for the fetches under way. */
const MAX_MILLISECONDS = 270_000;

const open = ({ table, aws }: Outside) => ({ table, vault: openVault(aws) });

export const handler = scheduled(
  'Signing keys refreshed',
  MAX_MILLISECONDS,
  open,
  (runtime, run, event) => refreshDueKeys(runtime, { ...run, part: schedulePart(event) }),
);
