/** What becomes of a payment after the sandbox took it: settled later, returned, or refused for a while. */

import { addDays, DAY_MILLISECONDS, dayOf } from '../base/dates.ts';
import type { AcceptedPayment, KnownSubmission, Session } from '../company/connector.ts';
import { type Attempt, caseOf, confirmationOf, type SandboxAccountRecord } from './account.ts';
import { habits } from './habits.ts';
import { type SandboxPayment, type Statement, takenForNow, takenLate } from './statement.ts';

export const balanceEmpty = {
  kind: 'never-taken',
  fault: 'operator',
  step: 'network-balance',
} as const;

/** For an hour after the first payment that it refused, which it remembers by the time. */
export function isEmpty({ emptySince }: SandboxAccountRecord, partnerNow: number): boolean {
  return emptySince === undefined || partnerNow < emptySince + EMPTY_MILLISECONDS;
}

/** After which an accepted payment is settled. */
export const SETTLING_DAYS = 7;
/** After which a payment is returned. */
export const RETURNED_AFTER_DAYS = 2;
/** For so long a payment may be returned, where any is. */
export const RETURNABLE_DAYS = 10;
/** By which a company that dates its payments back does so. */
const DATED_BACK_DAYS = 10;
const EMPTY_MILLISECONDS = 60 * 60 * 1000;

/** How the statement goes on with a payment that was taken. */
export function showTaken(
  statement: Statement,
  payment: SandboxPayment,
  { session, attempt }: { readonly session: Session; readonly attempt: Attempt },
): Statement {
  if (attempt.acceptedAt !== undefined) return takenLate(statement, payment, SETTLING_DAYS);
  if (attempt.returned) return takenForNow(statement, payment, attempt.returned.on);
  return habits[caseOf(session).shows].takes(statement, payment);
}

type Fate = {
  readonly outcome?: Partial<Extract<KnownSubmission, { readonly kind: 'paid' }>>;
  readonly attempt?: Omit<Attempt, 'paymentId' | 'outcome'>;
};

/** What will become of a payment that is taken now. */
export function fateOf({ attempts }: SandboxAccountRecord, session: Session): Fate {
  const { settles, shows } = caseOf(session);
  const { partnerNow: now } = session;
  if (shows === 'dated-back') {
    return { outcome: { paidAt: now - DATED_BACK_DAYS * DAY_MILLISECONDS } };
  }
  if (settles === 'later') {
    const paidAt = now + SETTLING_DAYS * DAY_MILLISECONDS;
    return { outcome: { paidAt }, attempt: { acceptedAt: now } };
  }
  const before = attempts.filter(({ returned }) => returned).length;
  const most = { returned: 1, 'returned-by-mistake': 1, 'returned-twice': 2 };
  if (!(settles in most) || before >= most[settles as keyof typeof most]) return {};
  const today = dayOf(now);
  const reason = settles === 'returned-by-mistake' ? 'network_error' : 'insufficient_funds';
  const returned = { reason, on: addDays(today, RETURNED_AFTER_DAYS) } as const;
  return {
    outcome: { returnableUntil: addDays(today, RETURNABLE_DAYS) },
    attempt: { returned },
  };
}

/** What the company says of a payment at a time. */
export function saidOf(
  { paymentId, outcome, acceptedAt }: Attempt,
  partnerNow: number,
): KnownSubmission | AcceptedPayment {
  if (acceptedAt === undefined || outcome.kind !== 'paid' || outcome.paidAt <= partnerNow)
    return outcome;
  const expectBy = dayOf(outcome.paidAt);
  const reference = `PENDING-${confirmationOf(paymentId)}`;
  return { kind: 'accepted', reference, expectBy, askAgainAt: outcome.paidAt };
}

export function isReturned({ returned }: Attempt, partnerNow: number): boolean {
  return returned !== undefined && returned.on <= dayOf(partnerNow);
}
