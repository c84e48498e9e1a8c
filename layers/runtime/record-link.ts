/** Recording what came of a link, as long as no other link has taken its place. */
import { type AuthRecord, isLinked } from '@billhook/core/auth';
import { isFailure } from '@billhook/core/errors';
import { conflict, retryConflict } from './retry-conflict.ts';
import type { AuthStore } from './stores/auth-store.ts';
import type { Table, Write } from './table.ts';

/** False when the link was superseded or its auth deleted. Throws when writes kept racing. */
export async function saveUntilDone(
  { table, auths }: { readonly table: Table; readonly auths: AuthStore },
  { authId, linkId }: { readonly authId: string; readonly linkId: string },
  change: (auth: AuthRecord) => AuthRecord,
  save: (auth: AuthRecord) => Write[] = auths.saveWithCopies,
): Promise<boolean> {
  const result = await retryConflict(async () => {
    const auth = await auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) return false;
    const written = await table.write(save(change(auth)));
    return written === 'written' ? true : conflict;
  });
  if (isFailure(result)) throw new Error('The outcome of a link could not be recorded');
  return result;
}
