/** Recording what a login came to, with what its session gave to be kept. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { isOvertaken, recordLogin } from '@billhook/core/auth/auth-challenge';
import type { LoginOutcome } from '@billhook/core/company/connector';
import { forgetUnlinked } from '../companies/forget-unlinked.ts';
import { withKept } from '../companies/kept-sessions.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Write } from '../table/types.ts';
import { type Change, changeLink, type LinkIds } from './record.ts';

type Deps = Pick<Stores, 'table' | 'auths'> & Pick<Reach, 'vault'>;

/** Nothing when the link was superseded, or its account unlinked: then what its session gave goes too. */
export async function changeKeeping(
  deps: Deps,
  ids: LinkIds,
  opened: CompanySession | undefined,
  machineNow: number,
  change: Change,
  more: readonly Write[] = [],
): Promise<AuthRecord | undefined> {
  let recorded: AuthRecord | undefined;
  try {
    recorded = await changeLink(deps, ids, change, async (changed) => {
      const { auth, writes } = await withKept(deps, changed, opened, machineNow);
      return { auth, writes: [...writes, ...more] };
    });
  } finally {
    if (!recorded && opened) await forgetUnlinked(deps.table, opened, machineNow);
  }
  return recorded;
}

/**
 * A login that did not end well, or is not over. What its session gave is kept all the same: a device can
 * be trusted before its user is let in. `read` is the auth as it was when the session began.
 */
export function recordRefused(
  deps: Deps,
  ids: LinkIds,
  said: { readonly opened?: CompanySession; readonly outcome: LoginOutcome },
  read: AuthRecord,
  machineNow: number,
): Promise<AuthRecord | undefined> {
  return changeKeeping(deps, ids, said.opened, machineNow, (standing) =>
    isOvertaken(read, standing) ? standing : recordLogin(standing, said.outcome, machineNow),
  );
}
