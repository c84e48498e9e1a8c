/** What a company adds to a payment by this method. */
import type { Company } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';

type Surcharge = { readonly rate: number; readonly percentage: boolean };

/** The other spelling of a brand that occurs among fees. */
const spellings: Readonly<Record<string, string>> = { 'american express': 'amex' };

/** @returns cents; 0 where there is no fee. */
export function feeCents(
  fees: Company['fees'],
  method: PaymentMethod | undefined,
  amountCents: number,
): number {
  const surcharge = surchargeOf(fees, method);
  if (!surcharge) return 0;
  const { rate, percentage } = surcharge;
  return Math.round(percentage ? (amountCents * rate) / 100 : rate * 100);
}

function surchargeOf(
  fees: Company['fees'],
  method: PaymentMethod | undefined,
): Surcharge | undefined {
  if (!method) return undefined;
  if (method.type === 'bank') return fees?.ach;
  const brand = method.card?.brand ?? '';
  const byType = fees?.cards?.[brand] ?? fees?.cards?.[spellings[brand] ?? ''];
  // A card that does not tell its type may cost what the dearer of both does.
  if (method.card?.type) return byType?.[method.card.type];
  const [one, other] = [byType?.credit, byType?.debit];
  return (one?.rate ?? 0) >= (other?.rate ?? 0) ? one : other;
}
