/** What adding a card says, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'card.add.title': 'Añadir una tarjeta',
  'card.add.submit': 'Añadir tarjeta',
  'card.number': 'Número de tarjeta',
  'card.expiry': 'Caducidad',
  'card.expiry.hint': 'MM/AA',
  'card.code': 'Código de seguridad',
  'card.code.hint': '{count} cifras',
  'card.zip': 'Código postal',
  'card.name': 'Nombre en la tarjeta',
  'card.number.wrong': 'Revisa el número de tarjeta',
  'card.expiry.wrong': 'Introduce la caducidad como mes y año, por ejemplo 04/30',
  'card.expiry.past': 'Esta tarjeta ha caducado',
  'card.code.wrong': 'Revisa el código de seguridad',
  'card.zip.wrong': 'Revisa el código postal',
  'card.testOnly': 'Aquí solo se pueden añadir tarjetas de prueba.',
  'card.limit': 'Has alcanzado el número de tarjetas que puedes añadir.',
};
