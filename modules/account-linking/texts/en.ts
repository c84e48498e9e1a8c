/** What account linking says, in English. */
export const texts = {
  'app.linking': 'Link an account',
  'swapGone.title': 'The card was not moved',
  'swapGone.body': 'This change of a card is no longer there.',
  'review.declined': '{method} was declined. Choose another way to pay.',
  'review.nothing': 'There is nothing to pay on this bill.',
};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
