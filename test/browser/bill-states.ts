/** The screens of the bill-pay module, each with what the API answers to bring it about. */
import type { Bill, BillPayment } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Page } from 'playwright-core';
import { texts } from '../../modules/kit/consent/texts/en.ts';
import { auth, plainCompany, powerCompany, session } from './scene.ts';
import type { State } from './states.ts';

const { _id, name, logo } = powerCompany;

type Given = Omit<Partial<Bill>, 'company' | 'settings' | 'status'> & {
  readonly company?: Partial<Bill['company']>;
  readonly settings?: Partial<Bill['settings']>;
};

export function entry(
  billId: string,
  status: Bill['status']['type'],
  { company, settings, ...more }: Given = {},
  payment?: BillPayment,
) {
  const bill: Bill = {
    _id: billId,
    auth: auth('verified'),
    autopay: 'disabled',
    autopaySource: 'unknown',
    balance: '128.40',
    dueDate: '2026-12-06T00:00:00.000Z',
    status: { type: status },
    company: { _id, name, logo, userPresenceRequired: false, ...company },
    settings: {
      recurring: 'enabled',
      schedule: 'five-days-before',
      notifications: 'enabled',
      ...settings,
    },
    meta: {},
    hidden: 'false',
    ...more,
  };
  const payments = [
    {
      ...{ amount: '119.75', paidOn: '2026-11-01T09:00:00.000Z' },
      ...{ _id: 'pay_0', receiptNumber: 'BH-7K4Q-29', fee: '2.99' },
    },
    { amount: '131.02', paidOn: '2026-10-01T09:00:00.000Z' },
  ];
  return { bill, payments, ...(payment && { payment }) };
}

type Entry = ReturnType<typeof entry>;

const card: PaymentMethod = {
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
    expDate: '2030-12-31T23:59:59.999Z',
  },
};

const bank: PaymentMethod = {
  _id: 'pm_2',
  type: 'bank',
  status: 'verified',
  default: false,
  name: 'Ada Tester',
  assignedBills: [],
  bank: {
    routingNumber: 'XXXX0021',
    accountNumber: 'XXXX6789',
    routing: 'XXXX0021',
    account: 'XXXX6789',
    type: 'checking',
  },
};

const declinedCard: PaymentMethod = { ...card, status: 'declined' };

const fees = { cards: { visa: { credit: { rate: 2.5, percentage: true } } } };
const options = [{ type: 'custom-payment-amount', settings: {} }];

const consent = {
  ...{ by: 'user' as const, at: '2026-11-22T10:00:00.000Z', version: '2', locale: 'en' },
  textHash: texts['consent.card.2.hash'],
  terms: {
    ...{ schedule: 'five-days-before' as const, amount: '128.40' },
    payDate: '2026-12-01T00:00:00.000Z',
    paymentMethod: { _id: 'pm_1', type: 'card' as const, brand: 'visa', lastFour: '1111' },
  },
};

const automatic = { amount: '128.40', payDate: '2026-12-01T00:00:00.000Z' };

const upcoming = entry('bill_1', 'upcoming', {
  payDate: '2026-12-01T00:00:00.000Z',
  automatic,
  settings: { consent },
  meta: { accountNumber: '****2207' },
  statementBalance: '640.10',
  fullBalance: '2310.55',
  company: { fees, additionalPaymentOptions: options },
});

export const payment = (
  status: BillPayment['status'],
  more: Partial<BillPayment> = {},
): BillPayment => ({
  _id: 'pay_1',
  receiptNumber: 'BH-9DPR-V5',
  status,
  payDate: '2026-11-30T00:00:00.000Z',
  amount: '128.40',
  paymentMethodId: 'pm_1',
  created: '2026-11-22T10:00:00.000Z',
  ...more,
});

const manual = entry('bill_1', 'upcoming', {
  ...{ automatic, meta: { accountNumber: '****2207' } },
  settings: { recurring: 'disabled' },
});

const dueToday = entry('bill_1', 'upcoming', {
  automatic: { ...automatic, payDate: '2026-11-25T00:00:00.000Z', atOnce: true },
  meta: { accountNumber: '****2207' },
  settings: { recurring: 'disabled' },
  company: { fees },
});

