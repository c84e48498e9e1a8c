/**
 * Submitting a swap at its company. Safe to repeat: the company knows the attempt by its id and is
 * asked about it before it is sent again, and what it says is recorded before anything else changes.
 */
import { isGateWait } from '@billhook/core/company/gate/gate';
import type { SwapOutcome } from '@billhook/core/connector';
import { hasCardCode, withoutCardCode } from '@billhook/core/payment-method';
import { attemptIdOf, checkSwapMethod, isUnderWay, type SwapRecord } from '@billhook/core/swap';
import type { SwapInput } from '../aws/workflows.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withSession } from '../companies/with-session.ts';
import { openMethod } from '../payments/submit.ts';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { methodGone } from './start-linked.ts';

/**
 * `closed`: the swap is gone, has ended, or is at another attempt. `waits`: the company's gate doesn't let
 * it in yet; the workflow comes again, as for an outcome that is not known.
 */
export type SwapSubmission = SwapOutcome['kind'] | 'closed' | 'waits';

export async function submitSwap(
  deps: Stores & Reach,
  { swapId, attemptId }: Pick<SwapInput, 'swapId' | 'attemptId'>,
  machineNow: number,
): Promise<SwapSubmission> {
  const swap = await deps.swaps.findAny(swapId);
  if (!swap || attemptIdOf(swap) !== attemptId || !isUnderWay(swap)) return 'closed';
  if (swap.outcome && swap.outcome.kind !== 'unknown') return swap.outcome.kind;
  const auth = await deps.auths.findAny(swap.authId);
  if (!auth) throw new Error('The auth of a swap in progress no longer exists');
  const submitted = await withSession(deps, auth, { machineNow }, (opened) =>
    submitIn(deps, swap, opened, machineNow),
  );
  return isGateWait(submitted) ? 'waits' : submitted;
}

async function submitIn(
  deps: Stores & Reach,
  swap: SwapRecord,
  { company, connector, session: opened }: CompanySession,
  machineNow: number,
): Promise<SwapSubmission> {
  const session = { ...opened, holdFixed: swap.holdFixed };
  const attemptId = attemptIdOf(swap);
  if (swap.status === 'in-progress') {
    // It was asked before: the card may be on file, whatever became of the card here.
    const known = await connector.findSwap(session, attemptId);
    if (known) return recordOutcome(deps, swap, known);
  }
  if (company.status === 'maintenance') return recordOutcome(deps, swap, maintenance);
  const method = await deps.methods.findAny(swap.paymentMethodId);
  const capabilities = connector.capabilities(company);
  const refusal = checkSwapMethod(method, capabilities);
  if (!method || refusal) return recordOutcome(deps, swap, methodGone);
  const card = await openMethod(deps, method, machineNow);
  const expired = card.type === 'card' && capabilities.needsCardCode && !card.cardCode;
  if (expired) return recordOutcome(deps, swap, methodGone);
  if (card.type !== 'card') return recordOutcome(deps, swap, methodGone);
  const asked = await recordAsking(deps, swap);
  return recordOutcome(deps, asked, await connector.swap(session, { attemptId, method: card }));
}

const maintenance = { kind: 'held', code: 'provider_system_issue' } as const;

/** From here on the company may have the card. */
async function recordAsking({ table, swaps }: Stores, swap: SwapRecord): Promise<SwapRecord> {
  if (swap.status === 'in-progress') return swap;
  const asked = { ...swap, status: 'in-progress' as const, version: swap.version + 1 };
  if ((await table.write([swaps.save(asked, swap)])) === 'written') return asked;
  throw new Error('A swap changed while it was being submitted');
}

/** Records what the company said. A card whose submission has an outcome loses its code. */
async function recordOutcome(
  { table, swaps, methods }: Stores,
  asked: SwapRecord,
  outcome: SwapOutcome,
): Promise<SwapSubmission> {
  const answered = asked.status === 'in-progress' && outcome.kind !== 'unknown';
  const result = await retryOrThrow<SwapSubmission>(
    'The outcome of a swap could not be recorded',
    async () => {
      const swap = await swaps.findAny(asked._id);
      // Its auth was deleted meanwhile, and it with it.
      if (swap?.attempt !== asked.attempt || !isUnderWay(swap)) return 'closed';
      const method = answered ? await methods.findAny(swap.paymentMethodId) : undefined;
      const written = await table.write([
        swaps.save({ ...swap, version: swap.version + 1, outcome }, swap),
        ...(method && hasCardCode(method) ? [methods.save(withoutCardCode(method), method)] : []),
      ]);
      return written === 'written' ? outcome.kind : conflict;
    },
  );
  return result;
}
