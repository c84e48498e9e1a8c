/** Payments as they are stored: flat, as releases 0.1.0 and 0.1.1 read and write them too. */

import { only, without } from '../base/members.ts';
import type { PaymentState } from '../states/late-endings.ts';
import type { PaymentOrder, PaymentOrigin, PaymentRecord, Submitted, Untaken } from './payment.ts';

type Own = Omit<PaymentRecord, keyof PaymentOrder | 'state' | 'status' | 'submitted'>;

export type StoredPayment = Omit<PaymentOrder, 'origin'> &
  PaymentOrigin &
  Partial<Omit<Submitted, 'number' | 'over'>> & {
    readonly status: PaymentState;
    /** One that release 0.1.0 has asked for has none, and is the first. */
    readonly submission?: number;
    readonly submissionOver?: true;
  } & { readonly [Member in keyof Own]?: MemberOf<Member> };

type MemberOf<M extends keyof Own> = PaymentRecord extends infer P
  ? P extends { readonly [K in M]?: infer Value }
    ? Exclude<Value, undefined>
    : never
  : never;

const ofOrigin = ['sessionId', 'byApiKey', 'live'] as const;
const ofSubmission = [
  ...(['amountCents', 'askedAt', 'firstAskedAt', 'partnerShard', 'sentTo'] as const),
  ...(['reading', 'counted', 'postingDays', 'returnsWithinDays'] as const),
] as const;

/** What is stored, as a payment in its state. What newer releases store with it stays. */
export function paymentOf(stored: StoredPayment): PaymentRecord {
  const { submission, submissionOver: over, ...known } = stored;
  const isSubmitted = known.amountCents !== undefined || submission !== undefined;
  const asked = { number: submission ?? 1, ...(over && { over }), ...only(known, ofSubmission) };
  return {
    ...without(known, [...ofOrigin, ...ofSubmission]),
    state: stateOf(stored),
    origin: only(known, ofOrigin),
    ...(isSubmitted && { submitted: asked }),
  } as unknown as PaymentRecord;
}

function stateOf({ status, ...stored }: StoredPayment): PaymentRecord['state'] {
  if (status === 'scheduled') return stored.waiting ? 'waiting' : 'scheduled';
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'pending') return 'settled';
  const { outcome, amountCents, submissionOver, accepted } = stored;
  if (outcome && outcome.kind !== 'unknown') return 'settling';
  if (amountCents === undefined || submissionOver) return 'open';
  return accepted ? 'accepted' : 'asked';
}

export function storedPayment(payment: PaymentRecord): StoredPayment {
  const { origin, submitted } = payment;
  const rest = without(payment, ['state', 'origin', 'submitted']);
  return { ...(rest as Omit<StoredPayment, keyof Untaken>), ...origin, ...attributesOf(submitted) };
}

function attributesOf(submitted: Untaken | undefined): Partial<StoredPayment> {
  if (!submitted) return {};
  const { number: submission, over: submissionOver, ...asked } = submitted;
  return { ...asked, submission, ...(submissionOver && { submissionOver }) };
}
