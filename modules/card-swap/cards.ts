/** Which of a client's payment methods can be put on file. */
import { isCardExpired } from '@billhook/core/method/card-expiry';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';

export type CardFitness = 'good' | 'expired' | 'declined';

export function cardsOf(methods: readonly PaymentMethod[]): PaymentMethod[] {
  return methods.filter(({ type }) => type === 'card');
}

/** @param now milliseconds since the epoch. */
export function fitnessOf({ card, status }: PaymentMethod, now: number): CardFitness {
  const [year = '', month = ''] = card?.expDate.split('-') ?? [];
  if (card && isCardExpired([month, year], now)) return 'expired';
  return status === 'declined' ? 'declined' : 'good';
}

/** The one that was chosen, else the default, else the first that can be used. */
export function chooseCard(
  methods: readonly PaymentMethod[],
  chosen: string | undefined,
  now: number,
): PaymentMethod | undefined {
  const good = cardsOf(methods).filter((card) => fitnessOf(card, now) === 'good');
  return good.find(({ _id }) => _id === chosen) ?? good.find((card) => card.default) ?? good[0];
}

/**
 * The card that is put on file. One that was added a moment ago may not have been read yet: it is the
 * one all the same, and never another in its place.
 */
export function cardToUse(
  methods: readonly PaymentMethod[],
  chosen: string | undefined,
  now: number,
): { readonly id?: string; readonly card?: PaymentMethod } {
  if (chosen !== undefined && methods.every(({ _id }) => _id !== chosen)) return { id: chosen };
  const card = chooseCard(methods, chosen, now);
  return { id: card?._id, card };
}
