/** The screens of the card-swap module. What it shares with the others is among theirs. */
import type { Page } from 'playwright-core';
import { auth, challenge, plainCompany, powerCompany, session } from './scene.ts';
import type { State } from './states.ts';

const card = (_id: string, brand: string, lastFour: string, more: object = {}) => ({
  ...{ _id, type: 'card', status: 'verified', default: false, name: 'Ada Tester' },
  assignedBills: [],
  card: { number: `XXXX${lastFour}`, brand, expDate: '2040-12-31T23:59:59.999Z' },
  ...more,
});

const methods = [
  card('pm_1', 'visa', '1111', { default: true }),
  card('pm_2', 'mastercard', '4444'),
  card('pm_3', 'american express', '0005', { status: 'declined' }),
  card('pm_4', 'discover', '1117', {
    card: { number: 'XXXX1117', brand: 'discover', expDate: '2020-12-31T23:59:59.999Z' },
  }),
];

const withCards = { 'GET /payment/list/cl_1': { data: methods } };

const summaryOf = ({ _id, name, logo }: typeof powerCompany) => ({ _id, name, logo });

const swap = (_id: string, of: typeof powerCompany, status: string, more: object = {}) => ({
  ...{ _id, status: { type: status }, company: summaryOf(of), paymentMethod: methods[0] },
  auth: auth('verified', { _id: `auth_${_id}`, company: summaryOf(of), items: ['swap'] }),
  created: '2026-11-22T10:00:00.000Z',
  ...more,
});

const linked = (id: string, of: typeof powerCompany, more: object = {}) => ({
  auth: auth('verified', { _id: `auth_${id}`, company: summaryOf(of), items: ['swap'] }),
  linking: false,
  ...more,
});

/** Two companies under way when the page opens: one asks the user, what the other does is given. */
const underWay = (status: string, more: object = {}) => ({
  ...withCards,
  'POST /module/session': {
    ...session,
    open: [
      linked('two', plainCompany, { linking: true }),
      linked('one', powerCompany, { linking: true }),
    ],
  },
  'GET /swap/list/cl_1': { data: [swap('one', powerCompany, status, more)] },
  'GET /auth/auth_one': linked('one', powerCompany),
  'GET /auth/auth_two': linked('two', plainCompany, {
    linking: true,
    challenge: challenge({ method: 'prompt', input: { request: 'Approve it in the app.' } }),
  }),
});

const held = { reason: { code: 'account_issue_card_not_accepted', userMessage: '' } };

const over = (answers: object) => ({
  ...answers,
  'POST /module/session': { ...session, open: [linked('one', powerCompany, { linking: true })] },
});

async function openHold(page: Page): Promise<void> {
  await page.getByRole('button', { name: powerCompany.name }).click();
}

const state = (name: string, screen: string, more: Partial<State> = {}): State => ({
  ...{ name, screen, page: 'card-swap', answers: withCards },
  ...more,
});

export const swapStates: readonly State[] = [
  state('intro', 'intro'),
  state('choose-card', 'choose-card', {
    act: (page) => page.getByRole('button', { name: 'Get started' }).click(),
  }),
  state('add-card', 'add-card', {
    answers: {},
    act: async (page) => {
      await page.getByRole('button', { name: 'Get started' }).click();
      await page.getByRole('button', { name: 'Add card' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Card number').fill('378282246310005');
    },
  }),
  state('brands', 'brands', {
    query: 'startView=brands',
    act: (page) => page.getByRole('checkbox').first().check(),
  }),
  state('progress', 'progress', { answers: underWay('in-progress') }),
  state('progress-held', 'progress', { answers: underWay('hold', held) }),
  state('held', 'hold', { answers: underWay('hold', held), act: openHold }),
  state('summary', 'summary', { answers: over(underWay('completed')) }),
];
