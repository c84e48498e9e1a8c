import { expireChallenge } from '@billhook/core/auth/auth-challenge';
import { changeLink } from '@billhook/runtime/links/record';
import { linkTaskInput, runTask } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import type { Outside } from '@billhook/runtime/table/outside';

const open = ({ table }: Outside) => ({ table, auths: authStore(table) });

/** An answer that was accepted just before the time was over is taken up all the same. */
export const handler = runTask(
  'closeChallenge',
  linkTaskInput,
  open,
  async ({ linkId, authId }, { table, auths }) => {
    const closed = await changeLink({ table, auths }, { authId, linkId }, expireChallenge);
    if (closed) return { outcome: closed.link ? 'answered' : 'hold' };
    // This very task has held it before, and its answer was lost.
    const auth = await auths.findAny(authId);
    return { outcome: auth?.lastLinkId === linkId ? 'hold' : 'superseded' };
  },
);
