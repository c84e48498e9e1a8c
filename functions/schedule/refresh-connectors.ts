import { openQueues } from '@billhook/runtime/aws/queues';
import { openVault } from '@billhook/runtime/aws/vault';
import { forgetConnections } from '@billhook/runtime/companies/remote/forget';
import { readLooks } from '@billhook/runtime/companies/remote/read-looks';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { refreshConnectors as refresh } from '@billhook/runtime/partners/refresh-connectors';
import { scheduled } from '@billhook/runtime/sweeps/scheduled';
import type { Outside } from '@billhook/runtime/table/outside';

/** Leaves room before the function's own timeout for the requests under way. */
const MAX_MILLISECONDS = 240_000;

const open = ({ table, clock, aws, random }: Outside) => ({
  ...{ table, random, vault: openVault(aws), send: openQueues(aws) },
  wireKeys: openConnectorKeys({ table, clock, aws }).current,
});

export const handler = scheduled(
  'Manifests of connectors read, connections forgotten, and pages looked at',
  MAX_MILLISECONDS,
  open,
  async ({ table, wireKeys, random, vault, send }, { clock, deadline }) => {
    // None takes all of the others' time.
    const third = (deadline - clock()) / 3;
    const begun = clock();
    const forgotten = await forgetConnections({ table, clock, wireKeys }, begun + third);
    const refreshed = await refresh({ table, clock }, begun + 2 * third);
    const looking = { table, clock, wireKeys, random, vault, send };
    return forgotten + refreshed + (await readLooks(looking, deadline));
  },
);
