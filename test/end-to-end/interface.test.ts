/** Statements of the interface that no other test is about: test/docs/interface.md names them. */
import { describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { sendRaw } from '../support/raw.ts';
import {
  type AnyResult,
  dueDate,
  givenBank,
  givenCard,
  newName,
  openWorld,
  refusal,
  valueFrom,
} from '../support/world.ts';

const world = openWorld();
const { api, newClient, addCard, findCompany, newBill } = world;

const unknownAuth = { authId: 'auth_00000000000000000000_00000000000000' };
const unknownBill = { billId: 'bill_00000000000000000000_00000000000000' };
const unknownMethod = { paymentMethodId: 'pm_00000000000000000000_00000000000000' };

/** What makes an error, and which. */
const errors: [string, () => Promise<AnyResult>, string][] = [
  ['fix-hold of an unknown auth', () => api.auth.fixHold(unknownAuth), '404 auth_not_found'],
  ['deletion of an unknown auth', () => api.auth.deleteAuth(unknownAuth), '404 auth_not_found'],
  [
    'answers to an unknown auth',
    () =>
      api.auth.answerQuestions({
        ...unknownAuth,
        answers: [{ identifier: 'first-pet', answer: 'answer' }],
      }),
    '404 auth_not_found',
  ],
  ['an unknown bill', () => api.bill.getBill(unknownBill), '404 bill_not_found'],
  [
    'an unknown company',
    () => api.company.getCompany({ companyId: 'co_Nowhere000000000000' }),
    '404 company_not_found',
  ],
  [
    'a card with a wrong number',
    async () =>
      api.payment.addPaymentMethod({
        ...givenCard(await newClient()),
        cardNumber: '4111111111111112',
      }),
    '400 invalid_request',
  ],
  [
    'a retry of an unknown method',
    () => api.payment.retryPaymentMethod(unknownMethod),
    '404 payment_method_not_found',
  ],
  [
    'a retry of a method that is not declined',
    async () =>
      api.payment.retryPaymentMethod({ paymentMethodId: await addCard(await newClient()) }),
    '409 payment_method_not_declined',
  ],
  [
    'an assignment to an unknown bill',
    async () =>
      api.payment.assignPaymentMethod({
        paymentMethodId: await addCard(await newClient()),
        ...unknownBill,
      }),
    '404 bill_not_found',
  ],
  [
    'a payment of an unknown bill',
    () => api.payment.schedulePayment(unknownBill),
    '404 bill_not_found',
  ],
  [
    'a cancellation of an unknown bill',
    () => api.payment.cancelPayment(unknownBill),
    '404 bill_not_found',
  ],
  ['a revocation of nothing', () => api.client.revokeTokens({} as never), '400 invalid_request'],
  [
    'a swap together with a bill',
    async () =>
      api.auth.createAuth({
        clientId: await newClient(),
        companyId: (await findCompany('Regular Company 1'))._id,
        items: ['swap', 'bill'],
        form: {},
      }),
    '400 invalid_request',
  ],
];

describe('an error is returned for', () => {
  test.each(errors)('%s', async (_what, call, expected) => {
    expect(refusal(await call())).toBe(expected);
  });
});

test('every response is JSON with its request-id, a success as well as an error', async () => {
  const { apiKey } = inject('service');
  const body = JSON.stringify({ identifier: newName() });
  const ids = new Set<string | null>();
  for (const [path, given, status] of [
    ['/client', body, 200],
    ['/client', '{}', 400],
    ['/client', '{', 400],
    ['/nowhere', body, 404],
  ] as const) {
    const response = await sendRaw({ method: 'POST', path, apiKey, body: given });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    ids.add(response.headers.get('request-id'));
    expect(await response.json()).toBeInstanceOf(Object);
  }
  expect(ids.size).toBe(4);
  expect(ids).not.toContain(null);
});

describe('a client', () => {
  test('is made once: the same identifier answers the same client', async () => {
    const identifier = newName();
    const first = valueFrom(await api.client.createClient({ identifier }));
    const meta = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
    expect(valueFrom(await api.client.createClient({ identifier, meta }))).toEqual(first);
    const synced = valueFrom(await api.client.syncClient({ client: { identifier } }));
    expect(synced.clientId).toBe(first.clientId);
  });

  test('has methods of both types, each shown as what it is', async () => {
    const clientId = await newClient();
    const said = { identifier: 'card 1', name: 'Ada Tester' };
    valueFrom(await api.payment.addPaymentMethod({ ...givenCard(clientId), ...said }));
    valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
    const { data } = valueFrom(await api.payment.listPaymentMethods({ clientId }));
    const [card] = data.filter(({ type }) => type === 'card');
    const [bank] = data.filter(({ type }) => type === 'bank');
    expect(card).toMatchObject(said);
    expect(card).toHaveProperty('card.number', 'XXXX1111');
    expect(card).not.toHaveProperty('bank');
    expect(bank).not.toHaveProperty('card');
    expect(bank?.bank).toEqual({
      routingNumber: 'XXXX0021',
      routing: 'XXXX0021',
      accountNumber: 'XXXX6789',
      account: 'XXXX6789',
      type: 'checking',
    });
  });
});

describe('a search', () => {
  test('takes its pages as text', async () => {
    const given = { paginateResults: 'true', pageSize: '2', pageNumber: '2' } as const;
    const first = valueFrom(
      await api.company.searchCompanies({ query: 'Regular Company', ...given, pageNumber: '1' }),
    );
    const second = valueFrom(
      await api.company.searchCompanies({ query: 'Regular Company', ...given }),
    );
    expect(first.data).toHaveLength(2);
    expect(second.data).toHaveLength(2);
    expect(first.resultCount).toBe(second.resultCount);
    expect(first.data.map(({ _id }) => _id)).not.toContain(second.data[0]?._id);
  });

  test('without filters finds the test companies', async () => {
    const { data, resultCount } = valueFrom(await api.company.searchCompanies({}));
    expect(resultCount).toBe(data.length);
    const names = data.map(({ name }) => name);
    for (const number of [1, 2, 3, 4, 5]) expect(names).toContain(`Regular Company ${number}`);
    for (const number of [1, 2]) expect(names).toContain(`MFA Company ${number}`);
  });

  test('finds by a category’s type, beside its name', async () => {
    const { data: categories } = valueFrom(await api.company.listCategories());
    const category = categories.find(({ type }) => type === 'electricity');
    expect(category?.name).toBe('Electricity');
    const { data } = valueFrom(
      await api.company.searchCompanies({ category: category?.type ?? '' }),
    );
    expect(data.length).toBeGreaterThan(0);
    for (const company of data) expect(company.categories).toContain(category?.type);
  });
});

describe('a request to link', () => {
  test('is answered before its outcome, with the auth that it makes or renews', async () => {
    const clientId = await newClient();
    const { _id: companyId } = await findCompany('Regular Company 1');
    const given = { clientId, companyId, items: ['bill' as const], form: { status: 'ok' } };
    const first = valueFrom(await api.auth.createAuth(given));
    expect(first.success).toBe(true);
    expect(first.message).toMatch(/queued.*webhook/i);
    await until('the auth', async () => {
      const { data } = valueFrom(await api.auth.listAuths({ clientId }));
      return data.find(({ _id }) => _id === first.authId);
    });
    expect(valueFrom(await api.auth.createAuth(given)).authId).toBe(first.authId);
  });

  test('names a payment by the partner’s own identifier', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    const { _id: companyId } = await findCompany('Regular Company 1');
    const { authId } = valueFrom(
      await api.auth.createAuth({
        ...{ clientId, companyId, items: ['bill'], paymentIdentifier: 'order 7' },
        form: { balance: '5.00', dueDate: dueDate(9) },
      }),
    );
    const { bill } = await world.billOf(clientId, authId);
    valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
    const { payment } = await until('the payment', async () => {
      const found = valueFrom(await api.bill.getBill({ billId: bill._id }));
      return found.payment && found;
    });
    expect(payment?.paymentIdentifier).toBe('order 7');
  });
});

