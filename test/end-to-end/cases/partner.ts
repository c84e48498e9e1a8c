import { inject } from 'vitest';
import { pemOf, rsaPair } from '../../support/signing.ts';
import { openWorld, valueFrom } from '../../support/world.ts';
import type { OperationCase } from './case.ts';

type Cases = { readonly [name: string]: OperationCase };

const world = openWorld();

/** The id of the key that the tests' first partner calls with: its only live one. */
const ownKeyId = `key_${inject('service').apiKey.split('_')[2]}`;

/** Creates a key, calls, and revokes it again: a partner has two at most. */
async function withSecondKey<T>(call: (keyId: string) => Promise<T>): Promise<T> {
  const { keyId } = valueFrom(await world.api.partner.createApiKey());
  try {
    return await call(keyId);
  } finally {
    await world.api.partner.revokeApiKey({ keyId });
  }
}

export const partnerCases: Cases = {
  getPartner: { success: (_scene, api) => api.partner.getPartner(), refusals: {} },
  listApiKeys: { success: (_scene, api) => api.partner.listApiKeys(), refusals: {} },
  createApiKey: {
    success: async (_scene, api) => {
      const created = await api.partner.createApiKey({ expires: '2099-01-01T00:00:00.000Z' });
      await api.partner.revokeApiKey({ keyId: valueFrom(created).keyId });
      return created;
    },
    refusals: {
      invalid_request: (_scene, api) =>
        api.partner.createApiKey({ expires: '2001-01-01T00:00:00.000Z' }),
      key_limit_reached: (_scene, api) => withSecondKey(() => api.partner.createApiKey()),
    },
  },
  revokeApiKey: {
    success: async (_scene, api) => {
      const { keyId } = valueFrom(await api.partner.createApiKey());
      return api.partner.revokeApiKey({ keyId });
    },
    refusals: {
      api_key_not_found: (_scene, api) =>
        api.partner.revokeApiKey({ keyId: `key_${'0'.repeat(28)}` }),
      last_live_key: (_scene, api) => api.partner.revokeApiKey({ keyId: ownKeyId }),
    },
    foreign: [
      ['api_key_not_found', (_scene, other) => other.partner.revokeApiKey({ keyId: ownKeyId })],
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
