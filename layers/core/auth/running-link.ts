/** A link whose login, or whose reading of the bills, is running at the company. */

import type { Running } from '../company/connector.ts';
import { goOnRunning, type RunningCall } from '../company/running.ts';
import type { AuthRecord } from './auth.ts';

/** The auth with what is running; the same where another run of the task has got further meanwhile. */
export function withRunningLink(
  auth: AuthRecord,
  said: Running,
  which: Pick<RunningCall, 'connector'> & { readonly call: 'logIn' | 'listBills' },
  now: number,
): AuthRecord {
  const { link, challenge } = auth;
  if (!link || link.asking || challenge) return auth;
  const { login } = link;
  if (which.call === 'logIn' && (!login || login.verified)) return auth;
  const running = goOnRunning(link.running, said, which, now);
  return { ...auth, link: { ...link, running } };
}
