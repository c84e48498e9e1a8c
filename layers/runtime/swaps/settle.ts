/** Settling a swap: its record, its method and its auth, all at once. */

import {
  attemptIdOf,
  isSwapUnderWay,
  type SwapRecord,
  planSwapSettlement as settleRecord,
  withoutSwap,
} from '@billhook/core/swap/swap';
import { withUnknown } from '@billhook/core/swap/unknown-swap';
import type { SwapInput } from '../aws/workflows.ts';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import type { Write } from '../table/types.ts';

export type SettledSwap = 'completed' | 'hold' | 'closed';

/**
 * Comes when the company has told, or was asked long enough: unknown ends as a hold
 * (decision: unknown-swaps-are-held).
 */
export async function settleSwap(
  deps: Stores,
  { swapId, attemptId }: Pick<SwapInput, 'swapId' | 'attemptId'>,
  machineNow: number,
): Promise<SettledSwap> {
  return retryOrThrow<SettledSwap>('A swap could not be settled', async () => {
    const swap = await deps.swaps.findAny(swapId);
    if (!swap || attemptIdOf(swap) !== attemptId) return 'closed';
    if (!isSwapUnderWay(swap)) return swap.status === 'completed' ? 'completed' : 'hold';
    const auth = await deps.auths.findAny(swap.authId);
    if (!auth) return 'closed';
    const known = swap.outcome?.kind === 'unknown' ? undefined : swap.outcome;
    const outcome = known ?? gaveUp;
    const settled = settleRecord(swap, withUnknown(auth, swap), outcome);
    const written = await tellingFrom(deps.table, swap).write([
      deps.swaps.save(settled.swap, swap),
      ...(await freeMethod(deps, swap, machineNow)),
      ...deps.auths.saveWithCopies(settled.auth, auth),
    ]);
    if (written !== 'written') return conflict;
    return outcome.kind === 'held' ? 'hold' : 'completed';
  });
}

const gaveUp = {
  kind: 'held',
  code: 'system_issue_with_swap',
  subcode: 'job-timeout',
} as const;

async function freeMethod(
  { methods }: Stores,
  swap: SwapRecord,
  machineNow: number,
): Promise<Write[]> {
  const method = await methods.findAny(swap.paymentMethodId);
  return method ? [methods.save(withoutSwap(method, swap, machineNow), method)] : [];
}
