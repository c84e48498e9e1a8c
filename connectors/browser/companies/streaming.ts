/** Nightjar, a stand-in: `connectors/stand-ins/streaming`. A card on file can be replaced there. */
import { type CompanyFile, company, type Swapping } from '../company.ts';
import { SWAPS } from '../manifest.ts';

/** @param address where the stand-in is served: `http://127.0.0.1:41234`. */
export const streaming: CompanyFile = (address = 'https://www.nightjar.example') =>
  company({
    row: {
      id: SWAPS.company,
      name: 'Nightjar',
      status: 'operational',
      categories: ['subscriptions', 'tv-streaming'],
      products: ['swap'],
      acceptedMethods: ['card'],
      hosts: ['www.nightjar.example'],
      links: { login: 'https://www.nightjar.example/' },
      login: {
        fields: [
          {
            ...{ name: 'email', label: 'Email', kind: 'email', characters: 'any' },
            ...{ minLength: 3, maxLength: 100 },
          },
          {
            ...{ name: 'password', label: 'Password', kind: 'password', characters: 'any' },
            ...{ minLength: 1, maxLength: 64 },
          },
        ],
        identifiedBy: ['email'],
      },
      currency: 'USD',
      // It may e-mail a code after the password.
      capabilities: { needsCardCode: true, unattended: { reads: false, pays: false } },
    },
    basis: 'stand-in',
    withoutUser: { codes: 'sends-at-once', home: '/browse' },
    ...{ address, pages, login, swapping },
  });

/** The first that fits: what the page says besides comes before what it always has. */
const pages = {
  resting: { heading: 'Intermission' },
  locked: { heading: 'Account locked' },
  expired: { heading: 'Pick a new password' },
  captcha: { heading: 'Are you human?' },
  unknown: { text: 'We can’t find an account with that email.' },
  wrong: { text: 'That password isn’t right.' },
  email: { heading: 'Sign in', field: 'Email', button: 'Next' },
  password: { heading: 'Enter your password', field: 'Password', button: 'Sign in' },
  code: { heading: 'Is it really you?', field: 'Sign-in code', button: 'Continue' },
  films: { text: 'The Last Lamplighter' },
} as const;

const login = {
  resting: { kind: 'hold', code: 'provider_system_issue' },
  locked: { kind: 'hold', code: 'account_issue_account_locked' },
  expired: { kind: 'hold', code: 'account_issue_verify_identity' },
  captcha: { kind: 'hold', code: 'system_issue_with_swap', subcode: 'captcha-failure' },
  unknown: { kind: 'authenticate' },
  wrong: { kind: 'authenticate' },
  email: { kind: 'begin', fill: { Email: 'email' }, press: 'Next' },
  password: { kind: 'sign-in', fill: { Password: 'password' }, press: 'Sign in' },
  code: {
    kind: 'code-entry',
    field: 'Sign-in code',
    press: 'Continue',
    wrong: 'That isn’t it. Try again.',
  },
  films: { kind: 'verified' },
} as const;

const swapping: Swapping = {
  async replace(visit, card) {
    await visit.open('/you/card');
    await visit.waitFor({ card: { heading: 'Payment method', button: 'Save card' } });
    await visit.fillAll({
      'Name on card': card.name,
      'Card number': card.cardNumber,
      'Expiry month': card.expMonth,
      'Expiry year': card.expYear,
      'Security code': card.cardCode ?? '',
      'ZIP code': card.zipcode,
    });
    await visit.press('Save card');
    const page = await visit.waitFor({
      declined: { text: 'Your bank declined this card.' },
      wrong: { text: 'Check the details of your card.' },
      done: { text: 'Your payment method is updated.' },
    });
    return page === 'done' ? 'replaced' : 'declined';
  },
  async onFile(visit) {
    await visit.open('/you');
    await visit.waitFor({ account: { heading: 'Account' } });
    const shown = await visit.beside('Payment method');
    const [, lastFour, expires] = /(\d{4}), expires (\d\d\/\d\d)/.exec(shown) ?? [];
    return lastFour && expires ? { lastFour, expires } : undefined;
  },
};
