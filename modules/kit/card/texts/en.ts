/** What adding a card says, in English: for the modules in which one can be added. */
export const texts = {
  'card.add.submit': 'Add card',
  'card.number': 'Card number',
  'card.expiry.called': 'expiration date',
  'card.expiry.hint': 'MM/YY',
  'card.code': 'Code',
  'card.code.back': 'Code on the back',
  'card.code.front': 'Code on the front',
  'card.code.hint': '{count} digits',
  'card.zip': 'ZIP code',
  'card.number.wrong': 'Check the card number',
  'card.number.unaccepted': "{network} cards aren't accepted",
  'card.expiry.wrong': 'Enter the month and year it expires, such as 04/30',
  'card.expiry.past': 'This card has expired',
  'card.code.wrong': 'Check the code',
  'card.zip.wrong': 'Check the ZIP code',
  'card.testOnly': 'Only test cards can be added here.',
  'card.limit': "You've added as many cards as you can.",
};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