test('a bill is of its auth, its company and its settings, and hidden as text', async () => {
  const { bill } = await newBill(await newClient());
  expect(bill).toMatchObject({
    auth: { status: { type: 'verified' }, items: ['bill'], created: expect.any(String) },
    company: { name: 'Regular Company 1' },
    settings: { recurring: 'enabled', schedule: 'five-days-before', notifications: 'enabled' },
    hidden: 'false',
  });
});

test('an auth has a reason on hold, and in no other state', async () => {
  const company = await findCompany('Regular Company 1');
  const reasonOf = async (status: string) =>
    (await world.link(await newClient(), company, { status })).reason;
  expect(await reasonOf('hold')).toEqual({
    code: 'account_issue_accept_toc',
    userMessage: expect.stringMatching(/terms/),
  });
  for (const status of ['verified', 'authenticate', 'mfa-required-questions']) {
    expect(await reasonOf(status), status).toBeUndefined();
  }
});

test('a payment that is pending is not canceled', async () => {
  const clientId = await newClient();
  await addCard(clientId);
  const { bill } = await newBill(clientId, { status: 'payment-misreported' });
  valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
  const canceled = await api.payment.cancelPayment({ billId: bill._id });
  expect(refusal(canceled)).toBe('409 payment_pending');
});

test.each([
  ['01', '2032', '10001', '000'],
  ['12', '2031', 'SW1A 1AA', '999'],
])('the test card is taken with %s/%s, %s and %s', async (expMonth, expYear, zipcode, cardCode) => {
  const clientId = await newClient();
  const card = { ...givenCard(clientId), expMonth, expYear, zipcode, cardCode };
  valueFrom(await api.payment.addPaymentMethod(card));
  const { bill } = await newBill(clientId);
  const { payments } = await world.pay(bill._id);
  expect(payments).toMatchObject([{ amount: '100.00' }]);
});

test('a company shows where it is, where to log in, and what its form is like', async () => {
  const { auth, geo } = await findCompany('Juniper Hollow Light');
  const site = 'https://www.juniper-hollow-light.example';
  expect(auth.urls).toMatchObject({
    login: `${site}/login`,
    forgotPassword: `${site}/forgot-password`,
    forgotUsername: null,
  });
  expect(auth.loginFields).toMatchObject([
    { placeholder: 'Your username', formType: 'text' },
    { placeholder: 'Your password', formType: 'password' },
  ]);
  const [short, long] = ['NY', 'New York'];
  expect(geo).toMatchObject({
    ...{ stateShort: short, stateLong: long, state_short: short, state_long: long },
    ...{ zipcode: '12207', address: '100 Sandbox Street, Albany, NY 12207, USA' },
  });
});

test('a company is shown by its id as a search shows it', async () => {
  const found = await findCompany('Regular Company 1');
  expect(valueFrom(await api.company.getCompany({ companyId: found._id }))).toEqual(found);
});
