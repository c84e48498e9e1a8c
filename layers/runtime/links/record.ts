/** Recording what came of a link, as long as no other link has taken its place. */
import { type AuthRecord, isLinked, linkFailure, withLoginOutcome } from '@billhook/core/auth/auth';
import { waitForReading } from '@billhook/core/auth/login-attempt';
import type { HoldSubcode } from '@billhook/core/schemas/hold-codes';
import type { AuthStore } from '../stores/auth-store.ts';
import { momentOf } from '../table/partner-time.ts';
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

/** Holds the auth of a link that failed on our side. False when the link was superseded. */
export async function recordFailedLink(
  deps: Deps,
  ids: LinkIds,
  subcode: HoldSubcode,
  machineNow: number,
): Promise<boolean> {
  const auth = await deps.auths.findAny(ids.authId);
  if (!auth) return false;
  const { partnerNow } = await momentOf(deps.table, auth, machineNow);
  return saveUntilDone(deps, ids, (standing) =>
    waitForReading(withLoginOutcome(standing, linkFailure(standing, subcode)), partnerNow),
  );
}
