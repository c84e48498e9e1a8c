/** Beginning a swap: swap, auth and method change in one transaction, or none. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import {
  attemptIdOf,
  holdMethod,
  planSwap,
  type SwapAsked,
  type SwapRecord,
  swapsToDrop,
} from '@billhook/core/swap/swap';
import type { Started, Workflows } from '../aws/workflows.ts';
import type { Stores } from '../stores/open-stores.ts';
import { attemptWrite, type conflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';

/**
 * Writes a swap's beginning. `auth` is as it was read, or with its link ended under the same version:
 * of two swaps of one auth that begin at once, one does.
 */
export async function writeSwapBeginning(
  deps: Stores,
  { auth, method }: { readonly auth: AuthRecord; readonly method: PaymentMethodRecord },
  asked: SwapAsked,
): Promise<SwapRecord | typeof conflict> {
  const swap = planSwap(auth, { ...asked, method });
  return attemptWrite(deps.table, swap, [
    deps.auths.save({ ...auth, openSwapId: swap._id }, auth),
    deps.methods.save(holdMethod(method, swap._id), method),
    deps.swaps.save(swap, asked.standing),
    ...(asked.standing ? [] : await makeRoom(deps, auth)),
  ]);
}

/** An auth keeps its latest swaps only. */
export async function makeRoom({ swaps }: Stores, auth: AuthRecord): Promise<Write[]> {
  return swapsToDrop(await swaps.listOfAuth(auth)).map(swaps.erase);
}

export function startSwap(workflows: Workflows, swap: SwapRecord): Promise<Started> {
  const { _id: swapId, clientId, company } = swap;
  const attemptId = attemptIdOf(swap);
  return workflows.startSwapCard({ swapId, attemptId, clientId, companyId: company._id });
}
