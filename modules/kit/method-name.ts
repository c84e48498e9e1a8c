/** How a payment method is called: its brand or its bank, and its last four digits. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { atStart, inText, say } from './text.ts';

/** At the beginning of a sentence, or alone. */
export function methodName(method: PaymentMethod | undefined): string {
  if (!method) return atStart(say('method.some'));
  return say('method.name', partsOf(method));
}

/** Where there is little room: `Visa ••1111`. */
export function shortMethodName(method: PaymentMethod): string {
  const { name, digits } = partsOf(method);
  return `${name} ••${digits}`;
}

function partsOf({ type, card, bank }: PaymentMethod) {
  const digits = lastFour(card?.number ?? bank?.accountNumber ?? '');
  // Whole keys: the build carries every text that begins as a key put together does.
  const account = bank?.type === 'savings' ? 'method.savings' : 'method.checking';
  return { name: type === 'card' ? brandName(card?.brand ?? '') : say(account), digits };
}

/** Within a sentence: a brand is a name, and an account is its user's. */
export function methodInText(method: PaymentMethod | undefined): string {
  if (!method) return say('method.some');
  const name = methodName(method);
  return method.type === 'card' ? name : say('method.yours', { name: inText(name) });
}

export function brandName(brand: string): string {
  return brand.replace(/\b\w/g, (letter) => letter.toUpperCase());
}

function lastFour(masked: string): string {
  return masked.slice(-4);
}
