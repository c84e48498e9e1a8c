/** Beginning the swap that a link was asked to make once its login succeeded. */
import { type AuthRecord, isLinked, type Link, withoutLink } from '@billhook/core/auth/auth';
import { newOwnedId } from '@billhook/core/base/ids';
import { ownerOf } from '@billhook/core/base/owner';
import {
  checkSwapMethod,
  planSwap,
  planSwapSettlement,
  type SwapAsked,
  type SwapRecord,
} from '@billhook/core/swap/swap';
import { adoptUnknown } from '@billhook/core/swap/unknown-swap';
import type { Stores } from '../stores/open-stores.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { attemptWrite, type conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import { makeRoom, startSwap, writeSwapBeginning } from './begin.ts';

export type LinkedSwap = 'started' | 'held' | 'refused' | 'superseded';

/** Safe to repeat: the link ends in the transaction in which the swap begins. */
export async function startLinkedSwap(
  deps: StoresAndWorkflows,
  { authId, linkId }: { readonly authId: string; readonly linkId: string },
  machineNow: number,
): Promise<LinkedSwap> {
  const begun = await retryOrThrow('A linked swap could not be started', async () => {
    const auth = await deps.auths.findAny(authId);
    if (!auth || auth.deletedAt) return 'superseded' as const;
    if (isLinked(auth, linkId)) {
      const telling = { ...deps, table: tellingFrom(deps.table, auth.link) };
      return begin(telling, auth, auth.link as Link, machineNow);
    }
    return auth.lastLinkId === linkId ? underWay(deps, auth) : ('superseded' as const);
  });
  if (typeof begun === 'string') return begun;
  await startSwap(deps.workflows, begun);
  return 'started';
}

/** What an earlier run of this task began, before it ended or was interrupted. */
async function underWay(deps: Stores, auth: AuthRecord): Promise<SwapRecord | 'refused'> {
  const swap = auth.openSwapId ? await deps.swaps.findAny(auth.openSwapId) : undefined;
  return swap ?? 'refused';
}

async function begin(
  deps: Stores,
  auth: AuthRecord,
  link: Link,
  machineNow: number,
): Promise<SwapRecord | 'held' | 'refused' | typeof conflict> {
  const ended = withoutLink(auth);
  if (auth.openSwapId) {
    // Another swap of the auth began meanwhile: it goes on, and this one is not made.
    return attemptWrite(deps.table, 'refused', [deps.auths.save(ended, auth)]);
  }
  const standing = link.swapId ? await deps.swaps.findAny(link.swapId) : undefined;
  const paymentMethodId = link.paymentMethodId ?? '';
  const asked: SwapAsked = {
    swapId: newOwnedId('swap', auth.clientId, deps.random),
    paymentMethodId,
    holdFixed: link.holdFixed,
    sessionId: link.sessionId,
    byApiKey: link.byApiKey,
    live: link.live,
    now: machineNow,
    standing: standing?.authId === auth._id ? standing : undefined,
  };
  const method = await deps.methods.find(paymentMethodId, ownerOf(auth));
  const idle = adoptUnknown(ended, asked.standing);
  // Whether its code is needed and there is looked at when it is sent.
  const refusal = checkSwapMethod(method, { needsCardCode: false });
  if (!method || refusal) return holdAtOnce(deps, { auth, idle }, { ...asked, method });
  return writeSwapBeginning(deps, { auth: idle, method }, asked);
}

/**
 * The method was declined or removed while the user logged in: nobody waits for an
 * answer any more, so the swap is there, on hold, and can be resumed or moved.
 */
async function holdAtOnce(
  deps: Stores,
  { auth, idle }: { readonly auth: AuthRecord; readonly idle: AuthRecord },
  asked: SwapAsked,
): Promise<'held' | typeof conflict> {
  const planned = planSwap(idle, asked);
  const held = planSwapSettlement(planned, idle, methodGone);
  return attemptWrite(deps.table, 'held', [
    ...deps.auths.saveWithCopies(held.auth, auth),
    deps.swaps.save(held.swap, asked.standing),
    ...(asked.standing ? [] : await makeRoom(deps, auth)),
  ]);
}

export const methodGone = {
  kind: 'held',
  code: 'system_issue_with_swap',
  subcode: 'known-system-error',
} as const;
