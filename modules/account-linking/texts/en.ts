/** What account linking says, in English. */
export const texts = {
  'app.linking': 'Link an account',
  'swapGone.title': "The card wasn't moved",
  'swapGone.body': 'This card update is no longer available.',
  'pay.gone': 'This bill or payment method is no longer available.',
  'review.due': 'Due {date}',
  'review.account': 'Account {digits}',
  'review.declined': '{method} was declined, so it can’t pay this bill.',
  'review.card': '{company} takes cards only.',
  'review.bank': '{company} takes bank accounts only.',
  'review.scheduled': 'A payment for this bill is already scheduled for {date}.',
  'review.nothing': "There's nothing to pay on this bill.",
  'due.none.title': 'Nothing to pay right now',
  'due.none.body': '{company} is linked. You’ll see its next bill in {partner}.',
  'hindrance.company_not_found.title': "We can't find that company",
  'hindrance.company_not_found.body':
    "The link that brought you here is for a company that isn't on our list. You can look for yours by name.",
  'hindrance.bill_not_found.title': "We can't find that bill",
  'hindrance.bill_not_found.body':
    'It may have been paid or removed. Go back to {partner} and choose it again.',
  'hindrance.swap_not_found.title': "We can't find that card update",
  'hindrance.swap_not_found.body': 'It may already be finished. Go back to {partner} to check.',
  'hindrance.payment_method_missing.title': 'Choose a card first',
  'hindrance.payment_method_missing.body':
    'We need to know which card to use. Go back to {partner} and choose one.',
  'hindrance.payment_method_not_found.title': 'That payment method is no longer available',
  'hindrance.payment_method_not_found.body':
    'It may have been removed. Go back to {partner} and choose another one.',
  'hindrance.payment_method_not_accepted.title': 'Only a card works here',
  'hindrance.payment_method_not_accepted.body':
    'A bank account can’t be put on file at a company. Go back to {partner} and choose a card.',
  'hindrance.search': 'Find your company',
};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
