/**
 * From the results of the wire to those of the connector contract. What the contract can't say, and
 * whatever leaves a doubt about money, is unknown (decision: doubt-is-unknown).
 */
import type { BillsResult } from '@billhook/connector-kit/protocol/bills';
import { instantOf } from '@billhook/connector-kit/protocol/dates';
import type { Fault } from '@billhook/connector-kit/protocol/fields';
import type {
  FindPaymentResult,
  FindSwapResult,
  PayResult,
  SwapResult,
} from '@billhook/connector-kit/protocol/payments';
import type {
  LogInResult,
  NotLoggedIn as WireNotLoggedIn,
} from '@billhook/connector-kit/protocol/session';
import type {
  AcceptedPayment,
  CompanyBill,
  FaultNote,
  FoundPayment,
  KnownSubmission,
  LoginOutcome,
  NotLoggedIn,
  PartialBills,
  SubmittedPayment,
  SwapOutcome,
} from '@billhook/core/company/connector';
import { NothingTried } from '@billhook/core/company/nothing-tried';
import type { Followed } from './follow.ts';

const unknown = { kind: 'unknown' } as const;
const notKnown = { kind: 'not-known' } as const;

/** @throws NothingTried if the company was given no credentials; Error if it may have been. */
export function loginOutcome(followed: Followed<LogInResult>): LoginOutcome {
  const result = readingOf(followed);
  if (result.kind === 'failed') throw failureOf(result.tried);
  if (result.kind === 'verified' || result.kind === 'authenticate') return { kind: result.kind };
  if (result.kind === 'hold') return withReason('hold', result);
  return challenged(result);
}

function challenged({ challenge, refused }: Extract<LogInResult, { kind: 'mfa-required' }>) {
  return { kind: 'mfa-required' as const, challenge, ...(refused && { refused }) };
}

/** What the login said, for whom the user is asked. */
function notLoggedIn({ login }: WireNotLoggedIn): NotLoggedIn {
  if (login.kind === 'authenticate') return { kind: 'not-logged-in', login: { kind: login.kind } };
  if (login.kind === 'hold') return { kind: 'not-logged-in', login: withReason('hold', login) };
  return { kind: 'not-logged-in', login: challenged(login) };
}

/** @throws NothingTried, or Error if the credentials may have been tried. */
export function billsOf(
  followed: Followed<BillsResult>,
): readonly CompanyBill[] | PartialBills | NotLoggedIn {
  const result = readingOf(followed);
  if (result.kind === 'failed') throw failureOf(result.tried);
  if (result.kind === 'not-logged-in') return notLoggedIn(result);
  const bills = result.bills.map(({ currency: _, ...bill }) => bill);
  // Accounts that are missing must not be taken for gone.
  return result.partial ? { kind: 'partial', bills } : bills;
}

export function submittedPayment(
  followed: Followed<PayResult>,
  askedCents: number,
): SubmittedPayment | NotLoggedIn {
  if (followed.kind !== 'done') return unknown;
  const { result } = followed;
  if (result.kind === 'not-logged-in') return notLoggedIn(result);
  if (result.kind === 'accepted') return acceptedOf(result);
  // That a payment came back is told to whoever asks about it.
  return knownOf(result, askedCents) ?? unknown;
}

export function foundPayment(
  followed: Followed<FindPaymentResult | PayResult>,
  askedCents?: number,
): FoundPayment | NotLoggedIn {
  if (followed.kind !== 'done') return notKnown;
  const { result } = followed;
  if (result.kind === 'not-logged-in') return notLoggedIn(result);
  if (result.kind === 'accepted') return acceptedOf(result);
  if (result.kind === 'returned') return { kind: 'returned', reason: result.reason, on: result.on };
  return knownOf(result, askedCents) ?? notKnown;
}

function acceptedOf({
  reference,
  expectBy,
  askAgainAt,
}: Extract<PayResult, { kind: 'accepted' }>): AcceptedPayment {
  return { kind: 'accepted', reference, expectBy, askAgainAt: instantOf(askAgainAt) };
}

function knownOf(
  result: PayResult | FindPaymentResult,
  askedCents: number | undefined,
): KnownSubmission | undefined {
  switch (result.kind) {
    case 'paid': {
      const { amount, feeCents, paidAt, confirmation, returnableUntil } = result;
      if (askedCents !== undefined && amount.cents !== askedCents) return undefined;
      return {
        kind: 'paid',
        amountCents: amount.cents,
        ...(feeCents !== undefined && { feeCents }),
        paidAt: instantOf(paidAt),
        ...(confirmation !== undefined && { confirmation }),
        ...(returnableUntil !== undefined && { returnableUntil }),
      };
    }
    case 'declined':
      return {
        kind: 'declined',
        ...(result.reason && { reason: result.reason }),
        ...noteOf(result.fault),
      };
    case 'held':
      return { ...withReason('held', result), ...noteOf(result.fault) };
    case 'never-taken':
      return { kind: 'never-taken', ...noteOf(result.fault) };
    default:
      return undefined;
  }
}

function noteOf(fault: Fault | undefined): FaultNote {
  return fault ? { fault: fault.source, ...(fault.step && { step: fault.step }) } : {};
}

export function swapOutcome(followed: Followed<SwapResult>): SwapOutcome | NotLoggedIn {
  if (followed.kind !== 'done') return unknown;
  const { result } = followed;
  if (result.kind === 'completed') return { kind: 'completed' };
  if (result.kind === 'held') return withReason('held', result);
  if (result.kind === 'not-logged-in') return notLoggedIn(result);
  return unknown;
}

/** Nothing: the connector refuses this submission from now on. */
export function foundSwap(
  followed: Followed<FindSwapResult>,
): SwapOutcome | NotLoggedIn | undefined {
  if (followed.kind !== 'done') return unknown;
  const { result } = followed;
  if (result.kind === 'never-taken') return undefined;
  if (result.kind === 'not-logged-in') return notLoggedIn(result);
  if (result.kind === 'completed') return { kind: 'completed' };
  return result.kind === 'held' ? withReason('held', result) : unknown;
}

type Reason = Pick<Extract<KnownSubmission, { kind: 'held' }>, 'code' | 'subcode'>;

function withReason<K extends string>(kind: K, { code, subcode }: Reason) {
  return { kind, code, ...(subcode && { subcode }) };
}

function readingOf<R>(followed: Followed<R>): R {
  if (followed.kind === 'done') return followed.result;
  const isUntried =
    followed.kind === 'not-sent' || (followed.kind === 'refused' && followed.isUntried);
  throw failureOf(!isUntried);
}

function failureOf(tried: boolean): Error {
  if (!tried) return new NothingTried();
  return new Error('The connector could not find out');
}
