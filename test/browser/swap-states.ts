/** The screens of the card-swap module. What it shares with the others is among theirs. */
import { holdCodes } from '@billhook/core/schemas/hold-codes';
import type { Page } from 'playwright-core';
import { entry } from './bill-states.ts';
import { asked, auth, plainCompany, powerCompany, session } from './scene.ts';
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

type SwapStatus = 'in-progress' | 'completed' | 'hold';

const code = 'account_issue_card_not_accepted';
const reason = { code, userMessage: holdCodes[code].userMessage } as const;

/** The auth of a swap, which a held one holds for the same reason. */
const authOf = (id: string, of: typeof powerCompany, status?: SwapStatus) =>
  auth(status === 'hold' ? 'hold' : 'verified', {
    ...(status === 'hold' && { reason }),
    ...{ _id: `auth_${id}`, company: summaryOf(of), items: ['swap'] },
  });

const swap = (id: string, of: typeof powerCompany, status: SwapStatus) => ({
  ...{ _id: `swap_${id}`, status: { type: status }, company: summaryOf(of) },
  ...{ auth: authOf(id, of, status), paymentMethod: methods[0] },
  ...(status === 'hold' && { reason }),
  created: '2026-11-22T10:00:00.000Z',
});

const linked = (id: string, of: typeof powerCompany, linking = false, status?: SwapStatus) => ({
  auth: authOf(id, of, status),
  linking,
});

/** Two companies under way when the page opens: one asks the user, what the other does is given. */
const underWay = (status: SwapStatus) => ({
  ...withCards,
  'POST /module/session': {
    ...session,
    open: [linked('two', plainCompany, true), linked('one', powerCompany, true)],
  },
  'GET /swap/list/cl_1': { data: [swap('one', powerCompany, status)] },
  'GET /auth/auth_one': linked('one', powerCompany, false, status),
  'GET /auth/auth_two': asked(
    { method: 'prompt', input: { request: 'Approve it in the app.' } },
    { _id: 'auth_two', company: summaryOf(plainCompany), items: ['swap'] },
  ),
});

const over = (answers: object) => ({
  ...answers,
  'POST /module/session': { ...session, open: [linked('one', powerCompany, true)] },
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
  state('add-card-filled', 'add-card', {
    answers: {},
    act: async (page) => {
      await page.getByRole('button', { name: 'Get started' }).click();
      await page.getByLabel('Card number').fill('4242424242424242');
      await page.getByLabel('Expires').fill('0830');
      await page.getByLabel('Name on the card').fill('Maya Reyes');
    },
  }),
  state('brands-chosen', 'brands', {
    query: `startView=brands&suggestedCompanyIds=${powerCompany._id}`,
    act: async (page) => {
      await page.getByRole('checkbox').first().check();
      await page.getByLabel('Company name').fill('power');
      await page.getByText('4 companies found').waitFor({ state: 'attached' });
    },
  }),
  state('brands', 'brands', {
    query: 'startView=brands',
    act: (page) => page.getByRole('checkbox').first().check(),
  }),
  state('progress', 'progress', { answers: underWay('in-progress') }),
  state('progress-held', 'progress', { answers: underWay('hold') }),
  state('held', 'hold', { answers: underWay('hold'), act: openHold }),
  state('summary', 'summary', {
    answers: {
      ...over(underWay('completed')),
      'GET /bill/list/cl_1': { data: [entry('bill_1', 'upcoming')] },
    },
    act: (page) => page.getByText('Next charge').waitFor(),
  }),
];
