import { expireChallenge } from '@billhook/core/auth-challenge';
import { changeLink } from '@billhook/runtime/links/record';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';

const table = openTable();
const auths = authStore(table);

/** An answer that was accepted just before the time was over is taken up all the same. */
export const handler = runTask('closeChallenge', linkTaskInput, async ({ linkId, authId }) => {
  const closed = await changeLink({ table, auths }, { authId, linkId }, expireChallenge);
  if (closed) return { outcome: closed.link ? 'answered' : 'hold' };
  // This very task has held it before, and its answer was lost.
  const auth = await auths.findAny(authId);
  return { outcome: auth?.lastLinkId === linkId ? 'hold' : 'superseded' };
});
