import type { ApiClient } from '../../../lib/client/api-client.ts';
import { pemOf, rsaPair } from '../../support/signing.ts';
import { valueFrom } from '../../support/world.ts';
import { type Cases, RACE, type Scene } from './case.ts';

/** A partner with one live key: those of the tests' first partner are for all tests. */
export async function newPartner(scene: Scene) {
  const { api } = await scene.newPartner();
  return { api: api.partner, keyId: await firstKeyOf(api) };
}

async function firstKeyOf(api: ApiClient): Promise<string> {
  const { data } = valueFrom(await api.partner.listApiKeys());
  return data[0]?.keyId ?? '';
}

export const partnerCases = {
  getPartner: {
    route: 'GET /partner',
    asClient: 'forbidden',
    success: (_scene, api) => api.partner.getPartner(),
    refusals: {},
  },
  getReconciliation: {
    route: 'GET /partner/reconciliation',
    asClient: 'forbidden',
    success: async (scene) => {
      const { api } = await scene.newPartner();
      valueFrom(await api.sandbox.reconcileNow());
      return api.partner.getReconciliation();
    },
    refusals: {
      report_not_found: (_scene, api) => api.partner.getReconciliation({ day: '2001-01-01' }),
      invalid_cursor: async (scene) => {
        const { api } = await scene.newPartner();
        valueFrom(await api.sandbox.reconcileNow());
        return api.partner.getReconciliation({ cursor: 'not-a-cursor' });
      },
    },
  },
  listApiKeys: {
    route: 'GET /partner/api-keys',
    asClient: 'forbidden',
    success: (_scene, api) => api.partner.listApiKeys(),
    refusals: {},
  },
  createApiKey: {
    route: 'POST /partner/api-keys',
    asClient: 'forbidden',
    sample: () => ({ expires: '2099-01-01T00:00:00.000Z', scope: 'service' }),
    success: async (scene) => {
      const { api } = await newPartner(scene);
      return api.createApiKey({ expires: '2099-01-01T00:00:00.000Z' });
    },
    refusals: {
      invalid_request: (_scene, api) =>
        api.partner.createApiKey({ expires: '2001-01-01T00:00:00.000Z' }),
      key_limit_reached: async (scene) => {
        const { api } = await newPartner(scene);
        valueFrom(await api.createApiKey());
        return api.createApiKey();
      },
    },
    elsewhere: { request_conflict: RACE },
  },
  revokeApiKey: {
    route: 'DELETE /partner/api-keys/{keyId}',
    asClient: 'forbidden',
    success: async (scene) => {
      const { api, keyId } = await newPartner(scene);
      valueFrom(await api.createApiKey());
      return api.revokeApiKey({ keyId });
    },
    refusals: {
      api_key_not_found: (_scene, api) =>
        api.partner.revokeApiKey({ keyId: `key_${'0'.repeat(28)}` }),
      last_live_key: async (scene) => {
        const { api, keyId } = await newPartner(scene);
        return api.revokeApiKey({ keyId });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'api_key_not_found',
        async ({ world }, other) =>
          other.partner.revokeApiKey({ keyId: await firstKeyOf(world.api) }),
      ],
    ],
  },
  lockSettings: {
    route: 'POST /partner/lock',
    asClient: 'forbidden',
    sample: () => ({ pausePayments: false }),
    success: async (scene) => {
      const { api } = await newPartner(scene);
      return api.lockSettings();
    },
    refusals: {},
    elsewhere: { request_conflict: RACE },
  },
  updateSigning: {
    route: 'PUT /partner/signing',
    asClient: 'forbidden',
    sample: {
      '': () => ({ publicKey: pemOf(rsaPair().publicKey), overlapSeconds: 60, required: false }),
      'an address': () => ({
        jwksUrl: 'https://keys.example/jwks',
        headers: { 'X-Key': 'mine' },
        required: false,
      }),
    },
    success: async (_scene, api) => {
      const set = await api.partner.updateSigning({ publicKey: pemOf(rsaPair().publicKey) });
      await api.partner.updateSigning({ publicKey: null });
      return set;
    },
    refusals: {
      invalid_request: (_scene, api) => api.partner.updateSigning({ publicKey: 'no key' }),
      no_valid_key: (_scene, api) => api.partner.updateSigning({ required: true }),
    },
    elsewhere: { request_conflict: RACE },
  },
  refreshSigning: {
    route: 'POST /partner/signing/refresh',
    asClient: 'forbidden',
    // Nothing listens there: the fetch fails, and the call says so.
    success: async ({ addresses }, api) => {
      await api.partner.updateSigning({ jwksUrl: addresses.jwks });
      const refreshed = await api.partner.refreshSigning();
      await api.partner.updateSigning({ jwksUrl: null });
      return refreshed;
    },
    refusals: { jwks_url_missing: (_scene, api) => api.partner.refreshSigning() },
    elsewhere: { request_conflict: RACE },
  },
} satisfies Cases;
