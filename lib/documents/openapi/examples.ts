/** An example of the body and of the response of each operation. All of it is invented. */
import { eventExample, records } from '../event-examples.ts';
import { connectorExamples } from './connector-examples.ts';
import { partnerExamples, reconciliation } from './partner-examples.ts';

export type Example = { readonly body?: object; readonly response: object };

const { clientId, partnerId, created, company, auth, reason, bill, swapId, paymentMethod } =
  records;
const authId = auth._id;
const billId = bill._id;
const paymentMethodId = paymentMethod._id;

const success = { success: true };
const card = {
  name: 'Ada Example',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '12',
  expYear: '2030',
  zipcode: '10001',
};
const consent = { textHash: 'a'.repeat(64), version: '2026-01', locale: 'en-US' };
const wholeCompany = {
  ...company,
  categories: ['utilities'],
  status: 'operational',
  fullyAutomatedBill: true,
  fullyAutomatedCardSwap: true,
  userPresenceRequired: false,
  auth: {
    urls: {
      login: 'https://regular-company-1.example/login',
      signup: null,
      forgotPassword: 'https://regular-company-1.example/forgot-password',
      forgotUsername: null,
    },
    loginFields: [
      { name: 'username', label: 'User name', placeholder: 'User name', formType: 'text' },
      { name: 'password', label: 'Password', placeholder: 'Password', formType: 'password' },
    ],
  },
};
const companies = { data: [wholeCompany], resultCount: 1 };
const challenge = {
  method: 'questions',
  input: [{ question: 'In which town were you born?', identifier: 'question-1' }],
  token: `${authId}_m3Vw8KzRt5Yq1NpXb7LcHs2J`,
  auth: {
    ...auth,
    status: { type: 'mfa-required' },
    mfa: {
      method: 'questions',
      mfa: [{ question: 'In which town were you born?', identifier: 'question-1' }],
    },
  },
};
const answer = { identifier: 'question-1', answer: 'Springfield' };
const paidBill = { bill, payments: [{ amount: '61.75', paidOn: '2026-10-26T06:00:31.000Z' }] };
const paidPayment = {
  _id: 'pay_9wX2vB4nM7kL1jH3gF6d_5sA8qW0eR2tY4u',
  receiptNumber: 'BH-7K4Q-29',
  status: 'paid',
  amount: '61.75',
  paidOn: '2026-10-26T06:00:31.000Z',
  paymentMethodId,
};
const accepted = {
  success: true,
  message:
    'The auth is queued. Its result arrives by webhook, if the operator has enabled that, and in GET /auth/{authId}.',
  authId,
};
const token = `eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ.${'e30'}.c2lnbmF0dXJl`;
const verifier = 'an-example-of-a-verifier-of-forty-three-characters';
const look = {
  partnerId,
  name: 'Acme Bank',
  theme: { brandColor: '#0a7f5c', colorScheme: 'auto' },
  texts: { 'search.title': 'Find your biller' },
  links: { help: 'https://acme.example/help' },
  hideAttribution: false,
  origins: ['https://app.acme.example'],
  bridgeName: 'Billhook',
};

const links: Readonly<Record<string, Example>> = {
  createAuth: {
    body: {
      clientId,
      companyId: company._id,
      items: ['bill'],
      form: { balance: '84.20', dueDate: '11/30/2030', status: 'verified' },
    },
    response: accepted,
  },
  continueAuth: { body: { items: ['payment'], meta: { billId } }, response: accepted },
  answerStep: {
    body: { token: challenge.token, method: 'questions', security: [answer] },
    response: {
      success: true,
      message:
        'The security response is queued. The result arrives by webhook, if the operator has enabled that, and in GET /auth/{authId}.',
    },
  },
  listAuths: { response: { data: [auth] } },
  getAuth: {
    response: {
      ...{ auth: challenge.auth, linking: true },
      challenge: { ...challenge, expiresIn: 287 },
    },
  },
  fixHold: { response: success },
  answerQuestions: { body: { answers: [answer] }, response: success },
  deleteAuth: { response: success },
  createSwap: { body: { authId, paymentMethodId }, response: { success: true, swapId } },
  listSwaps: {
    response: {
      data: [{ _id: swapId, status: { type: 'pending' }, auth, company, paymentMethod, created }],
    },
  },
  listSwapCompanies: { response: companies },
  listCategories: { response: { data: [{ name: 'Utilities', type: 'utilities' }] } },
  getCompany: { response: wholeCompany },
  searchCompanies: { body: { query: 'Regular Company 1', pageSize: 10 }, response: companies },
};

