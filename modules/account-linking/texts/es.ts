/** What account linking says, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'app.linking': 'Vincular una cuenta',
  'swapGone.title': 'La tarjeta no se cambió',
  'swapGone.body': 'Este cambio de tarjeta ya no está disponible.',
  'pay.gone': 'Esta factura o este método de pago ya no está disponible.',
  'review.due': 'Vence el {date}',
  'review.account': 'Cuenta {digits}',
  'review.declined': '{method} fue rechazada, así que no puede pagar esta factura.',
  'review.card': '{company} solo acepta tarjetas.',
  'review.bank': '{company} solo acepta cuentas bancarias.',
  'review.scheduled': 'Ya hay un pago de esta factura programado para el {date}.',
  'due.none.title': 'No hay nada que pagar por ahora',
  'due.none.body': '{company} está vinculada. Verás su próxima factura en {partner}.',
  'review.nothing': 'No hay nada que pagar en esta factura.',
  'hindrance.company_not_found.title': 'No encontramos esa empresa',
  'hindrance.company_not_found.body':
    'El enlace que te trajo aquí es de una empresa que no está en nuestra lista. Puedes buscar la tuya por su nombre.',
  'hindrance.bill_not_found.title': 'No encontramos esa factura',
  'hindrance.bill_not_found.body':
    'Quizás ya se pagó o se eliminó. Vuelve a {partner} y elígela de nuevo.',
  'hindrance.swap_not_found.title': 'No encontramos ese cambio de tarjeta',
  'hindrance.swap_not_found.body': 'Quizás ya terminó. Vuelve a {partner} para verlo.',
  'hindrance.payment_method_missing.title': 'Primero elige una tarjeta',
  'hindrance.payment_method_missing.body':
    'Necesitamos saber qué tarjeta usar. Vuelve a {partner} y elige una.',
  'hindrance.payment_method_not_found.title': 'Ese método de pago ya no está disponible',
  'hindrance.payment_method_not_found.body': 'Quizás se eliminó. Vuelve a {partner} y elige otro.',
  'hindrance.payment_method_not_accepted.title': 'Aquí solo sirve una tarjeta',
  'hindrance.payment_method_not_accepted.body':
    'Una cuenta bancaria no se puede registrar en una empresa. Vuelve a {partner} y elige una tarjeta.',
  'hindrance.search': 'Buscar tu empresa',
};
