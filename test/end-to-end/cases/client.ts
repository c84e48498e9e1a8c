import { givenCard, newName, valueFrom } from '../../support/world.ts';
import { payable } from './bills.ts';
import { type OperationCase, unknown } from './case.ts';

type Cases = { readonly [name: string]: OperationCase };

const { clientId: _client, paymentType: _type, ...card } = givenCard('');

export const clientCases: Cases = {
  createClient: {
    success: (_scene, api) =>
      api.client.createClient({ identifier: newName(), meta: { firstName: 'Ada', state: 'CA' } }),
    refusals: {},
  },
  createToken: {
    success: (_scene, api) =>
      api.client.createToken({ identifier: newName(), nonce: true, accessTokenExpiresIn: 600 }),
    refusals: {
      invalid_request: (_scene, api) =>
        api.client.createToken({ identifier: newName(), expiration: '2001-01-01T00:00:00.000Z' }),
    },
  },
  createAccessToken: {
    success: (scene, api) =>
      api.client.createAccessToken({ token: scene.token, verifier: 'v'.repeat(43) }),
    refusals: {
      token_invalid: (_scene, api) => api.client.createAccessToken({ token: 'a.b.c' }),
      invalid_request: (scene, api) =>
        api.client.createAccessToken({ token: scene.token, verifier: 'v'.repeat(42) }),
    },
  },
  listTokenKeys: { success: (_scene, api) => api.client.listTokenKeys(), refusals: {} },
  revokeTokens: {
    success: async (_scene, api) => {
      const { token } = valueFrom(await api.client.createToken({ identifier: newName() }));
      return api.client.revokeTokens({ clientToken: token });
    },
    refusals: {
      client_not_found: (_scene, api) => api.client.revokeTokens({ identifier: newName() }),
      token_not_found: (_scene, api) => api.client.revokeTokens({ clientToken: 'a.b.c' }),
    },
    foreign: [
      ['client_not_found', ({ identifier }, other) => other.client.revokeTokens({ identifier })],
      ['token_not_found', ({ token }, other) => other.client.revokeTokens({ clientToken: token })],
    ],
  },
  syncClient: {
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
  },
};

export const companyCases: Cases = {
  listCategories: { success: (_scene, api) => api.company.listCategories(), refusals: {} },
  getCompany: {
    success: ({ companyId }, api) => api.company.getCompany({ companyId }),
    refusals: {
      company_not_found: (_scene, api) => api.company.getCompany({ companyId: unknown.companyId }),
    },
  },
  searchCompanies: {
    success: (_scene, api) =>
      api.company.searchCompanies({ query: 'Regular', paginateResults: 'true', pageSize: '3' }),
    refusals: {},
  },
};

export const billCases: Cases = {
  getBill: {
    success: ({ billId }, api) => api.bill.getBill({ billId }),
    refusals: {
      bill_not_found: (_scene, api) => api.bill.getBill({ billId: unknown.billId }),
    },
    foreign: [['bill_not_found', ({ billId }, other) => other.bill.getBill({ billId })]],
  },
  customizeBill: {
    success: async (_scene, api) => {
      const { billId } = await payable();
      const chosen = { customPaymentAmount: '100.00', customLabel: 'Mine', hidden: true };
      return api.bill.customizeBill({ billId, ...chosen, notifications: 'disabled' });
    },
    refusals: {
      bill_not_found: (_scene, api) =>
        api.bill.customizeBill({ billId: unknown.billId, hidden: true }),
      invalid_request: ({ billId }, api) => api.bill.customizeBill({ billId }),
      payment_amount_not_accepted: ({ billId }, api) =>
        api.bill.customizeBill({ billId, customPaymentAmount: '99.99' }),
    },
    foreign: [
      ['bill_not_found', ({ billId }, other) => other.bill.customizeBill({ billId, hidden: true })],
    ],
  },
  listBills: {
    success: ({ clientId }, api) => api.bill.listBills({ clientId, limit: 1 }),
    refusals: {
      client_not_found: (_scene, api) => api.bill.listBills({ clientId: unknown.clientId }),
      invalid_cursor: ({ clientId }, api) => api.bill.listBills({ clientId, cursor: 'ours?' }),
    },
    foreign: [['client_not_found', ({ clientId }, other) => other.bill.listBills({ clientId })]],
  },
  listPartnerBills: {
    success: ({ partnerId }, api) => api.bill.listPartnerBills({ partnerId, limit: 5 }),
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
};