const payments: Readonly<Record<string, Example>> = {
  getBill: { response: paidBill },
  getBillPayment: { response: { payment: paidPayment } },
  customizeBill: {
    body: { customPaymentAmount: '50.00', customLabel: 'Flat', hidden: false },
    response: success,
  },
  listBills: { response: { data: [paidBill] } },
  listPartnerBills: {
    response: { data: [{ ...paidBill, partnerUserId: 'user-4711', partnerId }] },
  },
  addPaymentMethod: {
    body: { paymentType: 'card', clientId, ...card, setAsDefault: true },
    response: { paymentMethodId },
  },
  listPaymentMethods: { response: { data: [paymentMethod] } },
  deletePaymentMethod: { response: success },
  setCardCode: { body: { cardCode: '123' }, response: success },
  retryPaymentMethod: { response: success },
  assignPaymentMethod: { body: { billId }, response: success },
  makeMethodDefault: { response: success },
  updatePaymentSettings: {
    body: { billId, recurring: 'enabled', schedule: 'five-days-before', consent },
    response: success,
  },
  schedulePayment: {
    body: { billId, date: '2026-11-28T00:00:00Z', maxAmount: '90.00' },
    response: success,
  },
  cancelPayment: { body: { billId }, response: success },
};

const clients: Readonly<Record<string, Example>> = {
  createClient: {
    body: { identifier: 'user-4711', meta: { firstName: 'Ada', lastName: 'Example' } },
    response: { clientId },
  },
  createToken: {
    body: { identifier: 'user-4711', nonce: true, accessTokenExpiresIn: 3600 },
    response: { token },
  },
  createAccessToken: {
    body: { token, verifier, sessionId: 'session-1' },
    response: { accessToken: token, expiresIn: 3600, clientId, renewable: true },
  },
  listTokenKeys: {
    response: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
          y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          alg: 'ES256',
          use: 'sig',
          kid: 'token-key-1',
        },
      ],
    },
  },
  revokeTokens: { body: { identifier: 'user-4711' }, response: success },
  syncClient: {
    body: {
      client: { identifier: 'user-4711' },
      token: { nonce: true },
      cards: [{ ...card, identifier: 'card-1' }],
    },
    response: {
      clientId,
      ssoToken: token,
      cards: [{ paymentMethodId, identifier: 'card-1' }],
      failedCards: [],
    },
  },
  eraseClient: { response: { success: true, status: 'erasing' } },
};

const rest: Readonly<Record<string, Example>> = {
  listEvents: { response: { data: [eventExample('bill.upcoming'), eventExample('auth.success')] } },
  getEvent: {
    response: {
      ...eventExample('bill.upcoming'),
      attempts: [
        {
          endpointId: records.endpointId,
          at: created,
          outcome: 'delivered',
          status: 200,
          milliseconds: 84,
        },
      ],
      deliveries: [{ endpointId: records.endpointId, status: 'delivered' }],
    },
  },
  retryEvent: {
    body: { endpointId: records.endpointId },
    response: { success: true, endpointIds: [records.endpointId] },
  },
  openModuleSession: {
    body: { token, verifier, module: 'bill-pay' },
    response: {
      accessToken: token,
      expiresIn: 3600,
      clientId,
      renewable: true,
      user: 'u***@example.com',
      look,
      companies: [wholeCompany],
      open: [{ auth: { ...auth, status: { type: 'hold' }, reason }, linking: false }],
    },
  },
  getModuleLook: { response: look },
  getModuleFont: { response: { woff2: 'd09GMgABAAAAAA==' } },
  setClock: {
    body: { now: '2026-12-01T09:00:00Z' },
    response: { now: '2026-12-01T09:00:00.000Z', advancing: true },
  },
  reconcileNow: { response: reconciliation.report },
  getClock: { response: { now: '2026-12-01T09:00:00.000Z', advancing: false } },
};

export const examples: Readonly<Record<string, Example>> = {
  ...links,
  ...payments,
  ...clients,
  ...partnerExamples,
  ...connectorExamples,
  ...rest,
};
