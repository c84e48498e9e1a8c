/** From the outcomes of the connector contract to the results of the wire. */
import type {
  Bill,
  BillsResult,
  Challenge,
  Fault,
  FindPaymentResult,
  FindSwapResult,
  LogInResult,
  NotLoggedIn,
  PayResult,
  SwapResult,
} from '@billhook/connector-kit';
import { instantText } from '@billhook/core/base/dates';
import {
  type AcceptedPayment,
  type CompanyBill,
  type CompanyChallenge,
  type NotLoggedIn as CoreNotLoggedIn,
  type FaultNote,
  type FoundPayment,
  isNotLoggedIn,
  type KnownSubmission,
  type LoginOutcome,
  type PartialBills,
  type RefusedLogin,
  type SubmittedPayment,
  type SwapOutcome,
  shownBills,
} from '@billhook/core/company/connector';

const USD = 'USD' as const;

export function loginResult(outcome: LoginOutcome): LogInResult {
  return outcome.kind === 'verified' ? { kind: 'verified' } : refused(outcome);
}

/** For those that are not let in, whatever they came for. */
export function notLoggedIn({ login }: Omit<CoreNotLoggedIn, 'kind'>): NotLoggedIn {
  return { kind: 'not-logged-in', login: refused(login) };
}

function refused(login: RefusedLogin): NotLoggedIn['login'] {
  if (login.kind === 'authenticate') return { kind: login.kind };
  if (login.kind === 'hold') return withReason('hold', login);
  const { challenge, refused: isRefused } = login;
  const result = { kind: login.kind, challenge: challengeOf(challenge) };
  return isRefused ? { ...result, refused: isRefused } : result;
}

function challengeOf(challenge: CompanyChallenge): Challenge {
  if (challenge.kind === 'questions') {
    return { ...challenge, questions: [...challenge.questions] };
  }
  return challenge.kind === 'code-choice'
    ? { ...challenge, choices: [...challenge.choices] }
    : challenge;
}

export function billsResult(
  read: readonly CompanyBill[] | PartialBills | CoreNotLoggedIn,
): BillsResult {
  if (isNotLoggedIn(read)) return notLoggedIn(read);
  const { bills, isPartial } = shownBills(read);
  return { kind: 'bills', bills: bills.map(billOf), ...(isPartial && { partial: true }) };
}

function billOf({ recentPayments, ...bill }: CompanyBill): Bill {
  return {
    ...bill,
    currency: USD,
    ...(recentPayments && { recentPayments: [...recentPayments] }),
  };
}

export function payResult(outcome: SubmittedPayment | CoreNotLoggedIn): PayResult {
  if (outcome.kind === 'unknown') return { kind: 'unknown' };
  return outcome.kind === 'not-logged-in' ? notLoggedIn(outcome) : certain(outcome);
}

export function findPaymentResult(found: FoundPayment | CoreNotLoggedIn): FindPaymentResult {
  if (found.kind === 'not-known') return { kind: 'not-known' };
  if (found.kind === 'returned') return { kind: 'returned', reason: found.reason, on: found.on };
  return found.kind === 'not-logged-in' ? notLoggedIn(found) : certain(found);
}

function certain(outcome: KnownSubmission | AcceptedPayment): PayResult & FindPaymentResult {
  switch (outcome.kind) {
    case 'paid': {
      const { amountCents, feeCents, paidAt, confirmation, returnableUntil } = outcome;
      return {
        kind: 'paid',
        amount: { cents: amountCents, currency: USD },
        ...(feeCents !== undefined && { feeCents }),
        paidAt: instantText(paidAt),
        ...(confirmation !== undefined && { confirmation }),
        ...(returnableUntil !== undefined && { returnableUntil }),
      };
    }
    case 'accepted': {
      const { kind, reference, expectBy, askAgainAt } = outcome;
      return { kind, reference, expectBy, askAgainAt: instantText(askAgainAt) };
    }
    case 'declined': {
      const { kind, reason } = outcome;
      return { kind, ...(reason && { reason }), ...faultOf(outcome) };
    }
    case 'held':
      return { ...withReason('held', outcome), ...faultOf(outcome) };
    case 'never-taken':
      return { kind: outcome.kind, ...faultOf(outcome) };
  }
}

function faultOf({ fault: source, step }: FaultNote): { readonly fault?: Fault } {
  return source ? { fault: { source, ...(step !== undefined && { step }) } } : {};
}

export function swapResult(outcome: SwapOutcome | CoreNotLoggedIn): SwapResult {
  if (outcome.kind === 'not-logged-in') return notLoggedIn(outcome);
  return outcome.kind === 'held' ? withReason('held', outcome) : { kind: outcome.kind };
}

/** Nothing was found: the kit refuses that submission from now on. */
export function findSwapResult(found: SwapOutcome | CoreNotLoggedIn | undefined): FindSwapResult {
  if (found === undefined) return { kind: 'never-taken' };
  if (found.kind === 'unknown') return { kind: 'not-known' };
  if (found.kind === 'not-logged-in') return notLoggedIn(found);
  return found.kind === 'held' ? withReason('held', found) : { kind: found.kind };
}

type Reason = Pick<Extract<KnownSubmission, { kind: 'held' }>, 'code' | 'subcode'>;

function withReason<const K extends 'hold' | 'held'>(kind: K, { code, subcode }: Reason) {
  return { kind, code, ...(subcode && { subcode }) };
}
