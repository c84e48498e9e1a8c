/** Screens of payments and swaps that are made while the user is there. */
import { holdCodes } from '@billhook/core/schemas/hold-codes';
import { asked, auth, look, powerCompany, session } from './scene.ts';
import type { State } from './states.ts';

const method = {
  _id: 'pm_1',
  type: 'card',
  status: 'verified',
  default: true,
  name: 'Ada Tester',
  assignedBills: [],
  card: {
    number: 'XXXX1111',
    brand: 'visa',
    type: 'credit',
    expDate: '2040-12-31T23:59:59.999Z',
  },
};

const { _id, name, logo } = powerCompany;

const bill = {
  _id: 'bill_1',
  auth: auth('verified'),
  autopay: 'disabled',
  autopaySource: 'unknown',
  balance: '123.45',
  dueDate: '2026-12-15T00:00:00.000Z',
  status: { type: 'upcoming' },
  company: {
    ...{ _id, name, logo, userPresenceRequired: true },
    fees: { cards: { visa: { credit: { rate: 2.5, percentage: true } } } },
  },
  settings: { recurring: 'enabled', schedule: 'five-days-before', notifications: 'enabled' },
  meta: { accountNumber: '4471902207' },
  hidden: 'false',
};

const minimum = { statementBalance: '310.40', fullBalance: '1250.00' };

const payment = (status: string) => ({
  _id: 'pay_1',
  status,
  amount: '123.45',
  payDate: '2026-11-22T00:00:00.000Z',
  paymentMethodId: 'pm_1',
  created: '2026-11-22T10:00:00.000Z',
  ...(status === 'paid' && {
    ...{ receiptNumber: 'BH-7K4Q-29XM', paidOn: '2026-11-22T10:00:05.000Z', fee: '3.09' },
    ...{ confirmation: 'LPL-88213', arrivesBy: '2026-11-25T00:00:00.000Z' },
  }),
});

const begun = {
  'GET /payment/list/cl_1': { data: [method] },
  'POST /auth/auth_1/continue': { success: true, message: '', authId: 'auth_1' },
  'GET /auth/auth_1': { auth: auth('verified'), linking: false },
};

function payingState(status: string, screen: string): State {
  let isBegun = false;
  return {
    name: screen,
    page: 'connect',
    query: 'billId=bill_1&paymentMethodId=pm_1',
    screen,
    answers: {
      ...begun,
      // The payment is there once it was asked for.
      get 'GET /bill/bill_1'() {
        return { bill, payments: [], ...(isBegun && { payment: payment(status) }) };
      },
      get 'POST /auth/auth_1/continue'() {
        isBegun = true;
        return begun['POST /auth/auth_1/continue'];
      },
      get 'POST /module/session'() {
        isBegun = false;
        return session;
      },
    },
    act: async (page) => {
      await page.getByRole('button', { name: /^Pay \$/ }).click();
    },
  };
}

/** The company asks for a code once more, before it is paid. */
function codeState(): State {
  const phone = { identifier: 'phone', type: 'text', mask: '•••-•••-4821', label: '' } as const;
  return {
    ...payingState('pending', 'code-destination'),
    name: 'paying-code',
    answers: {
      ...begun,
      'GET /bill/bill_1': { bill, payments: [] },
      'GET /auth/auth_1': asked({ method: 'code', input: [phone] }),
    },
  };
}

/** Of what a card owes, its user pays more than the minimum. */
const statementState: State = {
  name: 'review-statement',
  page: 'connect',
  query: 'billId=bill_1&paymentMethodId=pm_1',
  screen: 'review',
  answers: { ...begun, 'GET /bill/bill_1': { bill: { ...bill, ...minimum }, payments: [] } },
  act: async (page) => {
    await page.locator('[data-screen="review"] [value="statement"]').check();
  },
};