const manualWithFee = entry('bill_1', 'upcoming', {
  ...{ automatic, meta: { accountNumber: '****4934' } },
  settings: { recurring: 'disabled' },
  company: { fees },
});

const subscription = (reason: 'no-payment-method' | 'not-agreed') =>
  entry('bill_1', 'upcoming', {
    ...{ automatic, withheld: { reason }, meta: { accountNumber: '****2207' } },
    settings: { recurringRequired: true, consent: { by: 'partner', implied: true } },
    company: { fees },
  });

const needsBank = entry('bill_2', 'payment-required', {
  ...{ automatic, meta: { accountNumber: '****4934' } },
  company: { requiredPayment: 'bank' },
});

const dueToday2: Entry = { ...dueToday, bill: { ...dueToday.bill, _id: 'bill_2' } };

const receipt = payment('paid', {
  ...{ _id: 'pay_0', receiptNumber: 'BH-7K4Q-29', amount: '119.75', fee: '2.99' },
  ...{ paidOn: '2026-11-01T09:00:00.000Z', arrivesBy: '2026-11-06T00:00:00.000Z' },
  confirmation: 'LP 88 20 14',
});

const all: readonly Entry[] = [
  entry('bill_2', 'overdue', { dueDate: '2026-11-14T00:00:00.000Z' }),
  entry('bill_3', 'payment-declined', { customLabel: 'Summer house' }),
  entry('bill_4', 'payment-required', { company: { requiredPayment: 'card' } }),
  upcoming,
  entry(
    'bill_5',
    'upcoming',
    { meta: { accountNumber: '****4934' }, company: { fees } },
    payment('scheduled'),
  ),
  entry('bill_6', 'pending', {}, payment('pending')),
  entry('bill_7', 'paid', {
    ...{ balance: '0.00', lastPaidAmount: '54.20', lastPaidOn: '2026-11-20T09:00:00.000Z' },
  }),
  entry('bill_8', 'syncing', { balance: undefined, dueDate: undefined }),
  entry('bill_9', 'zero-balance', { balance: undefined, dueDate: undefined }),
  entry('bill_10', 'upcoming', { hidden: 'true' }),
];

const others = (['hold', 'authenticate', 'mfa-required'] as const).map((status, index) => {
  const { _id: companyId, name: companyName, logo: companyLogo } = plainCompany;
  const company = { _id: companyId, name: companyName, logo: companyLogo };
  return auth(status, { _id: `auth_${index + 2}`, company });
});

const none = { 'GET /bill/list/cl_1': { data: [] }, 'GET /auth/list/cl_1': { data: [] } };

/** A bill that is looked at, with what else there is. */
function withBill(one: Entry, methods: readonly PaymentMethod[] = [card, bank]) {
  const { payment: newest, ...listed } = one;
  const open = newest?.status === 'pending' || newest?.status === 'scheduled';
  return {
    ...none,
    'GET /bill/list/cl_1': { data: [open ? one : listed] },
    [`GET /bill/${one.bill._id}`]: one,
    'GET /payment/list/cl_1': { data: methods },
  };
}

async function press(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const button of names) await page.getByRole('button', { name: button }).click();
}

function ofBill(
  named: string,
  one: Entry,
  screen: string,
  act?: State['act'],
  methods?: readonly PaymentMethod[],
): State {
  return {
    name: named,
    page: 'bill-pay',
    query: `billId=${one.bill._id}`,
    answers: withBill(one, methods),
    screen,
    ...(act && { act }),
  };
}

/** How the bills of an account are paid that was linked a moment ago: the page is loaded again there. */
function afterLinking(
  named: string,
  bills: readonly Entry[],
  methods: readonly PaymentMethod[],
  act?: State['act'],
): State {
  return {
    name: named,
    page: 'bill-pay',
    answers: {
      'GET /bill/list/cl_1': { data: bills },
      'GET /auth/list/cl_1': { data: [auth('verified')] },
      'GET /payment/list/cl_1': { data: methods },
    },
    screen: 'agree',
    act: async (page) => {
      await page.locator('[data-screen="bills"]').waitFor();
      await page.evaluate(() => {
        const { billhook } = history.state;
        const place = { at: 'agree', authId: 'auth_1' };
        history.replaceState({ billhook: { ...billhook, place } }, '');
        location.reload();
      });
      await page.locator('[data-screen="agree"]').waitFor();
      await act?.(page);
    },
  };
}

