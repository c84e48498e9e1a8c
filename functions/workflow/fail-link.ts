import { linkFailure, recordOutcome } from '@billhook/core/auth';
import { saveUntilDone } from '@billhook/runtime/links/record';
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
  async ({ linkId, authId, reason }, { table, auths }) => {
    const saved = await saveUntilDone({ table, auths }, { authId, linkId }, (auth) =>
      recordOutcome(auth, linkFailure(auth, reason)),
    );
    return { outcome: saved ? 'hold' : 'superseded' };
  },
);
