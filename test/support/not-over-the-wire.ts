/**
 * End-to-end tests that `npm run tools -- remote` leaves out: what they are about can't be said by the wire,
 * or is looked up where the sandbox that is built in keeps it. By their names, with the reason.
 */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'The login that swaps by itself is a trick of the sandbox that is built in': [
    'testswap.{1,3}at a ',
    'the legacy login testswap',
  ],
  'Whether a company needs the code of a card is said of a connector': [
    'card_code_required',
    'is gone once the card is on file',
  ],
  'Which fields of a form go together, and how amounts and days are written, is for the login to say':
    [
      'createAuth.{1,3}answers invalid_form',
      ' is refused and named',
      'let it link 10 accounts an hour',
    ],
  'That the user has to be present is said of a connector': [
    'answers user_presence_required, ',
    'pays where the user has to be present, and its link ends',
    'MFA Company \\d.{1,3}takes balance, due date and status',
  ],
  'A row has no address, no schedule, no amounts of the user’s choice and no color': [
    'a company shows where it is, ',
    'updatePaymentSettings.{1,3}answers schedule_fixed',
    'a card bill.{1,3}takes ',
    'paid, cancel: payment_not_scheduled',
    'shows companies to begin with',
    'has the lists that were asked for',
    'The logos of the companies',
    'is compressed on its way',
  ],
  'A company that takes one type of method requires it': [
    'a company that takes bank accounts only',
    'schedulePayment.{1,3}answers payment_method_not_accepted',
  ],
  'The sandbox’s connector takes no minutes but for the status `slow`': [
    'is linked once they have passed, and not before',
    'a login whose worker has died',
    'a payment of three minutes',
  ],
  'A link that is still under way ends between two looks at the table': [
    'createAuth.{1,3}answers link_limit_reached',
  ],
  'What the companies remember is not in the table': [
    'is nowhere in an export of the table',
    'walks of 12 calls are answered as the model says',
  ],
  'The report is that of another connector': ['find shows the whole story of whatever is known'],
};

/** The names of all other tests. */
export const overTheWire = new RegExp(`^(?!.*(?:${Object.values(leftOut).flat().join('|')}))`);
