/** Payments by numbered submissions, and cards put on file. */
import * as v from 'valibot';
import { instantOf } from './dates.ts';
import {
  amount,
  cents,
  day,
  faultSources,
  instant,
  optionally,
  plainText,
  said,
  text,
  wireId,
  withAnyResult,
} from './fields.ts';
import { MAX_SUBMISSIONS } from './limits.ts';
import { holdReason, loginSecrets, needsSecrets, notLoggedIn, sessionFields } from './session.ts';

const submissionNumber = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(MAX_SUBMISSIONS),
);

/** Which submission, also said by the path. */
const submissionFields = {
  payment: said(wireId, 'The payment.'),
  submission: said(
    submissionNumber,
    'From 1. The next follows only once the connector said that this one was never taken.',
  ),
};

const name = said(plainText(), 'Of the person who pays.');

export const card = v.object({
  type: v.literal('card'),
  cardNumber: said(v.pipe(v.string(), v.regex(/^\d{12,19}$/)), 'Digits alone.'),
  cardCode: optionally(v.pipe(v.string(), v.regex(/^\d{3,4}$/)), 'Never kept by anyone.'),
  expMonth: said(v.pipe(v.string(), v.regex(/^(?:0[1-9]|1[0-2])$/)), '`01` to `12`.'),
  expYear: said(v.pipe(v.string(), v.regex(/^20\d\d$/)), '`2030`.'),
  zipcode: said(text(10), 'Of the billing address.'),
  name,
});

export const bankAccount = v.object({
  type: v.literal('bank'),
  routingNumber: said(v.pipe(v.string(), v.regex(/^\d{9}$/)), 'The ABA number.'),
  accountNumber: said(v.pipe(v.string(), v.regex(/^\d{4,17}$/)), 'Digits alone.'),
  accountType: said(v.picklist(['checking', 'savings']), 'Which kind.'),
  name,
});

export const payRequest = v.object({
  ...sessionFields,
  ...submissionFields,
  accountKey: said(text(4_096), 'The account, as `bills` named it.'),
  amount: said(amount, 'What to pay, without a fee of the company.'),
  ...needsSecrets,
});

export const paySecrets = v.object({
  ...loginSecrets.entries,
  method: said(v.variant('type', [card, bankAccount]), 'What to pay with.'),
});

export const findPaymentRequest = v.object({
  ...sessionFields,
  ...submissionFields,
  ...needsSecrets,
});

export const declineReasons = ['insufficient_funds', 'expired', 'invalid', 'refused'] as const;

/** Why a payment came back. The first five are for the user to mend. */
export const returnReasons = [
  'insufficient_funds',
  'account_closed',
  'account_invalid',
  'stop_payment',
  'not_authorized',
  'refused_by_company',
  'network_error',
  'other',
] as const;

const held = v.object({ kind: v.literal('held'), ...holdReason, ...withAnyResult });
const unknown = v.object({ kind: v.literal('unknown'), ...withAnyResult });
const neverTaken = v.object({ kind: v.literal('never-taken'), ...withAnyResult });
const notKnown = v.object({ kind: v.literal('not-known'), ...withAnyResult });

const certain = [
  v.object({
    kind: v.literal('paid'),
    amount: said(amount, 'What was asked for, without the fee.'),
    feeCents: optionally(cents, 'What the company charged on top.'),
    paidAt: said(instant, 'When.'),
    confirmation: optionally(plainText(128), 'What the company calls the payment.'),
    returnableUntil: optionally(
      day,
      'The last day on which it may come back, if that is not `returnsWithinDays`.',
    ),
    ...withAnyResult,
  }),
  v.object({
    kind: v.literal('accepted'),
    reference: said(plainText(128), 'What the network calls the payment.'),
    expectBy: said(day, 'The day on which it should be settled.'),
    askAgainAt: said(
      instant,
      'When Billhook asks again, but an hour after it last asked at the earliest. A report is quicker.',
    ),
    ...withAnyResult,
  }),
  v.object({
    kind: v.literal('declined'),
    reason: optionally(v.picklist(declineReasons), 'Why, if the company says so.'),
    ...withAnyResult,
  }),
  v.object({
    kind: v.literal('returned'),
    reason: said(v.picklist(returnReasons), 'Why it came back.'),
    on: said(day, 'The day on which it came back.'),
    ...withAnyResult,
  }),
  held,
  neverTaken,
] as const;

