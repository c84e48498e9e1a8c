/** Recording what a login came to, with what its session gave to be kept. */
import { type AuthRecord, isLinked } from '@billhook/core/auth/auth';
import { isOvertaken, recordLogin } from '@billhook/core/auth/auth-challenge';
import { verifyAttempt } from '@billhook/core/auth/login-attempt';
import type { LoginOutcome } from '@billhook/core/company/connector';
import { forgetUnlinked } from '../companies/forget-unlinked.ts';
import { withKept } from '../companies/kept-sessions.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import type { LoggedIn } from './log-in.ts';

type Deps = Pick<Stores, 'table' | 'auths'> & Pick<Reach, 'vault'>;
type LinkIds = { readonly authId: string; readonly linkId: string };

/**
 * Those who watch the link are told; its copies in bills tell nothing of that.
 * @returns whether the link still stands.
 */
export async function recordVerified(
  deps: Deps,
  ids: LinkIds,
  { opened }: Pick<LoggedIn, 'opened'>,
  machineNow: number,
): Promise<boolean> {
  const save: Save = (auth, before) => [deps.auths.save(auth, before)];
  const change = { change: verifyAttempt, save, opened };
  return (await changeKeeping(deps, ids, change, machineNow)) !== undefined;
}

/**
 * A login that did not end well, or is not over. What its session gave is kept all the same: a device can
 * be trusted before its user is let in. `read` is the auth as it was when the session began.
 */
export function recordRefused(
  deps: Deps,
  ids: LinkIds,
  { outcome, opened }: Pick<LoggedIn, 'opened'> & { readonly outcome: LoginOutcome },
  read: AuthRecord,
  machineNow: number,
): Promise<AuthRecord | undefined> {
  const change = (standing: AuthRecord) =>
    isOvertaken(read, standing) ? standing : recordLogin(standing, outcome, machineNow);
  const save: Save = deps.auths.saveWithCopies;
  return changeKeeping(deps, ids, { change, save, opened }, machineNow);
}

type Save = (auth: AuthRecord, before: AuthRecord) => Write[];

type Change = {
  readonly change: (auth: AuthRecord) => AuthRecord;
  readonly save: Save;
  readonly opened: CompanySession | undefined;
};

/** Nothing when the link was superseded. A change that answers the same record writes nothing. */
export async function changeKeeping(
  deps: Deps,
  { authId, linkId }: LinkIds,
  { change, save, opened }: Change,
  machineNow: number,
): Promise<AuthRecord | undefined> {
  const record = async () => {
    const auth = await deps.auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) return undefined;
    const changed = change(auth);
    if (changed === auth) return auth;
    const kept = opened
      ? await withKept(deps, changed, opened, machineNow)
      : { auth: changed, writes: [] };
    const written = await deps.table.write([...save(kept.auth, auth), ...kept.writes]);
    return written === 'written' ? kept.auth : conflict;
  };
  let recorded: AuthRecord | undefined;
  try {
    recorded = await retryOrThrow('The outcome of a link could not be recorded', record);
  } finally {
    // Its session ended before the account was unlinked.
    if (!recorded && opened) await forgetUnlinked(deps.table, opened, machineNow);
  }
  return recorded;
}
