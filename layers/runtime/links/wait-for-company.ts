/** A link before its company's gate: it waits for minutes, then its user is told. */

import { beginWaiting } from '@billhook/core/auth/login-attempt';
import type { GateWait } from '@billhook/core/company/gate/gate';
import { linkWait } from '@billhook/core/company/gate/waits';
import { changeLink, type LinkIds, recordFailedLink } from './record.ts';

/** `waits`: the workflow comes again after so many seconds. `hold`: the user was told. */
export type Waited =
  | { readonly outcome: 'waits'; readonly waitSeconds: number }
  | { readonly outcome: 'hold' | 'superseded' };

export async function waitToLogIn(
  deps: Parameters<typeof changeLink>[0],
  ids: LinkIds,
  wait: GateWait,
  machineNow: number,
): Promise<Waited> {
  const waiting = await changeLink(deps, ids, (auth) => beginWaiting(auth, machineNow));
  if (!waiting?.link) return { outcome: 'superseded' };
  const since = Date.parse(waiting.link.waitingSince ?? waiting.link.requestedAt);
  const waitSeconds = linkWait(wait, { id: ids.linkId, since, now: machineNow });
  if (waitSeconds !== 'told') return { outcome: 'waits', waitSeconds };
  return { outcome: await recordFailedLink(deps, ids, 'known-system-error', machineNow) };
}
