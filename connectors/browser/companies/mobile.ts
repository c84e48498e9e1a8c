/** Larkspur Mobile, a stand-in: `connectors/stand-ins/mobile`. An app of one page that forgets its user when it is reloaded. */
import type { Bill } from '@billhook/connector-kit';
import { type BrowserCompany, company, type Paying } from '../company.ts';
import { dollars, shortDay, UnknownPage, type Visit } from '../visit.ts';

const ID = 'larkspur-mobile';

/** @param address where it is served: `http://127.0.0.1:41234`. */
export function mobile(address: string): BrowserCompany {
  return company({
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
    isApp: true,
    ...{ address, pages, login, bills, paying },
  });
}

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

/** Within the app: its links are no links. */
async function go(visit: Visit, name: 'Bill' | 'Payments', heading: string): Promise<void> {
  await visit.page.locator('nav').getByText(name, { exact: true }).click();
  await visit.waitFor({ there: { heading } });
}

async function bills(visit: Visit): Promise<Bill[]> {
  await go(visit, 'Bill', 'Your bill');
  const text = await visit.page.locator('section').first().innerText();
  const [, account, statement] = /Account (\d+) · Bill (\S+)/.exec(text) ?? [];
  if (account === undefined || statement === undefined)
    throw new UnknownPage('The bill names no account');
  const [, due] = /Due (\d\d\/\d\d\/\d\d)/.exec(text) ?? [];
  const balanceCents = dollars(await visit.page.locator('[data-what=left]').innerText());
  return [
    {
      accountKey: `${ID}:${account}`,
      ...{ currency: 'USD', accountNumber: `••••${account.slice(-4)}`, balanceCents },
      ...(due !== undefined && { dueOn: shortDay(due) }),
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
    const owed = visit.page.getByLabel(/^Amount/);
    await owed.fill((amount.cents / 100).toFixed(2));
    await visit.fill('Card number', method.cardNumber);
    await visit.fill('Expires (MM/YY)', `${method.expMonth}/${method.expYear.slice(-2)}`);
    await visit.fill('CVC', method.cardCode ?? '');
    await visit.fill('ZIP code', method.zipcode);
    await visit.press('Next');
    const page = await visit.waitFor({
      declined: { text: 'Your bank said no to that card.' },
      review: { heading: 'All good?' },
    });
    if (page === 'declined') return { declined: true };
    return { cents: dollars(await visit.page.locator('[data-what=paying]').innerText()) };
  },
  commit: async (visit) => {
    await visit.page.getByRole('button', { name: /^Pay \$/ }).click({ noWaitAfter: true });
  },
  async receipt(visit) {
    await visit.waitFor({ done: { heading: 'Thanks!' } });
    const said = await visit.page.locator('section p').innerText();
    const [, amount = ''] = /payment of (\$[\d,.]+\d)/.exec(said) ?? [];
    const confirmation = await visit.page.locator('[data-what=confirmation]').innerText();
    return { confirmation: confirmation.trim(), cents: dollars(amount) };
  },
  async history(visit) {
    await go(visit, 'Payments', 'Payments');
    const rows = await visit.page.getByRole('listitem').all();
    const texts = await Promise.all(rows.map((row) => row.innerText()));
    return texts.map((text) => {
      const [on = '', confirmation = '', amount = ''] = text.split('\n').map((one) => one.trim());
      return { on: shortDay(on), confirmation, cents: dollars(amount) };
    });
  },
};
