/** Marlow Valley Electric, a stand-in: `connectors/stand-ins/utility`. */
import { billOnPage } from '../blocks/bills.ts';
import type { Visit } from '../blocks/visit.ts';
import { dayIn, dollars, expiry, typed } from '../blocks/words.ts';
import { type CompanyFile, company, type Paying } from '../company.ts';
import { COMPANY } from '../manifest.ts';

const LOCKED = { kind: 'hold', code: 'account_issue_account_locked' } as const;
const NEXT_DAY = { kind: 'hold', code: 'provider_system_issue' } as const;

const field = (name: string, label: string, kind: 'text' | 'password') => ({
  ...{ name, label, kind, characters: 'any' as const, minLength: 1, maxLength: 64 },
});

/** @param address where the stand-in is served: `http://127.0.0.1:41234`. */
export const utility: CompanyFile = (address = 'https://www.marlowvalley.example') =>
  company({
    row: {
      id: COMPANY,
      name: 'Marlow Valley Electric',
      status: 'operational',
      categories: ['utilities', 'electricity'],
      products: ['bill', 'payment'],
      acceptedMethods: ['card'],
      hosts: ['www.marlowvalley.example'],
      links: { login: 'https://www.marlowvalley.example/' },
      login: {
        fields: [field('userid', 'User ID', 'text'), field('password', 'Password', 'password')],
        identifiedBy: ['userid'],
      },
      currency: 'USD',
    },
    basis: 'stand-in',
    withoutUser: { codes: 'asks-first' },
    ...{ address, pages, login, bills, paying },
  });

/** The first that fits: what a page says besides comes before what it always has. */
const pages = {
  maintenance: { heading: 'We’ll be right back' },
  locked: { heading: 'Account locked' },
  wrong: { text: 'The user ID or password you entered is incorrect.' },
  signIn: { field: 'User ID', button: 'Sign In' },
  captcha: { heading: 'Are you a person?' },
  expired: { heading: 'Choose a new password' },
  choose: { heading: 'Verify it’s you', button: 'Send Code' },
  code: { field: 'Security code', button: 'Verify' },
  tooMany: { heading: 'Too many attempts' },
  account: { heading: 'My account' },
} as const;

const login = {
  maintenance: NEXT_DAY,
  locked: LOCKED,
  wrong: { kind: 'authenticate' },
  signIn: {
    kind: 'sign-in',
    fill: { 'User ID': 'userid', Password: 'password' },
    press: 'Sign In',
  },
  captcha: { kind: 'hold', code: 'system_issue_with_bill', subcode: 'captcha-failure' },
  expired: { kind: 'hold', code: 'account_issue_verify_identity' },
  choose: { kind: 'code-choice', press: 'Send Code' },
  code: {
    kind: 'code-entry',
    field: 'Security code',
    press: 'Verify',
    wrong: 'That code is incorrect',
  },
  tooMany: {
    kind: 'hold',
    code: 'authentication_not_completed',
    subcode: 'invalid-mfa',
  },
  account: { kind: 'verified' },
} as const;

async function bills(visit: Visit) {
  await visit.open('/account/summary');
  await visit.waitFor({ account: { heading: 'My account' } });
  return billOnPage(visit, {
    company: COMPANY,
    days: 'Mon D, YYYY',
    names: {
      ...{ account: 'Account number', balance: 'Amount due', due: 'Due date' },
      // The site shows the end of the number and nobody's whole one.
      ...{ statement: 'Statement', apart: 'Service address' },
    },
  });
}

const paying: Paying = {
  async prepare(visit, { amount, method }) {
    if (method.type !== 'card') return { declined: true };
    await visit.open('/account/pay');
    await visit.waitFor({ pay: { heading: 'Pay my bill', button: 'Continue' } });
    await visit.choose('Other amount');
    await visit.fillAll({
      'Other amount ($)': typed(amount.cents),
      'Name on card': method.name,
      'Card number': method.cardNumber,
      'Expiration date (MM/YY)': expiry(method),
      'Security code': method.cardCode ?? '',
      'Billing ZIP code': method.zipcode,
    });
    await visit.press('Continue');
    const page = await visit.waitFor({
      declined: { text: 'Your card was declined.' },
      review: { heading: 'Review your payment', button: 'Submit Payment' },
    });
    if (page === 'declined') return { declined: true };
    return { cents: dollars(await visit.beside('Amount')) };
  },
  commit: (visit) => visit.press('Submit Payment'),
  async receipt(visit) {
    await visit.waitFor({ done: { heading: 'Thank you for your payment' } });
    return {
      confirmation: await visit.beside('Confirmation number'),
      cents: dollars(await visit.beside('Amount')),
    };
  },
  async history(visit) {
    await visit.open('/account/history');
    await visit.waitFor({ history: { heading: 'Payment history' } });
    const rows = await visit.table(['Date', 'Amount', 'Confirmation', 'Method']);
    return rows.map((row) => ({
      on: dayIn('Mon D, YYYY', row.Date),
      cents: dollars(row.Amount),
      confirmation: row.Confirmation,
      card: row.Method.slice(-4),
    }));
  },
};
