/** What choosing an amount says, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {
  'amount.now': 'Monto de este pago',
  'amount.balance': 'Saldo',
  'amount.minimum': 'Mínimo',
  'amount.statement': 'Saldo del estado de cuenta',
  'amount.full': 'Saldo total',
  'amount.custom': 'Otro monto',
  'amount.minimum.means': 'El resto genera intereses',
  'amount.statement.means': 'Sin intereses en este estado de cuenta',
  'amount.full.means': 'Todo hasta hoy',
  'amount.most': 'Como máximo {max}',
  'amount.none': 'Escribe un monto, como 25.00',
  'amount.tooMuch': 'Puedes pagar {max} como máximo',
};
