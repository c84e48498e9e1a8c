/** What the card-swap module says beside the kit, in English. */
export const texts = {
  'app.swap': 'Update your card',
  'swap.intro.title': 'One card for all your bills',
  'swap.intro.card': 'Choose the card that should pay.',
  'swap.intro.brands': 'Choose the companies that bill you.',
  'swap.intro.signIn': 'Sign in to each of them once. We put your card on file there.',
  'swap.intro.start': 'Get started',

  'swap.card.title': 'Which card should pay?',
  'swap.card.legend': 'Your cards',
  'swap.card.other': 'Choose another card for {company}',
  'swap.card.refused': '{company} did not take the card.',
  'swap.card.expires': 'Good through {date}',
  'swap.card.expired': 'Has expired',
  'swap.card.declined': 'Was declined. Choose or add another card.',
  'swap.card.add': 'Add another card',
  'swap.card.none': 'Add the card that you want to pay with.',

  'swap.brands.title': 'Choose your companies',
  'swap.brands.card': 'New card: {card}',
  'swap.brands.change': 'Change card',
  'swap.brands.onFile': 'Has this card',
  'swap.brands.underWay': 'Being updated',
  'swap.brands.limit': 'You can choose up to {count} at a time.',
  'swap.brands.continue.one': 'Continue with {count} company',
  'swap.brands.continue.other': 'Continue with {count} companies',

  'swap.queue.note': 'Company {number} of {count}',
  'swap.queue.skip': 'Not now',

  'swap.rows.title': 'Updating your card',
  'swap.rows.body': "You can close this page, we'll keep going.",
  'swap.rows.list': 'Companies',
  'swap.rows.next': 'Sign in to {company}',
  'swap.rows.finish': 'Finish for now',
  'swap.state.waiting': 'Waiting',
  'swap.state.signing-in': 'Signing in',
  'swap.state.needs-you': 'Needs you',
  'swap.state.updating': 'Updating your card',
  'swap.state.done': 'Done',
  'swap.state.problem': 'Problem',
  'swap.opens.sign-in': 'Sign in',
  'swap.opens.challenge': 'Pass the security check',
  'swap.opens.hold': 'See what to do',
  'swap.opens.code': "Enter your card's security code",
  'swap.opens.card': 'Choose another card',
  'swap.opens.retry': 'Try again',
  'swap.rows.notBegun': 'The change of your card did not begin.',

  'swap.summary.title.one': 'Your card is on file at {count} company',
  'swap.summary.title.other': 'Your card is on file at {count} companies',
  'swap.summary.none': 'Your card was not changed',
  'swap.summary.left': 'Some companies still need you. Choose one to go on with it.',
  'swap.summary.body': 'The next bills are paid with it.',
  'swap.summary.more': 'Choose more companies',

  // Instead of the kit's: here the code is asked for once for all companies.
  'cardCode.body':
    'Each company asks for it when it puts your card on file. You enter it once: this page forgets it as soon as the last company has your card.',
};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
