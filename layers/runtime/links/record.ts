/** Changing the auth of a link, as long as no other link has taken its place. */
import { type AuthRecord, isLinked, linkFailure, withLoginOutcome } from '@billhook/core/auth/auth';
import { waitForReading } from '@billhook/core/auth/login-attempt';
import type { HoldSubcode } from '@billhook/core/schemas/hold-codes';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';

type Deps = Pick<Stores, 'table' | 'auths'>;
type Along = { readonly auth: AuthRecord; readonly writes: readonly Write[] };
export type LinkIds = { readonly authId: string; readonly linkId: string };
export type Change = (auth: AuthRecord) => AuthRecord;

/**
 * The auth as it was recorded; nothing when the link was superseded or its auth deleted. A change
 * that answers the same record writes nothing. Throws when writes kept racing.
 *
 * @param along what is written with it: of the auth as changed, it and further writes.
 */
export async function changeLink(
  { table, auths }: Deps,
  { authId, linkId }: LinkIds,
  change: Change,
  along: (auth: AuthRecord) => Promise<Along> = async (auth) => ({ auth, writes: [] }),
): Promise<AuthRecord | undefined> {
  return retryOrThrow('The outcome of a link could not be recorded', async () => {
    const auth = await auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) return undefined;
    const changed = change(auth);
    if (changed === auth) return auth;
    const { auth: kept, writes } = await along(changed);
    return attemptWrite(table, kept, [...auths.saveWithCopies(kept, auth), ...writes]);
  });
}

/** Holds the auth of a link that failed on our side. */
export async function recordFailedLink(
  deps: Deps,
  ids: LinkIds,
  subcode: HoldSubcode,
  machineNow: number,
): Promise<'hold' | 'superseded'> {
  const auth = await deps.auths.findAny(ids.authId);
  if (!auth) return 'superseded';
  const { partnerNow } = await momentOf(deps.table, auth, machineNow);
  const held = await changeLink(deps, ids, (standing) =>
    waitForReading(withLoginOutcome(standing, linkFailure(standing, subcode)), partnerNow),
  );
  return held ? 'hold' : 'superseded';
}
