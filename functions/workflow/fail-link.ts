import { recordFailedLink } from '@billhook/runtime/links/record';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import type { Outside } from '@billhook/runtime/table/outside';
import * as v from 'valibot';

/** Which of the workflow's catchers fired; never what the error said. */
const input = v.object({
  ...linkTaskInput.entries,
  reason: v.picklist(['job-timeout', 'issue-unidentified']),
});

const open = ({ table }: Outside) => ({ table, auths: authStore(table) });

export const handler = runTask(
  'failLink',
  input,
  open,
  async ({ linkId, authId, reason }, deps, machineNow) => ({
    outcome: await recordFailedLink(deps, { authId, linkId }, reason, machineNow),
  }),
);
