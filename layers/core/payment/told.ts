/** What a payment's events show, as it was when that began (decision: payment-events-name-the-bill). */

import { moneyTexts } from '../base/money.ts';
import type { BillRecord } from '../bill/bill.ts';
import type { PaymentOutcome } from '../company/connector.ts';
import { withShownLogo } from '../company/shown-logo.ts';
import { type KeptFace, keptFaceOf, presentFace, presentKeptFace } from '../method/face.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import type { CompanySummary } from '../schemas/company.ts';
import { type Surcharge, surchargeOf } from './surcharge.ts';

export type Told = {
  readonly company: CompanySummary;
  /** The method that would pay then. */
  readonly method?: KeptFace;
  /** What was to be paid then. */
  readonly cents?: number;
  /** What the company says that it adds to that. */
  readonly surcharge?: Surcharge;
  /** The same in cents, as release 0.1.1 kept it. */
  readonly surchargeCents?: number;
};

export function toldOf(
  { company: known }: Pick<BillRecord, 'company'>,
  method: PaymentMethodRecord | undefined,
  cents: number,
): Told {
  const { _id: companyId, name, logo } = known;
  const company = withShownLogo({ _id: companyId, name, logo });
  if (!method) return { company, cents };
  const costing = { type: method.type, ...presentFace(method) };
  const surcharge = surchargeOf(known.fees, costing, cents);
  return { company, method: keptFaceOf(method), cents, ...(surcharge && { surcharge }) };
}

/** The same as an event shows it. A payment that release 0.1.0 planned names its company by id alone. */
export function presentTold({
  companyId,
  told,
  outcome,
  submitted,
}: {
  readonly companyId: string;
  readonly told?: Told;
  readonly outcome?: PaymentOutcome;
  /** What its company was asked for last. */
  readonly submitted?: { readonly amountCents?: number };
}) {
  const { company = { _id: companyId }, method } = told ?? {};
  const asked = submitted?.amountCents ?? told?.cents;
  const { surcharge = flat(told?.surchargeCents) } = told ?? {};
  return {
    company,
    ...moneyTexts({ amount: outcome?.kind === 'paid' ? outcome.amountCents : asked }),
    ...(method && { paymentMethod: presentKeptFace(method) }),
    ...(surcharge && { surcharge: presentSurcharge(surcharge) }),
  };
}

function presentSurcharge({ rate, percentage }: Surcharge) {
  return { type: percentage ? 'percentage' : 'flat', rate } as const;
}

function flat(cents: number | undefined): Surcharge | undefined {
  return cents === undefined ? undefined : { rate: cents / 100, percentage: false };
}
