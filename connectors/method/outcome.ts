/** What a payment's status at Method means for Billhook, and what may follow what. */
import type { FindPaymentResult, PayResult } from '@billhook/connector-kit';
import type { PaymentStatus } from './api/documents.ts';
import { dayOf, days } from './deps.ts';

/** What both questions about a submission can be answered with. */
export type Outcome = FindPaymentResult & PayResult;
type Declined = Extract<Outcome, { kind: 'declined' | 'held' }>;
type ReturnReason = Extract<Outcome, { kind: 'returned' }>['reason'];

/** What is known of a payment that Method has. */
export type Seen = {
  readonly paymentId: string;
  readonly cents: number;
  readonly status: PaymentStatus;
  /** An instant: when Method took it. */
  readonly createdAt: string;
  /** An instant: when it got its status. */
  readonly updatedAt: string;
  readonly errorCode?: number;
  readonly feeCents?: number;
  /** An instant: when the creditor confirmed it. */
  readonly paidAt?: string;
  /** A day: when Method expects it to be there. */
  readonly expectBy?: string;
};

/** A payment moves up only. Webhooks and reads that come late say something lower. */
const ranks: Readonly<Record<PaymentStatus, number>> = {
  pending: 0,
  processing: 1,
  sent: 2,
  posted: 3,
  cashed: 3,
  settled: 4,
  reversal_required: 5,
  reversal_processing: 6,
  reversed: 7,
  failed: 7,
  canceled: 7,
};

const paid: readonly PaymentStatus[] = ['posted', 'cashed', 'settled'];

export function isPaid(status: PaymentStatus): boolean {
  return paid.includes(status);
}

export function mayFollow(known: PaymentStatus | undefined, seen: PaymentStatus): boolean {
  if (known === undefined) return true;
  // What has reached the creditor comes back, and has neither failed nor been canceled.
  if ((seen === 'failed' || seen === 'canceled') && ranks[known] >= ranks.posted) return false;
  return ranks[seen] > ranks[known];
}

const EXPECTED_WITHIN_DAYS = 7;
const ASKED_AGAIN_AFTER_DAYS = 1;

/** @param now milliseconds since the epoch. */
export function outcomeOf(seen: Seen, now: number): Outcome {
  const { status, cents, paymentId, feeCents, updatedAt, errorCode } = seen;
  if (status === 'reversed') {
    return { kind: 'returned', reason: returnReasonOf(errorCode), on: updatedAt.slice(0, 10) };
  }
  if (status === 'failed') return failureOf(errorCode);
  if (status === 'canceled') return { kind: 'never-taken' };
  // A reversal that is not through yet leaves what was said before.
  const paidAt = seen.paidAt ?? (isPaid(status) ? updatedAt : undefined);
  if (paidAt !== undefined) {
    return {
      kind: 'paid',
      amount: { cents, currency: 'USD' },
      ...(feeCents !== undefined && { feeCents }),
      paidAt,
      confirmation: paymentId,
    };
  }
  return {
    kind: 'accepted',
    reference: paymentId,
    expectBy: seen.expectBy ?? dayOf(now + days(EXPECTED_WITHIN_DAYS)),
    askAgainAt: new Date(now + days(ASKED_AGAIN_AFTER_DAYS)).toISOString(),
  };
}

const refused: Declined = { kind: 'declined', reason: 'refused' };

/** By the codes that Method publishes. A code that is none of these is a refusal without a reason. */
const failures: Readonly<Record<number, Declined>> = {
  10001: { kind: 'declined', reason: 'insufficient_funds' },
  10002: refused,
  10003: { kind: 'declined', reason: 'invalid' },
  10004: refused,
  10005: refused,
  10006: held('account_issue_payment_restrictions'),
  10007: { kind: 'declined', reason: 'invalid' },
  10008: held('account_issue_inactive_account'),
  10009: held('account_issue_payment_restrictions'),
  10010: held('account_issue_payment_restrictions'),
  11002: held('account_issue_inactive_account'),
  12003: held('account_issue_verify_identity'),
};

function failureOf(code: number | undefined): Declined {
  return failures[code ?? 0] ?? { kind: 'declined' };
}

const returnReasons: Readonly<Record<number, ReturnReason>> = {
  10001: 'insufficient_funds',
  10002: 'not_authorized',
  10003: 'account_invalid',
  10004: 'stop_payment',
  10005: 'not_authorized',
  10006: 'refused_by_company',
  10007: 'account_invalid',
  10008: 'refused_by_company',
  10009: 'refused_by_company',
  10010: 'refused_by_company',
  11002: 'account_closed',
};

function returnReasonOf(code: number | undefined): ReturnReason {
  return returnReasons[code ?? 0] ?? 'other';
}

/** A payment that Method would not create, by the name of its refusal. */
export function refusalOf(subType = ''): Declined {
  if (subType.startsWith('INVALID_SOURCE')) return { kind: 'declined', reason: 'invalid' };
  if (subType.startsWith('INVALID_DESTINATION')) return held('account_issue_inactive_account');
  if (/AMOUNT/.test(subType)) return held('account_issue_payment_restrictions');
  return { ...held('system_issue_with_bill_payment'), fault: { source: 'connector' } };
}

function held(code: Extract<Declined, { kind: 'held' }>['code']): Declined {
  return { kind: 'held', code };
}
