import { givenCard, newName, valueFrom } from '../../support/world.ts';
import { inDays, payable, TOO_MUCH } from './bills.ts';
import { type Cases, LOCKED, ORIGIN, PAID_MEANWHILE, RACE, unknown } from './case.ts';

const { clientId: _client, paymentType: _type, ...card } = givenCard('');

export const clientCases = {
  createClient: {
    route: 'POST /client',
    asClient: 'forbidden',
    sample: ({ identifier }) => ({ identifier, meta: { firstName: 'Ada', email: 'a@b.example' } }),
    success: (_scene, api) =>
      api.client.createClient({ identifier: newName(), meta: { firstName: 'Ada', state: 'CA' } }),
    variants: { existing: ({ identifier }, api) => api.client.createClient({ identifier }) },
    refusals: {},
  },
  createToken: {
    route: 'POST /client/create-token',
    asClient: 'forbidden',
    sample: ({ identifier }) => ({
      identifier,
      nonce: false,
      expiration: '2099-01-01T00:00:00.000Z',
      accessTokenExpiresIn: 3600,
    }),
    success: (_scene, api) =>
      api.client.createToken({ identifier: newName(), nonce: true, accessTokenExpiresIn: 600 }),
    variants: {
      'existing client': ({ identifier }, api) => api.client.createToken({ identifier }),
    },
    refusals: {
      invalid_request: (_scene, api) =>
        api.client.createToken({ identifier: newName(), expiration: '2001-01-01T00:00:00.000Z' }),
    },
    elsewhere: { partner_locked: LOCKED },
  },
  createAccessToken: {
    route: 'POST /client/access-token',
    asClient: 'anyone',
    sample: () => ({ token: 'a.b.c', verifier: 'v'.repeat(43) }),
    success: (scene, api) =>
      api.client.createAccessToken({ token: scene.token, verifier: 'v'.repeat(43) }),
    variants: {
      'one-time': async ({ identifier }, api) => {
        const made = valueFrom(await api.client.createToken({ identifier, nonce: true }));
        return api.client.createAccessToken(made);
      },
    },
    refusals: {
      token_invalid: (_scene, api) => api.client.createAccessToken({ token: 'a.b.c' }),
      invalid_request: (scene, api) =>
        api.client.createAccessToken({ token: scene.token, verifier: 'v'.repeat(42) }),
    },
    elsewhere: { partner_locked: LOCKED, origin_not_registered: ORIGIN, request_conflict: RACE },
  },
  listTokenKeys: {
    route: 'GET /.well-known/jwks.json',
    asClient: 'anyone',
    success: (_scene, api) => api.client.listTokenKeys(),
    refusals: {},
  },
  revokeTokens: {
    route: 'POST /client/revoke-tokens',
    asClient: 'forbidden',
    sample: ({ identifier }) => ({ identifier, clientToken: 'a.b.c' }),
    success: async (_scene, api) => {
      const { token } = valueFrom(await api.client.createToken({ identifier: newName() }));
      return api.client.revokeTokens({ clientToken: token });
    },
    variants: {
      'all of a client': async (_scene, api) => {
        const identifier = newName();
        valueFrom(await api.client.createToken({ identifier }));
        return api.client.revokeTokens({ identifier });
      },
    },
    refusals: {
      client_not_found: (_scene, api) => api.client.revokeTokens({ identifier: newName() }),
      token_not_found: (_scene, api) => api.client.revokeTokens({ clientToken: 'a.b.c' }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      ['client_not_found', ({ identifier }, other) => other.client.revokeTokens({ identifier })],
      ['token_not_found', ({ token }, other) => other.client.revokeTokens({ clientToken: token })],
    ],
  },
  syncClient: {
    route: 'POST /client/sync',
    asClient: 'forbidden',
    sample: ({ identifier }) => ({
      client: { identifier, meta: { city: 'London' } },
      token: { nonce: true },
      cards: [{ ...card, cardType: 'credit', cardBrand: 'visa', setAsDefault: true }],
    }),
    success: (_scene, api) =>
      api.client.syncClient({
        client: { identifier: newName() },
        token: { nonce: true },
        cards: [{ ...card, identifier: 'first', cardType: 'debit', cardBrand: 'visa' }],
      }),
    refusals: {
      invalid_request: (_scene, api) =>
        api.client.syncClient({
          client: { identifier: newName() },
          token: { expiration: '2001-01-01T00:00:00.000Z' },
        }),
    },
    elsewhere: {
      partner_locked: LOCKED,
      client_not_found:
        'takes an erasure during the call: test/layers/runtime/erasing/requests-under-way.test.ts',
    },
  },
  eraseClient: {
    route: 'DELETE /client/{clientId}',
    asClient: 'forbidden',
    success: async ({ world }, api) =>
      api.client.eraseClient({ clientId: await world.newClient() }),
    variants: {
      'with a linked bill and a card': async ({ world }, api) => {
        const { clientId } = await payable(world);
        return api.client.eraseClient({ clientId });
      },
    },
    refusals: {
      client_not_found: (_scene, api) => api.client.eraseClient({ clientId: unknown.clientId }),
    },
    elsewhere: {
      money_under_way: PAID_MEANWHILE,
      request_conflict: RACE,
    },
    foreign: [
      ['client_not_found', ({ clientId }, other) => other.client.eraseClient({ clientId })],
    ],
  },
} satisfies Cases;

export const companyCases = {
  listCategories: {
    route: 'GET /company/categories',
    asClient: { call: (api) => api.company.listCategories(), another: 'open' },
    success: (_scene, api) => api.company.listCategories(),
    refusals: {},
  },
  getCompany: {
    route: 'GET /company/{companyId}',
    asClient: {
      call: (api, { companyId }) => api.company.getCompany({ companyId }),
      another: 'open',
    },
    success: ({ companyId }, api) => api.company.getCompany({ companyId }),
    refusals: {
      company_not_found: (_scene, api) => api.company.getCompany({ companyId: unknown.companyId }),
    },
  },
  searchCompanies: {
    route: 'POST /company/search',
    asClient: { call: (api) => api.company.searchCompanies({ query: 'Regular' }), another: 'open' },
    sample: () => ({
      query: 'Regular',
      category: 'utilities',
      geo: { lat: 37.7, lng: -122.4 },
      paginateResults: 'true',
      pageSize: '10',
      pageNumber: '1',
      products: ['bill'],
      cardPaymentsOnly: 'true',
    }),
    success: (_scene, api) =>
      api.company.searchCompanies({ query: 'Regular', paginateResults: 'true', pageSize: '3' }),
    refusals: {},
  },
} satisfies Cases;

export const billCases = {
  getBill: {
    route: 'GET /bill/{billId}',
    asClient: {
      call: (api, { billId }) => api.bill.getBill({ billId }),
      another: 'bill_not_found',
    },
    success: ({ billId }, api) => api.bill.getBill({ billId }),
    refusals: {
      bill_not_found: (_scene, api) => api.bill.getBill({ billId: unknown.billId }),
    },
    foreign: [['bill_not_found', ({ billId }, other) => other.bill.getBill({ billId })]],
  },
  getBillPayment: {
    route: 'GET /bill/{billId}/payment/{paymentId}',
    asClient: {
      call: (api, { scheduledBillId: billId, paymentId }) =>
        api.bill.getBillPayment({ billId, paymentId }),
      another: 'bill_not_found',
    },
    success: async ({ world }, api) => {
      const { billId } = await payable(world);
      valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
      const { payment } = valueFrom(await api.bill.getBill({ billId }));
      return api.bill.getBillPayment({ billId, paymentId: payment?._id ?? '' });
    },
    refusals: {
      bill_not_found: (_scene, api) =>
        api.bill.getBillPayment({ billId: unknown.billId, paymentId: unknown.paymentId }),
      payment_not_found: ({ billId }, api) =>
        api.bill.getBillPayment({ billId, paymentId: unknown.paymentId }),
    },
    foreign: [
      [
        'bill_not_found',
        ({ billId }, other) => other.bill.getBillPayment({ billId, paymentId: unknown.paymentId }),
      ],
    ],
  },
  customizeBill: {
    route: 'POST /bill/{billId}/customize',
    asClient: {
      call: (api, { billId }) => api.bill.customizeBill({ billId, customLabel: 'Mine' }),
      another: 'bill_not_found',
    },
    sample: () => ({
      customPaymentAmount: '5.00',
      customLabel: 'Mine',
      hidden: 'true',
      notifications: 'disabled',
    }),
    success: async ({ world }, api) => {
      const { billId } = await payable(world);
      const chosen = { customPaymentAmount: '100.00', customLabel: 'Mine', hidden: true };
      return api.bill.customizeBill({ billId, ...chosen, notifications: 'disabled' });
    },
    refusals: {
      bill_not_found: (_scene, api) =>
        api.bill.customizeBill({ billId: unknown.billId, hidden: true }),
      invalid_request: ({ billId }, api) => api.bill.customizeBill({ billId }),
      payment_amount_not_accepted: ({ billId }, api) =>
        api.bill.customizeBill({ billId, customPaymentAmount: '99.99' }),
      amount_limit: async ({ world }, api) => {
        const { billId } = await payable(world, { balance: TOO_MUCH });
        return api.bill.customizeBill({ billId, customPaymentAmount: TOO_MUCH });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      ['bill_not_found', ({ billId }, other) => other.bill.customizeBill({ billId, hidden: true })],
    ],
  },
  listBills: {
    route: 'GET /bill/list/{clientId}',
    asClient: {
      call: (api, { clientId }) => api.bill.listBills({ clientId }),
      another: 'client_not_found',
    },
    success: ({ clientId }, api) => api.bill.listBills({ clientId, limit: 1 }),
    variants: {
      'by a client': async ({ clientId, token, apiWith }, api) => {
        const { accessToken } = valueFrom(await api.client.createAccessToken({ token }));
        return apiWith(accessToken).bill.listBills({ clientId });
      },
    },
    refusals: {
      client_not_found: (_scene, api) => api.bill.listBills({ clientId: unknown.clientId }),
      invalid_cursor: ({ clientId }, api) => api.bill.listBills({ clientId, cursor: 'ours?' }),
    },
    foreign: [['client_not_found', ({ clientId }, other) => other.bill.listBills({ clientId })]],
  },
  listPartnerBills: {
    route: 'GET /bill/listByPartner/{partnerId}',
    asClient: 'forbidden',
    success: ({ partnerId }, api) => api.bill.listPartnerBills({ partnerId }),
    refusals: {
      partner_not_found: (_scene, api) =>
        api.bill.listPartnerBills({ partnerId: unknown.partnerId }),
      invalid_cursor: ({ partnerId }, api) =>
        api.bill.listPartnerBills({ partnerId, cursor: 'ours?' }),
    },
    foreign: [
      ['partner_not_found', ({ partnerId }, other) => other.bill.listPartnerBills({ partnerId })],
    ],
  },
} satisfies Cases;
