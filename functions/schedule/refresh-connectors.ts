import { forgetConnections } from '@billhook/runtime/companies/remote/forget';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { refreshConnectors as refresh } from '@billhook/runtime/partners/refresh-connectors';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';

/** Leaves room before the function's own timeout for the requests under way. */
const MAX_MILLISECONDS = 240_000;

const open = ({ table, clock, aws }: Pick<Outside, 'table' | 'clock' | 'aws'>) => ({
  table,
  wireKeys: openConnectorKeys({ table, clock, aws }).current,
});

export const handler = scheduled(
  'Manifests of connectors read, and connections forgotten',
  MAX_MILLISECONDS,
  open,
  async ({ table, wireKeys }, { clock, deadline }) => {
    // Neither takes all of the other's time.
    const half = clock() + (deadline - clock()) / 2;
    const forgotten = await forgetConnections({ table, clock, wireKeys }, half);
    return forgotten + (await refresh({ table, clock }, deadline));
  },
);
