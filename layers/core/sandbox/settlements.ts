/** What the sandbox's companies report of a payment at the end of the day, and what a login makes wrong. */

import { dayInstant } from '../base/dates.ts';
import type { PaymentRequest, Session, Settlement } from '../company/connector.ts';
import { type Attempt, caseOf } from './account.ts';
import type { DayReport } from './test-logins.ts';

/** What was done with a submission; now, where it doesn't say when. */
export type SandboxSettlement = Omit<Settlement, 'at'> & Pick<Partial<Settlement>, 'at'>;

/** Cents by which a report is short. */
export const SHORT_CENTS = 100;

/** The lines that a submission leaves in the reports of its day, and of the days on which it goes on. */
export function settlementsOf(
  session: Session,
  { submissionId, amountCents }: Pick<PaymentRequest, 'submissionId' | 'amountCents'>,
  attempt: Attempt | undefined,
): SandboxSettlement[] {
  const { outcome, acceptedAt, returned } = attempt ?? {};
  const line = { submissionId, amountCents };
  if (outcome?.kind === 'declined') return [{ ...line, kind: 'declined', fault: 'user' }];
  if (outcome?.kind !== 'paid') return [];
  const { confirmation, feeCents } = outcome;
  const paid = {
    ...{ ...line, kind: 'paid' as const },
    ...(feeCents !== undefined && { feeCents }),
    ...(confirmation !== undefined && { confirmation }),
    ...(acceptedAt !== undefined && { at: outcome.paidAt }),
  };
  return [
    ...(acceptedAt === undefined ? [] : [{ ...line, kind: 'accepted' as const }]),
    ...disturbed(caseOf(session).dayReport, paid),
    ...(returned
      ? [{ ...line, kind: 'returned' as const, reason: returned.reason, at: startOf(returned.on) }]
      : []),
  ];
}

function disturbed(dayReport: DayReport, paid: SandboxSettlement): readonly SandboxSettlement[] {
  const { amountCents, confirmation = '' } = paid;
  const lines: Readonly<Record<DayReport, readonly SandboxSettlement[]>> = {
    'as-taken': [paid],
    missing: [],
    short: [{ ...paid, amountCents: Math.max(0, amountCents - SHORT_CENTS) }],
    twice: [paid, { ...paid, confirmation: `${confirmation}B` }],
    returned: [paid, { ...paid, kind: 'returned' }],
  };
  return lines[dayReport];
}

function startOf(day: string): number {
  return Date.parse(dayInstant(day));
}