export const payResult = v.variant('kind', [...certain, unknown, notLoggedIn]);
export const findPaymentResult = v.variant('kind', [...certain, notKnown, notLoggedIn]);
export const cancelPaymentResult = v.variant('kind', [...certain, notKnown, notLoggedIn]);

const swapSubmission = {
  swap: said(wireId, 'The swap.'),
  submission: said(submissionNumber, 'From 1.'),
};

export const swapRequest = v.object({ ...sessionFields, ...swapSubmission, ...needsSecrets });

export const swapSecrets = v.object({
  ...loginSecrets.entries,
  method: said(card, 'The card to put on file.'),
});

export const findSwapRequest = v.object({ ...sessionFields, ...swapSubmission, ...needsSecrets });

const swapped = [
  v.object({ kind: v.literal('completed'), ...withAnyResult }),
  held,
  neverTaken,
] as const;

export const swapResult = v.variant('kind', [...swapped, unknown, notLoggedIn]);
export const findSwapResult = v.variant('kind', [...swapped, notKnown, notLoggedIn]);

/** What a connector did on a day: what a lost report or a late return is found by. */
export const settlement = v.object({
  ...submissionFields,
  kind: said(
    v.picklist(['paid', 'declined', 'returned', 'accepted']),
    'What it came to. `accepted`: it settles later.',
  ),
  amount: said(amount, 'Without the fee.'),
  feeCents: optionally(
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    'What the company charged on top.',
  ),
  at: said(instant, 'When.'),
  confirmation: optionally(plainText(128), 'What the company calls the payment.'),
  reason: optionally(
    v.picklist([...new Set([...declineReasons, ...returnReasons])]),
    'Why it was declined or came back.',
  ),
  fault: optionally(
    v.picklist(faultSources),
    'Whose fault a decline was. Left out, it is not believed to be the user’s.',
  ),
});

/**
 * The place of a line that is of another day (UTC) than asked for: of the day's report, none is.
 * @returns nothing where each is of that day.
 */
export function lineOfAnotherDay(
  lines: readonly Pick<Settlement, 'at'>[],
  asked: string,
): number | undefined {
  const isOther = ({ at }: Pick<Settlement, 'at'>) =>
    !new Date(instantOf(at)).toISOString().startsWith(asked);
  const place = lines.findIndex(isOther);
  return place < 0 ? undefined : place;
}

/** Of one kind and currency. */
export const settlementTotal = v.object({
  kind: said(v.picklist(['paid', 'declined', 'returned', 'accepted']), 'Of these lines.'),
  count: said(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 'How many lines the day has.'),
  amount: said(
    v.object({
      cents: said(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 'What they come to.'),
      currency: said(v.literal('USD'), 'Always `USD` in protocol 1.'),
    }),
    'Without fees.',
  ),
});

export type Card = v.InferOutput<typeof card>;
export type PayingMethod = v.InferOutput<typeof paySecrets>['method'];
export type PayRequest = v.InferOutput<typeof payRequest>;
export type PaySecrets = v.InferOutput<typeof paySecrets>;
export type FindPaymentRequest = v.InferOutput<typeof findPaymentRequest>;
export type PayResult = v.InferOutput<typeof payResult>;
export type FindPaymentResult = v.InferOutput<typeof findPaymentResult>;
export type SwapRequest = v.InferOutput<typeof swapRequest>;
export type SwapSecrets = v.InferOutput<typeof swapSecrets>;
export type FindSwapRequest = v.InferOutput<typeof findSwapRequest>;
export type SwapResult = v.InferOutput<typeof swapResult>;
export type FindSwapResult = v.InferOutput<typeof findSwapResult>;
export type Settlement = v.InferOutput<typeof settlement>;
export type SettlementTotal = v.InferOutput<typeof settlementTotal>;
