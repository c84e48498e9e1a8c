/** What a company adds to a payment by this method. */
import type { Company } from '../schemas/company.ts';
import type { PaymentMethod } from '../schemas/payment-method.ts';

/** Of a payment method, what its costs depend on. */
export type Costing = {
  readonly type: PaymentMethod['type'];
  readonly card?: Pick<NonNullable<PaymentMethod['card']>, 'brand' | 'type'>;
};

export type Surcharge = { readonly rate: number; readonly percentage: boolean };

/** @returns cents; 0 where there is no fee. */
export function feeCents(
  fees: Company['fees'],
  method: Costing | undefined,
  amountCents: number,
): number {
  const costs = surchargesOf(fees, method).map((surcharge) => costOf(surcharge, amountCents));
  // The dearer depends on the amount (decision: dearer-fee-of-the-amount).
  return Math.max(...costs);
}

/** The one that is charged; nothing where there is none. */
export function surchargeOf(
  fees: Company['fees'],
  method: Costing | undefined,
  amountCents: number,
): Surcharge | undefined {
  const costs = (surcharge: Surcharge | undefined) => costOf(surcharge, amountCents);
  const [dearest] = surchargesOf(fees, method).toSorted((one, other) => costs(other) - costs(one));
  return dearest && dearest.rate > 0 ? dearest : undefined;
}

function costOf(surcharge: Surcharge | undefined, amountCents: number): number {
  if (!surcharge) return 0;
  const { rate, percentage } = surcharge;
  return Math.round((rate * (percentage ? amountCents : 10_000)) / 100);
}

/** What may be added; a card that doesn't say its type may cost either. Never empty. */
function surchargesOf(
  fees: Company['fees'],
  method: Costing | undefined,
): (Surcharge | undefined)[] {
  if (method?.type === 'bank') return [fees?.ach];
  const { brand = '', type } = method?.card ?? {};
  const cards = fees?.cards;
  // The other spelling of a brand that occurs among fees.
  const byType = cards?.[brand] ?? (brand === 'american express' ? cards?.amex : undefined);
  return type ? [byType?.[type]] : [byType?.credit, byType?.debit];
}
