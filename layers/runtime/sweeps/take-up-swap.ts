/** What the sweep does with a swap that is due. Safe to do twice. */
import { instantText } from '@billhook/core/base/dates';
import { RUNNING_MILLISECONDS } from '@billhook/core/payment/reported';
import { attemptIdOf, isSwapUnderWay } from '@billhook/core/swap/swap';
import { logWarning } from '../aws/logger.ts';
import { executionName } from '../aws/workflows.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { settleSwap } from '../swaps/settle.ts';
import { lookAgain } from '../table/look-again.ts';

/** Executions of one attempt after the first, each of which has to end without an outcome. */
export const MAX_ROUNDS = 3;

export async function takeUpSwap(
  deps: StoresAndWorkflows,
  swapId: string,
  machineNow: number,
): Promise<void> {
  const swap = await deps.swaps.findAny(swapId);
  if (!swap || !isSwapUnderWay(swap)) return;
  const { clientId, rounds = 0 } = swap;
  const attemptId = attemptIdOf(swap);
  const input = { swapId, attemptId, clientId, companyId: swap.company._id };
  const started = await deps.workflows.startSwapCard(input, executionName(attemptId, rounds));
  if (started === 'started') await lookAgain(deps, 'swap', swap, machineNow + RUNNING_MILLISECONDS);
  if (started !== 'ended') return;
  logWarning('A swap is resumed', { swapId, attemptId });
  if (rounds >= MAX_ROUNDS) {
    // Asked about over and over, with nothing to tell: the user is told so.
    await settleSwap(deps, input, machineNow);
    return;
  }
  const dueAt = instantText(machineNow + RUNNING_MILLISECONDS);
  const next = { ...swap, version: swap.version + 1, rounds: rounds + 1, dueAt };
  const written = await deps.table.write([deps.swaps.save(next, swap)]);
  if (written === 'written')
    await deps.workflows.startSwapCard(input, executionName(attemptId, rounds + 1));
}
