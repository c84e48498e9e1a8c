/** Larkspur Mobile, a stand-in: `connectors/stand-ins/mobile`. An app of one page that forgets its user when it is reloaded. */
import type { Bill } from '@billhook/connector-kit';
import type { Visit } from '../blocks/visit.ts';
import { dayIn, dollars, expiry, typed } from '../blocks/words.ts';
import { type CompanyFile, company, type Paying } from '../company.ts';

const ID = 'larkspur-mobile';

/** @param address where the stand-in is served: `http://127.0.0.1:41234`. */
export const mobile: CompanyFile = (address = 'https://www.larkspur.example') =>
  company({
    row: {
      id: ID,
      name: 'Larkspur Mobile',
      status: 'operational',
      categories: ['mobile-phone'],
      products: ['bill', 'payment'],
      acceptedMethods: ['card'],
      hosts: ['www.larkspur.example'],
      links: { login: 'https://www.larkspur.example/' },
      login: {
        fields: [
          {
            ...{ name: 'phone', label: 'Phone number', kind: 'tel', characters: 'phone' },
            ...{ minLength: 10, maxLength: 20 },
          },
          {
            ...{ name: 'password', label: 'Password', kind: 'password', characters: 'any' },
            ...{ minLength: 1, maxLength: 64 },
          },
        ],
        identifiedBy: ['phone'],
      },
      currency: 'USD',
      // It remembers no browser: there is a code at each sign-in.
      capabilities: { unattended: { reads: false, pays: false } },
    },
    basis: 'stand-in',
    withoutUser: { codes: 'sends-at-once', home: '/' },
    isApp: true,
    ...{ address, pages, login, bills, paying },
  });

/** The first that fits: what the page says besides comes before what it always has. */
const pages = {
  resting: { text: 'Larkspur is having a quick rest' },
  locked: { text: 'Your account is locked.' },
  wrong: { text: 'That number and password don’t match.' },
  captcha: { text: 'Prove you’re human' },
  expired: { text: 'It’s time for a new password.' },
  tooMany: { text: 'Too many wrong codes.' },
  signIn: { field: 'Phone number', button: 'Sign in' },
  code: { field: 'Code from your phone', button: 'Continue' },
  home: { heading: 'Your bill' },
} as const;

const login = {
  resting: { kind: 'hold', code: 'provider_system_issue' },
  locked: { kind: 'hold', code: 'account_issue_account_locked' },
  wrong: { kind: 'authenticate' },
  captcha: { kind: 'hold', code: 'system_issue_with_bill', subcode: 'captcha-failure' },
  expired: { kind: 'hold', code: 'account_issue_verify_identity' },
  tooMany: { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' },
  signIn: {
    kind: 'sign-in',
    fill: { 'Phone number': 'phone', Password: 'password' },
    press: 'Sign in',
  },
  code: {
    kind: 'code-entry',
    field: 'Code from your phone',
    press: 'Continue',
    wrong: 'That isn’t the code on your phone.',
  },
  home: { kind: 'verified' },
} as const;

/** Within the app: what looks like links are none. */
async function go(visit: Visit, name: 'Bill' | 'Payments', heading: string): Promise<void> {
  // The page that is there says the same until the app has heard of it anew.
  const answered = visit.answered();
  await visit.press(name);
  await answered;
  await visit.waitFor({ there: { heading } });
}

async function bills(visit: Visit): Promise<Bill[]> {
  await go(visit, 'Bill', 'Your bill');
  const { left, due, account, statement } = await visit.find(
    /(?<left>\$[\d,.]+)\s+(?:Due (?<due>[\d/]+)|Nothing to pay)[\s\S]*Account (?<account>\d+) · Bill (?<statement>\S+)/,
    ['left', 'account', 'statement'],
  );
  return [
    {
      accountKey: `${ID}:${account}`,
      ...{ currency: 'USD', accountNumber: `••••${account.slice(-4)}` },
      balanceCents: dollars(left),
      ...(due && { dueOn: dayIn('MM/DD/YY', due) }),
      ...{ statementName: statement, autopay: 'unknown', autopaySource: 'unknown' },
    },
  ];
}

const paying: Paying = {
  async prepare(visit, { amount, method }) {
    if (method.type !== 'card') return { declined: true };
    await go(visit, 'Bill', 'Your bill');
    await visit.press('Pay bill');
    await visit.waitFor({ pay: { heading: 'Pay your bill' } });
    await visit.fill(/^Amount/, typed(amount.cents));
    await visit.fillAll({
      'Card number': method.cardNumber,
      'Expires (MM/YY)': expiry(method),
      CVC: method.cardCode ?? '',
      'ZIP code': method.zipcode,
    });
    await visit.press('Next');
    const page = await visit.waitFor({
      declined: { text: 'Your bank said no to that card.' },
      review: { heading: 'All good?' },
    });
    if (page === 'declined') return { declined: true };
    return { cents: dollars(await visit.beside('You pay')) };
  },
  commit: (visit) => visit.press(/^Pay \$/),
  async receipt(visit) {
    await visit.waitFor({ done: { heading: 'Thanks!' } });
    const { amount } = await visit.find(/payment of (?<amount>\$[\d,.]*\d)/, ['amount']);
    return { confirmation: await visit.beside('Confirmation'), cents: dollars(amount) };
  },
  async history(visit) {
    await go(visit, 'Payments', 'Payments');
    const items = await visit.items();
    return items.map(([on = '', confirmation = '', amount = '']) => ({
      on: dayIn('MM/DD/YY', on),
      ...{ confirmation, cents: dollars(amount) },
    }));
  },
};
