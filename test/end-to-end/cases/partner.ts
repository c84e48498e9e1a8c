import { inject } from 'vitest';
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
};
