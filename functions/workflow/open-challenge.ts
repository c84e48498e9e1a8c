import { withOpenChallenge } from '@billhook/core/auth/auth-challenge';
import { newChallengeToken } from '@billhook/core/auth/challenge';
import { changeLink } from '@billhook/runtime/links/record';
import { linkTaskInput, runTask, taskTokenInput } from '@billhook/runtime/serve/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import type { Outside } from '@billhook/runtime/table/outside';
import * as v from 'valibot';

/** The task token comes from the workflow itself, and goes into the auth's record and nowhere else. */
const input = v.object({ ...linkTaskInput.entries, ...taskTokenInput.entries });

const open = ({ table, random }: Outside) => ({ table, random, auths: authStore(table) });

/**
 * The workflow waits from here on, whatever this answers. One that was superseded a moment ago waits
 * in vain until its time is over, and finds out then: nobody is kept waiting by it.
 */
export const handler = runTask(
  'openChallenge',
  input,
  open,
  async ({ linkId, authId, taskToken }, { table, random, auths }, machineNow) => {
    const token = newChallengeToken(authId, random);
    const opened = await changeLink({ table, auths }, { authId, linkId }, (auth) =>
      withOpenChallenge(auth, { token, taskToken, now: machineNow }),
    );
    return { outcome: opened ? 'waiting' : 'superseded' };
  },
);
