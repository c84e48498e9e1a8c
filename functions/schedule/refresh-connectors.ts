import { refreshConnectors as refresh } from '@billhook/runtime/partners/refresh-connectors';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';

/** Leaves room before the function's own timeout for the request under way. */
const MAX_MILLISECONDS = 270_000;

const open = ({ table }: Outside) => ({ table });

export const handler = scheduled(
  'Manifests of connectors read',
  MAX_MILLISECONDS,
  open,
  ({ table }, { clock, deadline }) => refresh({ table, clock }, deadline),
);
