/**
 * What a payment's events show of its company and its method. It is kept with the payment, as it was
 * when that was planned or begun, so that telling of it reads nothing else
 * (decision: payment-events-name-the-bill).
 */

import { moneyText } from '../base/money.ts';
import type { BillRecord } from '../bill/bill.ts';
import type { PaymentOutcome } from '../company/connector.ts';
import { withShownLogo } from '../company/shown-logo.ts';
import { presentFace } from '../method/face.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import type { CompanySummary } from '../schemas/company.ts';
import { announcedFee } from './promised.ts';

type MethodFace = Pick<PaymentMethodRecord, '_id' | 'type' | 'identifier' | 'card' | 'bank'>;

export type Told = {
  readonly company: CompanySummary;
  /** The method that would pay then. */
  readonly method?: MethodFace;
  /** What was to be paid then. */
  readonly cents?: number;
  /** What the company says that it adds to that. */
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
  const surchargeCents = announcedFee(known, method, cents);
  const { _id: methodId, type, identifier, card, bank } = method;
  return {
    company,
    method: { _id: methodId, type, identifier, card, bank },
    cents,
    ...(surchargeCents > 0 && { surchargeCents }),
  };
}

/** The same as an event shows it. A payment that release 0.1.0 planned names its company by id alone. */
export function presentTold({
  companyId,
  told,
  outcome,
  amountCents,
}: {
  readonly companyId: string;
  readonly told?: Told;
  readonly outcome?: PaymentOutcome;
  readonly amountCents?: number;
}) {
  const { company = { _id: companyId }, method } = told ?? {};
  const paid = outcome?.kind === 'paid';
  const cents = paid ? outcome.amountCents : (amountCents ?? told?.cents);
  const surchargeCents = paid ? outcome.feeCents : told?.surchargeCents;
  return {
    company,
    ...(cents !== undefined && { amount: moneyText(cents) }),
    ...(method && { paymentMethod: presentMethodFace(method) }),
    ...(surchargeCents !== undefined && { surcharge: moneyText(surchargeCents) }),
  };
}

function presentMethodFace({ _id, type, identifier, ...face }: MethodFace) {
  return { _id, type, ...(identifier && { identifier }), ...presentFace(face) };
}
