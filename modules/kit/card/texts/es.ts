/** What adding a card says, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'card.add.submit': 'Agregar tarjeta',
  'card.number': 'Número de tarjeta',
  'card.expiry.called': 'fecha de vencimiento',
  'card.expiry.hint': 'MM/AA',
  'card.code': 'Código',
  'card.code.back': 'Código al reverso',
  'card.code.front': 'Código al frente',
  'card.code.hint': '{count} dígitos',
  'card.zip': 'Código postal',
  'card.number.wrong': 'Revisa el número de tarjeta',
  'card.number.unaccepted': 'No se aceptan tarjetas {network}',
  'card.expiry.wrong': 'Escribe el mes y el año, por ejemplo 04/30',
  'card.expiry.past': 'Esta tarjeta está vencida',
  'card.code.wrong': 'Revisa el código',
  'card.zip.wrong': 'Revisa el código postal',
  'card.testOnly': 'Aquí solo se aceptan tarjetas de prueba.',
  'card.limit': 'Ya agregaste el máximo de tarjetas.',
};
