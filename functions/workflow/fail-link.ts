import { linkFailure, recordOutcome } from '@billhook/core/auth';
import { saveUntilDone } from '@billhook/runtime/links/record';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';
import * as v from 'valibot';

const table = openTable();
const auths = authStore(table);

/** Which of the workflow's catchers fired; never what the error said. */
const input = v.object({
  ...linkTaskInput.entries,
  reason: v.picklist(['job-timeout', 'issue-unidentified']),
});

export const handler = runTask('failLink', input, async ({ linkId, authId, reason }) => {
  const saved = await saveUntilDone({ table, auths }, { authId, linkId }, (auth) =>
    recordOutcome(auth, linkFailure(auth, reason)),
  );
  return { outcome: saved ? 'hold' : 'superseded' };
});
