import type { ApiClient } from '../../../lib/client/api-client.ts';
import { valueFrom } from '../../support/world.ts';
import { type Cases, RACE, type Scene, unknown } from './case.ts';

type Endpoints = ApiClient['webhook-endpoint'];

const MAX_ENDPOINTS = 16;
const { endpointId } = unknown;

const of = (api: ApiClient): Endpoints => api['webhook-endpoint'];

/** A partner of its own: endpoints are few, and those of the tests' first partner get all its events. */
async function newPartner(scene: Scene): Promise<Endpoints> {
  return of((await scene.newPartner()).api);
}

async function withEndpoint(scene: Scene) {
  const endpoints = await newPartner(scene);
  const url = scene.addresses.webhook;
  const { _id } = valueFrom(await endpoints.createWebhookEndpoint({ url }));
  return { endpoints, endpointId: _id };
}

export const webhookEndpointCases = {
  createWebhookEndpoint: {
    route: 'POST /webhook-endpoint',
    asClient: 'forbidden',
    sample: () => ({
      url: 'https://example.com/hooks',
      events: ['bill.created', 'auth.*'],
      description: 'Mine',
    }),
    success: async (scene) => {
      const endpoints = await newPartner(scene);
      return endpoints.createWebhookEndpoint({ url: scene.addresses.webhook, events: ['auth.*'] });
    },
    refusals: {
      invalid_request: (_scene, api) =>
        of(api).createWebhookEndpoint({ url: 'https://user:word@example.com/' }),
      webhook_endpoint_limit_reached: async (scene) => {
        const endpoints = await newPartner(scene);
        const url = scene.addresses.webhook;
        // All at once, one that loses to the others again and again would be told of a conflict.
        for (let made = 0; made < MAX_ENDPOINTS; made += 1) {
          valueFrom(await endpoints.createWebhookEndpoint({ url }));
        }
        return endpoints.createWebhookEndpoint({ url });
      },
    },
    elsewhere: { request_conflict: RACE },
  },
  listWebhookEndpoints: {
    route: 'GET /webhook-endpoint/list',
    asClient: 'forbidden',
    success: async (scene) => (await withEndpoint(scene)).endpoints.listWebhookEndpoints(),
    refusals: {},
  },
  getWebhookEndpoint: {
    route: 'GET /webhook-endpoint/{endpointId}',
    asClient: 'forbidden',
    success: async (scene) => {
      const { endpoints, endpointId } = await withEndpoint(scene);
      return endpoints.getWebhookEndpoint({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).getWebhookEndpoint({ endpointId }),
    },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (scene, other) =>
          of(other).getWebhookEndpoint({ endpointId: (await withEndpoint(scene)).endpointId }),
      ],
    ],
  },
  updateWebhookEndpoint: {
    route: 'PUT /webhook-endpoint/{endpointId}',
    asClient: 'forbidden',
    sample: () => ({
      url: 'https://example.com/hooks',
      events: ['bill.*'],
      description: 'Mine',
      status: 'disabled',
    }),
    success: async (scene) => {
      const { endpoints, endpointId } = await withEndpoint(scene);
      return endpoints.updateWebhookEndpoint({ endpointId, events: null, status: 'disabled' });
    },
    refusals: {
      invalid_request: (_scene, api) =>
        of(api).updateWebhookEndpoint({ endpointId, url: 'https://10.0.0.1/' }),
      webhook_endpoint_not_found: (_scene, api) => of(api).updateWebhookEndpoint({ endpointId }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (scene, other) =>
          of(other).updateWebhookEndpoint({
            endpointId: (await withEndpoint(scene)).endpointId,
            status: 'disabled',
          }),
      ],
    ],
  },
  deleteWebhookEndpoint: {
    route: 'DELETE /webhook-endpoint/{endpointId}',
    asClient: 'forbidden',
    success: async (scene) => {
      const { endpoints, endpointId } = await withEndpoint(scene);
      return endpoints.deleteWebhookEndpoint({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).deleteWebhookEndpoint({ endpointId }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (scene, other) =>
          of(other).deleteWebhookEndpoint({ endpointId: (await withEndpoint(scene)).endpointId }),
      ],
    ],
  },
  rotateWebhookSecret: {
    route: 'POST /webhook-endpoint/{endpointId}/rotate-secret',
    asClient: 'forbidden',
    success: async (scene) => {
      const { endpoints, endpointId } = await withEndpoint(scene);
      return endpoints.rotateWebhookSecret({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).rotateWebhookSecret({ endpointId }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (scene, other) =>
          of(other).rotateWebhookSecret({ endpointId: (await withEndpoint(scene)).endpointId }),
      ],
    ],
  },
  testWebhookEndpoint: {
    route: 'POST /webhook-endpoint/{endpointId}/test',
    asClient: 'forbidden',
    success: async (scene) => {
      const { endpoints, endpointId } = await withEndpoint(scene);
      return endpoints.testWebhookEndpoint({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).testWebhookEndpoint({ endpointId }),
      webhook_endpoint_disabled: async (scene) => {
        const { endpoints, endpointId } = await withEndpoint(scene);
        valueFrom(await endpoints.updateWebhookEndpoint({ endpointId, status: 'disabled' }));
        return endpoints.testWebhookEndpoint({ endpointId });
      },
      too_many_requests: async (scene) => {
        const { endpoints, endpointId } = await withEndpoint(scene);
        valueFrom(await endpoints.testWebhookEndpoint({ endpointId }));
        return endpoints.testWebhookEndpoint({ endpointId });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (scene, other) =>
          of(other).testWebhookEndpoint({ endpointId: (await withEndpoint(scene)).endpointId }),
      ],
    ],
  },
} satisfies Cases;
