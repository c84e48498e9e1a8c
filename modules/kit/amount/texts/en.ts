/** What choosing an amount says, in English: for the modules in which a bill is paid. */
export const texts = {
  'amount.now': 'Amount of this payment',
  'amount.balance': 'Balance',
  'amount.minimum': 'Minimum',
  'amount.statement': 'Statement balance',
  'amount.full': 'Full balance',
  'amount.custom': 'Another amount',
  'amount.minimum.means': 'Interest is charged on the rest',
  'amount.statement.means': 'No interest on this statement',
  'amount.full.means': 'Everything up to today',
  'amount.most': 'At most {max}',
  'amount.none': 'Enter an amount, such as 25.00',
  'amount.tooMuch': 'You can pay {max} at most',
};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
