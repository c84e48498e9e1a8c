/** How a payment method is called: its brand or its bank, and its last four digits. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { say } from './text.ts';

export function methodName({ type, card, bank }: PaymentMethod): string {
  const digits = lastFour(card?.number ?? bank?.accountNumber ?? '');
  // Whole keys: the build carries every text that begins as a key put together does.
  const account = bank?.type === 'savings' ? 'method.savings' : 'method.checking';
  const name = type === 'card' ? brandName(card?.brand ?? '') : say(account);
  return say('method.name', { name, digits });
}

export function brandName(brand: string): string {
  return brand.replace(/\b\w/g, (letter) => letter.toUpperCase());
}

function lastFour(masked: string): string {
  return masked.slice(-4);
}
