/** What account linking says, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'app.linking': 'Vincular una cuenta',
  'swapGone.title': 'La tarjeta no se cambió',
  'swapGone.body': 'Este cambio de tarjeta ya no existe.',
  'review.declined': 'Se rechazó: {method}. Elige otra forma de pago.',
  'review.nothing': 'No hay nada que pagar en esta factura.',
};
