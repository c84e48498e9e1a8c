/** What the sandbox's companies report of a payment at the end of the day, and what a login makes wrong. */
import type { KnownSubmission, PaymentRequest } from '../connector.ts';
import type { SandboxSettlement } from './connector.ts';
import type { Settles } from './inputs.ts';

/** Cents by which a report is short. */
export const SHORT_CENTS = 100;

/** The lines of the day's report that a submission leaves. */
export function settlementsOf(
  settles: Settles,
  { submissionId, amountCents }: Pick<PaymentRequest, 'submissionId' | 'amountCents'>,
  outcome: KnownSubmission,
): SandboxSettlement[] {
  if (outcome.kind === 'declined') return [{ submissionId, kind: 'declined', amountCents }];
  if (outcome.kind !== 'paid') return [];
  const { confirmation } = outcome;
  const paid = {
    ...{ submissionId, kind: 'paid' as const, amountCents },
    ...(confirmation !== undefined && { confirmation }),
  };
  const lines: Readonly<Record<Settles, readonly SandboxSettlement[]>> = {
    'as-taken': [paid],
    missing: [],
    short: [{ ...paid, amountCents: Math.max(0, amountCents - SHORT_CENTS) }],
    twice: [paid, { ...paid, confirmation: `${confirmation ?? ''}B` }],
    returned: [paid, { ...paid, kind: 'returned' }],
  };
  return [...lines[settles]];
}
