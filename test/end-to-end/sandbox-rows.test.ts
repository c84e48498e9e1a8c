/** The seven test companies of the sandbox, and each row of what their `status` input does. */
import { describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import {
  dayIn,
  dueDate,
  type Form,
  methodOf,
  openWorld,
  refusal,
  valueFrom,
} from '../support/world.ts';

const world = openWorld();
const { api, newClient, addCard, findCompany, link, billOf } = world;

const due = (days: number) => `${dayIn(days)}T00:00:00.000Z`;

const testCompanies = [
  'Regular Company 1',
  'Regular Company 2',
  'Regular Company 3',
  'Regular Company 4',
  'Regular Company 5',
  'MFA Company 1',
  'MFA Company 2',
];

describe.each(testCompanies)('%s', (name) => {
  test('takes balance, due date and status, all operational', async () => {
    const company = await findCompany(name);
    expect(company.status).toBe('operational');
    expect(company.userPresenceRequired).toBe(name.startsWith('MFA'));
    expect(company.auth.loginFields.map((field) => field.name).toSorted()).toEqual([
      'balance',
      'dueDate',
      'status',
    ]);
    const auth = await link(await newClient(), company, { status: 'hold' });
    expect(auth.status.type).toBe('hold');
  });
});

/** The interface's table "Status inputs and their effect": what each comes to for auth and bill. */
type Row = {
  readonly row: string;
  readonly form: Form;
  readonly auth: object;
  /** The bill; nothing where there is none, or none yet. */
  readonly bill?: object;
};

const verified = { status: { type: 'verified' } };
const senseless = { balance: 'lots', dueDate: 'soon' };
const inWeek = { balance: '12.34', dueDate: dueDate(7) };

const asking = (method: string) => ({ status: { type: 'mfa-required' }, mfa: { method } });

const statusRows: Row[] = [
  { row: 'no input at all', form: {}, auth: verified, bill: { status: { type: 'zero-balance' } } },
  {
    row: 'any value that is not another valid status',
    form: { ...inWeek, status: 'hello' },
    auth: verified,
    bill: { status: { type: 'upcoming' }, balance: '12.34', dueDate: due(7) },
  },
  {
    row: 'authenticate',
    form: { ...senseless, status: 'authenticate' },
    auth: { status: { type: 'authenticate' } },
  },
  {
    row: 'hold',
    form: { ...senseless, status: 'hold' },
    auth: { status: { type: 'hold' }, reason: { code: 'account_issue_accept_toc' } },
  },
  // What follows the answers, the bill of `balance` and `dueDate`, is in challenges.test.ts.
  ...['questions', 'code', 'prompt'].map((method) => ({
    row: `mfa-required-${method}`,
    form: { ...inWeek, status: `mfa-required-${method}` },
    auth: asking(method),
  })),
  {
    row: 'syncing',
    form: { ...senseless, status: 'syncing' },
    auth: verified,
    bill: { status: { type: 'syncing' } },
  },
  {
    row: 'zero-balance',
    form: { balance: '0', dueDate: dueDate(9), status: 'zero-balance' },
    auth: verified,
    bill: { status: { type: 'zero-balance' } },
  },
  {
    row: 'overdue',
    form: { balance: '20.00', dueDate: dueDate(-3), status: 'overdue' },
    auth: verified,
    bill: { status: { type: 'overdue' }, balance: '20.00', dueDate: due(-3) },
  },
  {
    row: 'upcoming',
    form: { balance: '30.5', dueDate: dueDate(20), status: 'upcoming' },
    auth: verified,
    bill: { status: { type: 'upcoming' }, balance: '30.50', dueDate: due(20) },
  },
  {
    row: 'payment-declined',
    form: { ...inWeek, status: 'payment-declined' },
    auth: verified,
    bill: { status: { type: 'upcoming' }, balance: '12.34', dueDate: due(7) },
  },
  ...[
    'payment-misreported',
    'payment-with-fee',
    'payment-request-lost',
    'payment-shown-late',
    'payment-never-shown',
    'payment-accepted',
    'payment-returned',
    'payment-returned-twice',
    'payment-returned-by-mistake',
    'payment-balance-empty',
  ].map((status) => ({
    row: status,
    form: { ...inWeek, status },
    auth: verified,
    bill: { status: { type: 'upcoming' }, balance: '12.34', dueDate: due(7) },
  })),
  ...[
    ['hold:account_issue_account_locked', { code: 'account_issue_account_locked' }],
    [
      'hold:authentication_not_completed:invalid-credentials',
      { code: 'authentication_not_completed', subcode: 'invalid-credentials' },
    ],
    ['hold:account_issue_card_not_accepted', { code: 'account_issue_card_not_accepted' }],
    [
      'hold:system_issue_with_bill:captcha-failure',
      { code: 'system_issue_with_bill', subcode: 'captcha-failure' },
    ],
  ].map(([status, reason]) => ({
    row: String(status),
    form: { ...inWeek, status: String(status) },
    auth: { status: { type: 'hold' }, reason },
  })),
  {
    row: 'paid',
    form: { balance: '45.00', dueDate: dueDate(-4), status: 'paid' },
    auth: verified,
    bill: {
      status: { type: 'paid' },
      balance: '0.00',
      lastPaidAmount: '45.00',
      lastPaidOn: due(-4),
      dueDate: due(-4),
    },
  },
];

describe('Status inputs and their effect, for a bill', () => {
  test.each(statusRows)('$row', async ({ form, auth: expected, bill: expectedBill }) => {
    const clientId = await newClient();
    const auth = await link(clientId, await findCompany('Regular Company 3'), form);
    expect(auth).toMatchObject(expected);
    if (auth.mfa?.method === 'questions') expect(auth.mfa.mfa?.length).toBeGreaterThan(0);
    if (expectedBill) {
      const { bill } = await billOf(clientId, auth._id);
      expect(bill).toMatchObject(expectedBill);
      expect(bill.meta).toBeTypeOf('object');
      return;
    }
    expect(valueFrom(await api.bill.listBills({ clientId })).data).toEqual([]);
  });

  test.each([
    ['yesterday', -1, 'overdue'],
    ['today', 0, 'upcoming'],
  ] as const)('without a status, due %s', async (_when, days, type) => {
    const clientId = await newClient();
    const form = { balance: '20.00', dueDate: dueDate(days) };
    const auth = await link(clientId, await findCompany('Regular Company 3'), form);
    const { bill } = await billOf(clientId, auth._id);
    expect(bill).toMatchObject({ status: { type }, balance: '20.00', dueDate: due(days) });
  });

  test('payment-declined, then scheduled with no date: the payment fails, and the next one succeeds', async () => {
    const clientId = await newClient();
    const methodId = await addCard(clientId);
    const { bill } = await world.newBill(clientId, { status: 'payment-declined' });
    expect(bill.status.type).toBe('upcoming');
    valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
    const isDeclined = (entry: { bill: typeof bill }) =>
      entry.bill.status.type === 'payment-declined';
    const declined = await billOf(clientId, bill.auth._id, isDeclined);
    expect(declined).toMatchObject({ payments: [], bill: { balance: '100.00' } });
    expect(await methodOf(api, clientId, methodId)).toMatchObject({ status: 'declined' });
    expect(refusal(await api.payment.schedulePayment({ billId: bill._id }))).toBe(
      '409 payment_method_declined',
    );

    valueFrom(await api.payment.retryPaymentMethod({ paymentMethodId: methodId }));
    const paid = await billOf(clientId, bill.auth._id, ({ payments }) => payments.length > 0);
    expect(paid).toMatchObject({
      payments: [{ amount: '100.00' }],
      bill: { status: { type: 'paid' } },
    });
    await until('the method to be verified', async () => {
      return (await methodOf(api, clientId, methodId))?.status === 'verified';
    });
  });

  test('payment-misreported: the payment stays pending until the company says what it was asked', async () => {
    const clientId = await newClient();
    const methodId = await addCard(clientId);
    const { bill } = await world.newBill(clientId, { status: 'payment-misreported' });
    valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
    // The company has been asked by then, and says another amount.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const pending = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(pending).toMatchObject({ payments: [], bill: { status: { type: 'upcoming' } } });
    expect(refusal(await api.payment.schedulePayment({ billId: bill._id }))).toBe(
      '409 payment_pending',
    );
    expect(await methodOf(api, clientId, methodId)).toMatchObject({ status: 'verified' });

    await world.newBill(clientId, { status: 'upcoming' });
    const paid = await billOf(clientId, bill.auth._id, ({ payments }) => payments.length > 0);
    expect(paid.payments).toMatchObject([{ amount: '100.00' }]);
  });

  test.each([
    ['payment-with-fee', { fee: '1.50' }],
    ['payment-request-lost', {}],
  ])('%s: the payment is made once, and shows its confirmation', async (status, more) => {
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await world.newBill(clientId, { status });
    valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
    const paid = await billOf(clientId, bill.auth._id, ({ payments }) => payments.length > 0);
    expect(paid.payments).toMatchObject([{ amount: '100.00' }]);
    const { payment } = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(payment).toMatchObject({ confirmation: expect.stringMatching(/^SB\d{8}$/), ...more });
  });

  test('hold of a payment: the first payment is held, and another is made once that is fixed', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    const company = await findCompany('MFA Company 1');
    const status = 'hold:account_issue_payment_restrictions';
    const items = ['bill' as const, 'payment' as const];
    const asked = { clientId, companyId: company._id, items };
    valueFrom(await api.auth.createAuth({ ...asked, form: { ...inWeek, status } }));
    const held = await until('the hold', async () => {
      const { data } = valueFrom(await api.auth.listAuths({ clientId }));
      return data.find(({ reason }) => reason?.code === 'account_issue_payment_restrictions');
    });
    const entry = await billOf(clientId, held._id, ({ bill }) => bill.auth.status.type === 'hold');
    expect(entry).toMatchObject({ payments: [], bill: { balance: '12.34' } });
    valueFrom(await api.auth.fixHold({ authId: held._id }));
    await billOf(clientId, held._id, ({ bill }) => bill.auth.status.type === 'verified');
    const { _id: authId } = held;
    const meta = { billId: entry.bill._id };
    valueFrom(await api.auth.continueAuth({ authId, items, meta }));
    const paid = await billOf(clientId, authId, ({ payments }) => payments.length > 0);
    expect(paid.payments).toMatchObject([{ amount: '12.34' }]);
  });

  test('mfa-required-questions goes on with the answers, to the bill of the inputs', async () => {
    const clientId = await newClient();
    const company = await findCompany('Regular Company 4');
    const form = { balance: '60.00', dueDate: dueDate(8), status: 'mfa-required-questions' };
    const auth = await link(clientId, company, form);
    const answers = (auth.mfa?.mfa ?? []).map(({ identifier }) => ({
      identifier,
      answer: 'answer',
    }));
    valueFrom(await api.auth.answerQuestions({ authId: auth._id, answers }));
    const { bill } = await billOf(clientId, auth._id);
    expect(bill).toMatchObject({
      balance: '60.00',
      dueDate: due(8),
      auth: { status: { type: 'verified' } },
    });
  });

  test('wrong answers put the auth on hold with invalid-mfa', async () => {
    const clientId = await newClient();
    const company = await findCompany('Regular Company 4');
    const auth = await link(clientId, company, { status: 'mfa-required-questions' });
    const answers = (auth.mfa?.mfa ?? []).map(({ identifier }) => ({
      identifier,
      answer: 'wrong',
    }));
    valueFrom(await api.auth.answerQuestions({ authId: auth._id, answers }));
    const held = await until('the hold', async () => {
      const { data } = valueFrom(await api.auth.listAuths({ clientId }));
      return data.find(({ status }) => status.type === 'hold');
    });
    expect(held.reason).toMatchObject({
      code: 'authentication_not_completed',
      subcode: 'invalid-mfa',
    });
  });

  test('a hold is resumed by fix-hold, and the auth is verified then', async () => {
    const clientId = await newClient();
    const company = await findCompany('Regular Company 1');
    const form = { balance: '70.00', dueDate: dueDate(6), status: 'hold' };
    const auth = await link(clientId, company, form);
    valueFrom(await api.auth.fixHold({ authId: auth._id }));
    await until('the auth to be verified', async () => {
      const { data } = valueFrom(await api.auth.listAuths({ clientId }));
      return data.find(({ status }) => status.type === 'verified');
    });
    await billOf(clientId, auth._id);
  });

  test('a subscription company refuses to stop recurring payments', async () => {
    const clientId = await newClient();
    const company = await findCompany('Regular Company 5');
    const auth = await link(clientId, company, { balance: '9.99', dueDate: dueDate(12) });
    const { bill } = await billOf(clientId, auth._id);
    const stop = await api.payment.updatePaymentSettings({
      billId: bill._id,
      recurring: 'disabled',
    });
    expect(refusal(stop)).toBe('409 recurring_required');
    const after = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(after.bill.settings.recurring).toBe('enabled');
  });

  test('a field that the company does not have is ignored', async () => {
    const form = { balance: '15.00', dueDate: dueDate(5), favouriteColour: 'green' };
    const clientId = await newClient();
    const auth = await link(clientId, await findCompany('Regular Company 1'), form);
    expect((await billOf(clientId, auth._id)).bill.balance).toBe('15.00');
  });

  const badForms = [
    ['a balance without a due date', { balance: '10.00' }, 'form.dueDate'],
    ['a due date without a balance', { dueDate: dueDate(5) }, 'form.balance'],
    ['a balance that is no money', { balance: 'ten', dueDate: dueDate(5) }, 'form.balance'],
    ['a negative balance', { balance: '-1.00', dueDate: dueDate(5) }, 'form.balance'],
    ['a date that does not exist', { balance: '10.00', dueDate: '02/30/2030' }, 'form.dueDate'],
    ['paid in the future', { ...inWeek, status: 'paid' }, 'form.dueDate'],
    ['overdue in the future', { ...inWeek, status: 'overdue' }, 'form.dueDate'],
    ['a date in another form', { balance: '10.00', dueDate: '2030-02-01' }, 'form.dueDate'],
  ] as const;

  test.each(badForms)('%s is refused and named', async (_row, form, field) => {
    const clientId = await newClient();
    const { _id: companyId } = await findCompany('Regular Company 1');
    const result = await api.auth.createAuth({ clientId, companyId, items: ['bill'], form });
    expect(refusal(result)).toBe('400 invalid_form');
    expect(!result.ok && result.problem.errors?.map((error) => error.field)).toContain(field);
  });
});
