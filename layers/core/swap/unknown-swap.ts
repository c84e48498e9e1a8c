/**
 * A card that the company may still put on file, though its swap was given up. The auth keeps it, and
 * sends no other card until the company has said what became of this one (decision: one-card-in-flight).
 */
import type { AuthRecord, UnknownSwap } from '../auth/auth.ts';
import { type SwapRecord, submissionIdOf } from './swap.ts';

/** The auth once a swap of it has ended; it keeps a card that was sent and not heard of again. */
export function withUnknown(auth: AuthRecord, ended: SwapRecord): AuthRecord {
  return isUnknown(ended) ? { ...auth, unknownSwap: unknownOf(ended) } : auth;
}

/** The auth whose swap is moved or resumed: release 0.1.0 kept the card with the swap alone. */
export function adoptUnknown(auth: AuthRecord, standing: SwapRecord | undefined): AuthRecord {
  const { status, hold } = standing ?? {};
  const wasGivenUp = status === 'hold' && hold?.subcode === 'job-timeout';
  if (!standing || !wasGivenUp || auth.unknownSwap) return auth;
  return { ...auth, unknownSwap: unknownOf(standing) };
}

/** The submission to ask about before a card is sent: this swap's own, or the one before it. */
export function submissionToFind(swap: SwapRecord, auth: AuthRecord): string | undefined {
  return swap.status === 'in-progress' ? submissionIdOf(swap) : auth.unknownSwap?.submissionId;
}

function isUnknown({ status, outcome, unasked }: SwapRecord): boolean {
  return (
    status === 'in-progress' && (unasked === true || (outcome?.kind ?? 'unknown') === 'unknown')
  );
}

function unknownOf(swap: SwapRecord): UnknownSwap {
  return { submissionId: submissionIdOf(swap), paymentMethodId: swap.paymentMethodId };
}
