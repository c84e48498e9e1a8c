/** Cards on file at the sandbox's companies. */
import type { Session, SwapRequest } from '../company/connector.ts';
import { holdCodes } from '../schemas/hold-codes.ts';
import { caseOf, type SandboxAccountRecord, type SwapAttempt } from './account.ts';
import { cardOutcome } from './test-logins.ts';

/** Attempts that an account remembers. */
export const MAX_SWAP_ATTEMPTS = 100;

type Submission = {
  readonly record: SandboxAccountRecord;
  readonly outcome: SwapAttempt['outcome'];
};

/** The account after a card was sent to it. An attempt that is known already changes nothing. */
export function putOnFile(
  account: SandboxAccountRecord,
  session: Session,
  { attemptId, method }: SwapRequest,
): Submission {
  const known = swapOf(account, attemptId);
  if (known) return { record: account, outcome: known.outcome };
  const outcome = outcomeOf(session, method.cardNumber);
  const swaps = [...(account.swaps ?? []), { attemptId, outcome }].slice(-MAX_SWAP_ATTEMPTS);
  const lastFour = method.cardNumber.slice(-4);
  const taken = outcome.kind === 'completed' && { cardOnFile: { lastFour } };
  return { record: { ...account, swaps, ...taken }, outcome };
}

export function swapOf(account: SandboxAccountRecord, attemptId: string): SwapAttempt | undefined {
  return account.swaps?.find((attempt) => attempt.attemptId === attemptId);
}

/**
 * Once the user says that what the hold asked for is done, it is (decision: fix-hold-starts-again).
 */
function outcomeOf(session: Session, cardNumber: string): SwapAttempt['outcome'] {
  const { swap, hold } = caseOf(session);
  const refused = swap === 'refused' || cardOutcome(cardNumber) === 'declined';
  if (session.holdFixed) return { kind: 'completed' };
  if (hold && holdCodes[hold.code].holds === 'swap') return { kind: 'held', ...hold };
  if (!refused) return { kind: 'completed' };
  return { kind: 'held', code: 'account_issue_card_not_accepted' };
}
