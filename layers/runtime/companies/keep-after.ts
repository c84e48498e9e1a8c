/** Keeping what a session gave, where nothing else is written of its auth. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { isSameSeal } from '@billhook/core/base/sealed';
import { logFailure } from '../aws/logger.ts';
import type { Stores } from '../stores/open-stores.ts';
import { attemptWrite, retryConflict } from '../table/retry-conflict.ts';
import { type Left, withKept } from './kept-sessions.ts';
import type { Reach } from './reach.ts';
import type { CompanySession } from './session.ts';

/**
 * Lost, it costs the user another code one day: no reason to fail what the session did. What was made
 * with credentials that were replaced meanwhile is not kept.
 */
export async function keepAfter(
  deps: Stores & Reach,
  begun: AuthRecord,
  opened: Left,
  machineNow: number,
): Promise<void> {
  if (opened.kept().connection === undefined) return;
  const { _id: authId, clientId } = begun;
  try {
    await retryConflict(async () => {
      const auth = await deps.auths.findAny(authId);
      if (!auth || !isSameSeal(auth.credentials, begun.credentials)) return 'gone' as const;
      const left = { ...opened, kept: () => connectionOf(opened) };
      const kept = await withKept(deps, auth, left, machineNow);
      return attemptWrite(deps.table, 'kept' as const, [
        deps.auths.save(kept.auth, auth),
        ...kept.writes,
      ]);
    });
  } catch (error) {
    logFailure('A connection could not be kept', error, { authId, clientId });
  }
}

/** Work in a session, after which is kept what it gave, however the work ends. */
export function keepingAfter<T>(
  deps: Stores & Reach,
  auth: AuthRecord,
  machineNow: number,
  work: (opened: CompanySession) => Promise<T>,
): (opened: CompanySession) => Promise<T> {
  return async (opened) => {
    try {
      return await work(opened);
    } finally {
      await keepAfter(deps, auth, opened, machineNow);
    }
  };
}

/** The live session of a link is its link's to keep. */
function connectionOf({ kept }: Pick<Left, 'kept'>) {
  const { connection } = kept();
  return connection === undefined ? {} : { connection };
}
