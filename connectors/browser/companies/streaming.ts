/** Nightjar, a stand-in: `connectors/stand-ins/streaming`. A card on file can be replaced there. */
import { type BrowserCompany, company, type Swapping } from '../company.ts';
import { SWAPS } from '../manifest.ts';
import type { Visit } from '../visit.ts';

/** @param address where it is served: `http://127.0.0.1:41234`. */
export function streaming(address: string): BrowserCompany {
  return company({
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
      capabilities: { needsCardCode: true },
    },
    basis: 'stand-in',
    ...{ address, pages, login, swapping },
  });
}

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
  async replace(visit: Visit, card) {
    await visit.open('/you/card');
    await visit.waitFor({ card: { heading: 'Payment method', button: 'Save card' } });
    await visit.fill('Name on card', card.name);
    await visit.fill('Card number', card.cardNumber);
    await visit.fill('Expiry month', card.expMonth);
    await visit.fill('Expiry year', card.expYear);
    await visit.fill('Security code', card.cardCode ?? '');
    await visit.fill('ZIP code', card.zipcode);
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
    const shown = await visit.behind('Payment method');
    const [, lastFour, expires] = /(\d{4}), expires (\d\d\/\d\d)/.exec(shown) ?? [];
    return lastFour && expires ? { lastFour, expires } : undefined;
  },
};
