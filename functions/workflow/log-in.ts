import { randomBytes } from 'node:crypto';
import { isLinked, recordOutcome } from '@billhook/core/auth';
import { newChallengeToken } from '@billhook/core/challenge';
import { openSession } from '@billhook/runtime/company-session';
import { saveUntilDone } from '@billhook/runtime/record-link';
import { linkTaskInput, runTask } from '@billhook/runtime/run-task';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table';

const table = openTable();
const auths = authStore(table);

/** `verified` goes on to the bills, which record it; every other outcome is recorded here. */
export const handler = runTask('logIn', linkTaskInput, async ({ linkId, authId }) => {
  const auth = await auths.findAny(authId);
  if (!auth || !isLinked(auth, linkId)) {
    const known = auth?.lastLinkId === linkId && auth.status;
    return { outcome: known || 'superseded' };
  }
  const { connector, session } = await openSession(table, auth, Date.now(), auth.link);
  const outcome = await connector.logIn(session);
  if (outcome.kind === 'verified') return { outcome: 'verified' };
  const token = newChallengeToken(authId, randomBytes);
  const saved = await saveUntilDone({ table, auths }, { authId, linkId }, (standing) =>
    recordOutcome(standing, outcome, token),
  );
  return { outcome: saved ? outcome.kind : 'superseded' };
});