const toReview = async (page: Page) => {
  await press(page, /^Pay \$/);
  await page.locator('[data-screen="review"]').waitFor();
};

/** Paid, and then what became of it; another visit begins anew. */
function afterPaying(
  status: BillPayment['status'],
  screen: string,
  billStatus: Bill['status']['type'],
): State {
  let isBegun = false;
  const paid = {
    balance: '0.00',
    lastPaidAmount: '128.40',
    lastPaidOn: '2026-11-22T10:00:00.000Z',
  };
  const after = entry(
    'bill_1',
    billStatus,
    { company: { fees }, ...(billStatus === 'paid' && paid) },
    payment(status, status === 'paid' ? { fee: '3.21' } : {}),
  );
  return {
    name: `payment ${status}`,
    page: 'bill-pay',
    query: 'billId=bill_1',
    answers: {
      ...withBill(upcoming),
      get 'POST /module/session'() {
        isBegun = false;
        return session;
      },
      get 'POST /payment/schedule'() {
        isBegun = true;
        return { success: true };
      },
      get 'GET /bill/bill_1'() {
        return isBegun ? after : upcoming;
      },
    },
    screen,
    act: async (page) => {
      await toReview(page);
      await press(page, /^Pay \$/);
    },
  };
}

const toMethods = (page: Page) => press(page, /Payment methods/);
export const listed = {
  ...none,
  'GET /bill/list/cl_1': { data: all },
  'GET /auth/list/cl_1': { data: others },
};
/** While a card is declined: one of them would be paid today. */
const heldBack: readonly Entry[] = [upcoming, dueToday2].map(({ bill }) => ({
  bill: {
    ...bill,
    settings: { ...bill.settings, recurring: 'enabled' },
    withheld: { reason: 'payment-method-declined' },
  },
  payments: [],
}));
const HOUR = 60 * 60 * 1000;
const methods = (...data: readonly PaymentMethod[]) => ({ 'GET /payment/list/cl_1': { data } });