/** More is owed by the time that the company has let the user in: nothing was begun. */
function changedState(): State {
  let isBegun = false;
  return {
    ...payingState('changed', 'payment-none'),
    answers: {
      ...begun,
      get 'GET /bill/bill_1'() {
        return { bill: { ...bill, ...(isBegun && { balance: '186.20' }) }, payments: [] };
      },
      get 'POST /auth/auth_1/continue'() {
        isBegun = true;
        return begun['POST /auth/auth_1/continue'];
      },
      get 'POST /module/session'() {
        isBegun = false;
        return session;
      },
    },
  };
}

const code = 'account_issue_card_not_accepted';
const reason = { code, userMessage: holdCodes[code].userMessage } as const;

const swap = (status: 'completed' | 'hold') => ({
  _id: 'swap_1',
  status: { type: status },
  ...(status === 'hold' && { reason }),
  auth: status === 'hold' ? auth('hold', { reason }) : auth('verified'),
  company: { _id, name, logo },
  paymentMethod: method,
  created: '2026-11-22T10:00:00.000Z',
});

const swapState = (state: string, screen: string, answers: object): State => ({
  name: state,
  page: 'connect',
  query: 'swapId=swap_1&paymentMethodId=pm_1',
  screen,
  answers: { ...begun, ...answers },
});

export const taskStates: readonly State[] = [
  {
    name: 'review',
    page: 'connect',
    query: 'billId=bill_1&paymentMethodId=pm_1',
    screen: 'review',
    answers: { ...begun, 'GET /bill/bill_1': { bill, payments: [] } },
  },
  {
    name: 'review-gone',
    page: 'connect',
    query: 'billId=bill_2&paymentMethodId=pm_1',
    screen: 'review-gone',
    answers: { ...begun, 'GET /bill/bill_2': { status: 404, code: 'bill_not_found' } },
  },
  {
    name: 'review-minimum',
    page: 'connect',
    query: 'billId=bill_1&paymentMethodId=pm_1',
    screen: 'review',
    answers: { ...begun, 'GET /bill/bill_1': { bill: { ...bill, ...minimum }, payments: [] } },
  },
  {
    name: 'review-nothing',
    page: 'connect',
    query: 'billId=bill_1&paymentMethodId=pm_1',
    screen: 'nothing-due',
    answers: { ...begun, 'GET /bill/bill_1': { bill: { ...bill, balance: '0.00' }, payments: [] } },
  },
  {
    name: 'nothing-due',
    page: 'connect',
    query: `companyId=${_id}&items=payment`,
    screen: 'nothing-due',
    answers: {
      ...begun,
      'POST /module/session': { ...session, company: powerCompany },
      'GET /auth/list/cl_1': { data: [auth('verified')] },
      'GET /bill/list/cl_1': { data: [] },
    },
  },
  statementState,
  codeState(),
  changedState(),
  payingState('paid', 'paid'),
  payingState('declined', 'payment-declined'),
  payingState('held', 'payment-unknown'),
  payingState('cancelled', 'payment-cancelled'),
  swapState('swapped', 'swapped', { 'GET /swap/list/cl_1': { data: [swap('completed')] } }),
  swapState('swap-gone', 'swap-gone', { 'GET /swap/list/cl_1': { data: [] } }),
  swapState('card-code', 'card-code', {
    'GET /swap/list/cl_1': { data: [swap('hold')] },
    'POST /auth/auth_1/continue': { status: 409, code: 'card_code_required' },
  }),
  {
    name: 'partner-logo-and-words',
    page: 'connect',
    screen: 'search',
    answers: {
      'POST /module/session': {
        ...session,
        look: {
          ...look,
          theme: {
            colorScheme: 'auto',
            brandColor: '#7a1f6b',
            logo: { light: 'https://logos.billhook.example/harbor.png' },
          },
          texts: { 'search.title': 'Who sends you bills?' },
          hideAttribution: true,
        },
      },
    },
  },
];
