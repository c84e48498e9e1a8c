/** What the linked accounts say, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'accounts.empty': 'No hay cuentas vinculadas.',
  'accounts.linked': 'Vinculada',
  'account.unlinkShort': 'Desvincular',
  'account.sure': '¿Desvincular {company}?',
  'account.means.bills': 'Sus facturas salen de tu lista: {bills}.',
  'account.means.automatic': 'Los pagos automáticos se detienen.',
  'account.means.scheduled': 'Se cancela el pago de {amount} del {date}.',
  'account.means.pending': 'Un pago en curso se completa.',
  'account.done': '{company} está desvinculada.',
  'account.keep': 'Mantener vinculada',
};
