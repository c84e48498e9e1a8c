/** Recording what came of a link, as long as no other link has taken its place. */
import { type AuthRecord, isLinked } from '@billhook/core/auth';
import type { AuthStore } from '../stores/auth-store.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';

type Deps = { readonly table: Table; readonly auths: AuthStore };
type LinkIds = { readonly authId: string; readonly linkId: string };

/** False when the link was superseded or its auth deleted. Throws when writes kept racing. */
export async function saveUntilDone(
  deps: Deps,
  ids: LinkIds,
  change: (auth: AuthRecord) => AuthRecord,
  save?: (auth: AuthRecord, before: AuthRecord) => Write[],
): Promise<boolean> {
  return (await changeLink(deps, ids, change, save)) !== undefined;
}

/**
 * The auth as it was recorded; nothing when the link was superseded or its auth deleted. A change
 * that answers the same record writes nothing. Throws when writes kept racing.
 */
export async function changeLink(
  { table, auths }: Deps,
  { authId, linkId }: LinkIds,
  change: (auth: AuthRecord) => AuthRecord,
  save: (auth: AuthRecord, before: AuthRecord) => Write[] = auths.saveWithCopies,
): Promise<AuthRecord | undefined> {
  const result = await retryOrThrow('The outcome of a link could not be recorded', async () => {
    const auth = await auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) return undefined;
    const changed = change(auth);
    if (changed === auth) return auth;
    const written = await table.write(save(changed, auth));
    return written === 'written' ? changed : conflict;
  });
  return result;
}