export const billStates: readonly State[] = [
  { name: 'welcome', page: 'bill-pay', answers: none, screen: 'welcome' },
  {
    name: 'list',
    page: 'bill-pay',
    answers: { ...listed, ...methods(declinedCard, bank) },
    screen: 'bills',
  },
  { name: 'empty', page: 'bill-pay', query: 'skipOnboarding=true', answers: none, screen: 'bills' },
  {
    name: 'unknown bill',
    page: 'bill-pay',
    query: 'billId=bill_x',
    answers: listed,
    screen: 'bills',
  },
  { name: 'failed', page: 'bill-pay', answers: {}, screen: 'bills-failed' },
  ofBill('bill', upcoming, 'bill'),
  ...all
    .filter(({ bill }) => bill._id !== 'bill_1' && bill.hidden === 'false')
    .map((one) =>
      ofBill(`bill ${one.bill.status.type} ${one.bill._id}`, one, 'bill', undefined, [
        declinedCard,
        bank,
      ]),
    ),
  ofBill('bill of a hold', entry('bill_1', 'upcoming', { auth: auth('hold') }), 'bill'),
  ofBill(
    'cancel',
    entry(
      'bill_1',
      'upcoming',
      { payDate: '2026-11-30T00:00:00.000Z', company: { fees } },
      payment('scheduled'),
    ),
    'bill',
    (page) => press(page, /Cancel the payment/),
  ),
  ofBill('another amount', upcoming, 'bill', async (page) => {
    await page.getByLabel('Another amount').first().check();
    await page.locator('input[name="amount"]').fill('9000');
    await page.getByText('at most').first().waitFor();
  }),
  ofBill('amount', upcoming, 'amount', async (page) => {
    await press(page, /Bill settings/, /How much to pay automatically/);
    await page.getByLabel('Another amount').first().check();
    await press(page, 'Save');
    await page.getByText('Enter an amount').first().waitFor();
  }),
  ofBill('settings', upcoming, 'settings', (page) => press(page, /Bill settings/)),
  ofBill('what was agreed to', upcoming, 'agreed', async (page) => {
    await press(page, /Bill settings/, /What you agreed to/);
    await page.locator('blockquote').waitFor();
  }),
  ofBill('asked to pay automatically', manual, 'agree', async (page) => {
    await press(page, /Bill settings/);
    await page.getByLabel('Pay this bill automatically').click();
  }),
  ofBill('asked about what is due today', dueToday, 'agree', async (page) => {
    await press(page, /Bill settings/);
    await page.getByLabel('Pay this bill automatically').click();
  }),
  afterLinking('an account that was linked', [manualWithFee, dueToday2], [card, bank]),
  afterLinking('what is due today of it is paid', [manualWithFee, dueToday2], [card], (page) =>
    page.getByText('Pay it today').click(),
  ),
  afterLinking('it is due today', [dueToday], [card]),
  afterLinking('it has no payment method yet', [manualWithFee], []),
  ofBill('history', upcoming, 'history', (page) => press(page, /^Payments/)),
  {
    ...ofBill('payment in the history', upcoming, 'payment', (page) =>
      press(page, /^Payments/, /BH-7K4Q-29/),
    ),
    answers: { ...withBill(upcoming), 'GET /bill/bill_1/payment/pay_0': { payment: receipt } },
  },
  ofBill(
    'waiting',
    entry(
      'bill_1',
      'upcoming',
      {},
      payment('scheduled', {
        amount: undefined,
        waiting: { reason: 'more-owed', seen: '42.10', owed: '128.40' },
      }),
    ),
    'bill',
  ),
  ofBill('skipped', entry('bill_1', 'upcoming', { skipped: true }), 'bill'),
  {
    name: 'accounts',
    page: 'bill-pay',
    answers: {
      ...listed,
      'GET /auth/list/cl_1': { data: [auth('verified'), ...others] },
      ...methods(card),
    },
    screen: 'accounts',
    act: (page) => press(page, /Linked accounts/),
  },
  {
    name: 'unlinking',
    page: 'bill-pay',
    answers: { ...listed, 'GET /auth/list/cl_1': { data: [auth('verified')] }, ...methods(card) },
    screen: 'account',
    act: (page) => press(page, /Linked accounts/, /Larkspire/, /^Unlink/),
  },
  {
    name: 'add the first card',
    page: 'bill-pay',
    answers: {
      ...none,
      'GET /bill/list/cl_1': {
        data: [
          manual,
          dueToday2,
          entry('bill_5', 'overdue', {
            ...{ dueDate: '2026-11-14T00:00:00.000Z', meta: { accountNumber: '****4934' } },
            settings: { recurring: 'disabled' },
          }),
        ],
      },
    },
    screen: 'add-card',
    act: (page) => press(page, /Payment methods/, 'Add a card'),
  },
  {
    name: 'add the first card, with a subscription',
    page: 'bill-pay',
    answers: {
      ...none,
      'GET /bill/list/cl_1': {
        data: [
          { ...subscription('no-payment-method'), payments: [] },
          { ...needsBank, payments: [] },
        ],
      },
    },
    screen: 'add-card',
    act: async (page) => {
      await press(page, /Payment methods/, 'Add a card', 'Save');
      await page.getByText('Choose one').first().waitFor();
    },
  },
  ofBill('a subscription that was not agreed to', subscription('not-agreed'), 'bill'),
  ofBill('settings of one', subscription('not-agreed'), 'settings', (page) =>
    press(page, /Bill settings/),
  ),
  ofBill('a bill that needs a bank account', needsBank, 'bill', undefined, [card]),
  ofBill(
    'a bill over a limit',
    entry('bill_1', 'upcoming', { withheld: { reason: 'amount-limit', limit: '100.00' } }),
    'bill',
  ),
  ofBill(
    'a bill that will wait',
    entry('bill_1', 'upcoming', {
      waiting: { reason: 'unusual-amount', seen: '42.10', owed: '128.40' },
    }),
    'bill',
  ),
  {
    name: 'add the first bank account',
    page: 'bill-pay',
    answers: { ...none, 'GET /bill/list/cl_1': { data: [manual] } },
    screen: 'add-bank',
    act: (page) => press(page, /Payment methods/, 'Add a bank account'),
  },
  ofBill(
    'settings that are fixed',
    entry('bill_1', 'upcoming', {
      company: { schedule: 'on-due-date' },
      settings: { recurringRequired: true },
    }),
    'settings',
    (page) => press(page, /Bill settings/),
  ),
  ofBill(
    'settings of what its company collects',
    entry('bill_1', 'upcoming', { autopay: 'enabled' }),
    'settings',
    (page) => press(page, /Bill settings/),
  ),
  ofBill('method of a bill', upcoming, 'bill-method', (page) => press(page, /Visa ending/)),
  ofBill('pay with', upcoming, 'pay-method', (page) => press(page, /^Pay \$/, /Visa ending/)),
  ofBill('pay late', upcoming, 'review', async (page) => {
    await press(page, /^Pay \$/);
    await page.getByLabel('Another day').check();
    await page.getByLabel('Day of payment').fill('2099-01-01');
    await page.getByText('after the due date').waitFor();
  }),
  ofBill('review', upcoming, 'review', toReview),
  ofBill(
    'review with the user there',
    entry('bill_1', 'upcoming', { company: { userPresenceRequired: true } }),
    'review',
    (page) => press(page, /^Pay \$/),
  ),
  afterPaying('pending', 'working', 'pending'),
  afterPaying('paid', 'paid', 'paid'),
  afterPaying('scheduled', 'scheduled', 'upcoming'),
  afterPaying('declined', 'payment-declined', 'payment-declined'),
  afterPaying('held', 'payment-unknown', 'upcoming'),
  afterPaying('cancelled', 'payment-cancelled', 'upcoming'),
  {
    name: 'methods',
    page: 'bill-pay',
    answers: { ...listed, ...methods(declinedCard, bank) },
    screen: 'methods',
    act: toMethods,
  },
  { name: 'no methods', page: 'bill-pay', answers: listed, screen: 'methods', act: toMethods },
  {
    name: 'declined method',
    page: 'bill-pay',
    answers: { ...listed, ...methods(declinedCard, bank) },
    screen: 'method',
    act: async (page) => {
      await toMethods(page);
      await press(page, /Visa ending/);
    },
  },
  {
    name: 'deleting a method',
    page: 'bill-pay',
    answers: {
      ...listed,
      ...methods(card, bank),
      'DELETE /payment/pm_2': { status: 409, code: 'payment_method_recently_used' },
    },
    screen: 'method',
    act: async (page) => {
      await toMethods(page);
      await press(page, /Checking account/, /^Delete/);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByText('24 hours').waitFor();
    },
  },
  {
    name: 'a method that paid today',
    page: 'bill-pay',
    answers: {
      ...listed,
      ...methods({ ...bank, deletableFrom: new Date(Date.now() + HOUR).toISOString() }),
    },
    screen: 'method',
    act: async (page) => {
      await toMethods(page);
      await press(page, /Checking account/);
      await page.locator('button:disabled', { hasText: 'after' }).waitFor();
    },
  },
  {
    name: 'deleting a declined method',
    page: 'bill-pay',
    answers: {
      ...listed,
      'GET /bill/list/cl_1': { data: heldBack },
      ...methods({ ...declinedCard, default: false }, { ...bank, default: true }),
    },
    screen: 'method',
    act: async (page) => {
      await toMethods(page);
      await press(page, /Visa ending/, /^Delete/);
      const dialog = page.getByRole('dialog');
      await dialog.getByText('paid automatically again').waitFor();
      await dialog.getByText('so you pay it').waitFor();
    },
  },
  {
    name: 'add bank',
    page: 'bill-pay',
    answers: listed,
    screen: 'add-bank',
    act: async (page) => {
      await toMethods(page);
      await press(page, 'Add a bank account');
      await page.getByLabel('Routing number').fill('021000022');
      await press(page, 'Save');
      await page.getByText('Check the routing number').first().waitFor();
    },
  },
  {
    name: 'add card',
    page: 'bill-pay',
    answers: listed,
    screen: 'add-card',
    act: async (page) => {
      await toMethods(page);
      await press(page, 'Add a card');
    },
  },
];
