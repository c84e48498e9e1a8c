import { inject } from 'vitest';
import { createApiClient } from '../../../lib/client/api-client.ts';
import { addPartner } from '../../support/partners.ts';
import { pemOf, rsaPair } from '../../support/signing.ts';
import { valueFrom } from '../../support/world.ts';
import type { OperationCase } from './case.ts';

type Cases = { readonly [name: string]: OperationCase };

const keyIdOf = (apiKey: string) => `key_${apiKey.split('_')[2]}`;

/** A partner with one live key: those of the tests' first partner are for all tests. */
export async function newPartner() {
  const { apiKey } = await addPartner(inject('service'));
  const { baseUrl } = inject('service');
  const api = createApiClient({ baseUrl, apiKey, validate: true });
  return { api: api.partner, keyId: keyIdOf(apiKey) };
}

export const partnerCases: Cases = {
  getPartner: { success: (_scene, api) => api.partner.getPartner(), refusals: {} },
  listApiKeys: { success: (_scene, api) => api.partner.listApiKeys(), refusals: {} },
  createApiKey: {
    success: async () => {
      const { api } = await newPartner();
      return api.createApiKey({ expires: '2099-01-01T00:00:00.000Z' });
    },
    refusals: {
      invalid_request: (_scene, api) =>
        api.partner.createApiKey({ expires: '2001-01-01T00:00:00.000Z' }),
      key_limit_reached: async () => {
        const { api } = await newPartner();
        valueFrom(await api.createApiKey());
        return api.createApiKey();
      },
    },
  },
  revokeApiKey: {
    success: async () => {
      const { api, keyId } = await newPartner();
      valueFrom(await api.createApiKey());
      return api.revokeApiKey({ keyId });
    },
    refusals: {
      api_key_not_found: (_scene, api) =>
        api.partner.revokeApiKey({ keyId: `key_${'0'.repeat(28)}` }),
      last_live_key: async () => {
        const { api, keyId } = await newPartner();
        return api.revokeApiKey({ keyId });
      },
    },
    foreign: [
      [
        'api_key_not_found',
        (_scene, other) => other.partner.revokeApiKey({ keyId: keyIdOf(inject('service').apiKey) }),
      ],
    ],
  },
  updateSigning: {
    success: async (_scene, api) => {
      const set = await api.partner.updateSigning({ publicKey: pemOf(rsaPair().publicKey) });
      await api.partner.updateSigning({ publicKey: null });
      return set;
    },
    refusals: {
      invalid_request: (_scene, api) => api.partner.updateSigning({ publicKey: 'no key' }),
      no_valid_key: (_scene, api) => api.partner.updateSigning({ required: true }),
    },
  },
  refreshSigning: {
    // Nothing listens there: the fetch fails, and the call says so.
    success: async (_scene, api) => {
      await api.partner.updateSigning({ jwksUrl: 'http://127.0.0.1:9/jwks.json' });
      const refreshed = await api.partner.refreshSigning();
      await api.partner.updateSigning({ jwksUrl: null });
      return refreshed;
    },
    refusals: { jwks_url_missing: (_scene, api) => api.partner.refreshSigning() },
  },
};
