/**
 * End-to-end tests that `npm run test:remote` leaves out: what they are about can't be said by the wire,
 * or is looked up where the sandbox that is built in keeps it. By their names, with the reason.
 */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'The login that swaps by itself is a trick of the sandbox that is built in': [
    'testswap at a ',
    'the legacy login testswap ',
  ],
  'Whether a company needs the code of a card is said of a connector': [
    'card_code_required',
    "a card's code is gone once the card is on file",
  ],
  'Which fields of a form go together, and how amounts and days are written, is for the login to say':
    ['createAuth answers invalid_form, ', ' is refused and named'],
  'That the user has to be present is said of a connector': [
    'answers user_presence_required, ',
    'pays where the user has to be present, and its link ends',
    'MFA Company \\d takes balance, due date and status',
  ],
  'A row has no schedule, no amounts of the user’s choice and no color': [
    'updatePaymentSettings answers schedule_fixed, ',
    'a card bill takes ',
    'paid, cancel: payment_not_scheduled',
    'a session shows companies to begin with',
    'a session has the lists that were asked for',
    'a page is compressed on its way',
  ],
  'A company that takes one type of method requires it': [
    'a company that takes bank accounts only is not paid by card',
  ],
  'A link that is still under way ends between two looks at the table': [
    'createAuth answers link_limit_reached, ',
  ],
  'What the companies remember is not in the table': [
    'is nowhere in an export of the table',
    'walks of 12 calls are answered as the model says',
  ],
  'The report is that of another connector': ['find shows the whole story of whatever is known'],
};

/** The names of all other tests. */
export const overTheWire = new RegExp(`^(?!.*(?:${Object.values(leftOut).flat().join('|')}))`);
