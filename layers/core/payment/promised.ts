/** What a payment was promised to cost, in cents (decision: promises-are-compared). */

import type { PaymentOutcome } from '../company/connector.ts';
import type { BankFace, CardFace } from '../method/card.ts';
import { presentFace } from '../method/face.ts';
import type { Company, MethodType } from '../schemas/company.ts';
import { feeCents } from './surcharge.ts';
import type { Waiting } from './waiting.ts';

export type Promised = { readonly cents: number; readonly feeCents: number };

/** Of a payment method, what its fee depends on. */
export type Paying = {
  readonly type: MethodType;
  readonly card?: CardFace;
  readonly bank?: BankFace;
};
/** Of a payment. */
type WithPromise = { readonly promised?: Promised };
type Paid = Extract<PaymentOutcome, { readonly kind: 'paid' }>;

/** The fee that a company announces for a payment by this method. */
export function announcedFee(
  { fees }: Pick<Company, 'fees'>,
  method: Paying | undefined,
  cents: number,
): number {
  return feeCents(fees, method && { type: method.type, ...presentFace(method) }, cents);
}

/** The amount, or why its payment waits: with today's fee, the total would be above the promised one. */
export function heldToPromise(
  amountCents: number,
  { promised }: WithPromise,
  { company, method }: { readonly company: Pick<Company, 'fees'>; readonly method?: Paying },
): number | Waiting {
  if (!promised) return amountCents;
  const fee = announcedFee(company, method, amountCents);
  const total = Math.max(amountCents, promised.cents) + promisedFee(promised, amountCents);
  if (amountCents + fee <= total) return amountCents;
  return {
    reason: 'more-owed',
    seenCents: promised.cents,
    owedCents: amountCents,
    seenFeeCents: promised.feeCents,
    feeCents: fee,
  };
}

/** The most that the promise allows as the fee of an amount. */
function promisedFee({ cents, feeCents: fee }: Promised, amountCents: number): number {
  if (amountCents <= cents || fee === 0) return fee;
  // A percentage was rounded: what it came to before may have been half a cent more.
  return Math.ceil(((fee + 0.5) * amountCents) / Math.max(1, cents));
}

/** What was charged above the promise; of a payment without a promise, above its amount. 0 where nothing was. */
export function feeAbovePromise(
  { promised }: WithPromise,
  { amountCents, feeCents: fee = 0 }: Pick<Paid, 'amountCents' | 'feeCents'>,
): number {
  const most = promised ? promisedFee(promised, amountCents) : amountCents;
  return Math.max(0, fee - most);
}

/** The promised fee, where another one was charged for the amount. */
export function brokenPromise({
  promised,
  outcome,
}: WithPromise & { readonly outcome?: PaymentOutcome }): number | undefined {
  if (!promised || outcome?.kind !== 'paid') return undefined;
  const isLess =
    outcome.amountCents === promised.cents && promised.feeCents > (outcome.feeCents ?? 0);
  const isMore = feeAbovePromise({ promised }, outcome) > 0;
  return isLess || isMore ? promised.feeCents : undefined;
}
