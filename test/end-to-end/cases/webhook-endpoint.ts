import { inject } from 'vitest';
import { type ApiClient, createApiClient } from '../../../lib/client/api-client.ts';
import { addPartner } from '../../support/partners.ts';
import { valueFrom } from '../../support/world.ts';
import { type Cases, RACE, unknown } from './case.ts';

type Endpoints = ApiClient['webhook-endpoint'];

const MAX_ENDPOINTS = 16;
/** Nothing listens there. */
const url = 'http://127.0.0.1:9/hooks';
const { endpointId } = unknown;

const of = (api: ApiClient): Endpoints => api['webhook-endpoint'];

/** A partner of its own: endpoints are few, and those of the tests' first partner get all its events. */
async function newPartner(): Promise<Endpoints> {
  const service = inject('service');
  const { apiKey } = await addPartner(service);
  return of(createApiClient({ baseUrl: service.baseUrl, apiKey, validate: true }));
}

async function withEndpoint() {
  const endpoints = await newPartner();
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
    success: async () => (await newPartner()).createWebhookEndpoint({ url, events: ['auth.*'] }),
    refusals: {
      invalid_request: (_scene, api) =>
        of(api).createWebhookEndpoint({ url: 'https://user:word@example.com/' }),
      webhook_endpoint_limit_reached: async () => {
        const endpoints = await newPartner();
        const made = Array.from({ length: MAX_ENDPOINTS }, () =>
          endpoints.createWebhookEndpoint({ url }),
        );
        for (const one of await Promise.all(made)) valueFrom(one);
        return endpoints.createWebhookEndpoint({ url });
      },
    },
    elsewhere: { request_conflict: RACE },
  },
  listWebhookEndpoints: {
    route: 'GET /webhook-endpoint/list',
    asClient: 'forbidden',
    success: async () => (await withEndpoint()).endpoints.listWebhookEndpoints(),
    refusals: {},
  },
  getWebhookEndpoint: {
    route: 'GET /webhook-endpoint/{endpointId}',
    asClient: 'forbidden',
    success: async () => {
      const { endpoints, endpointId } = await withEndpoint();
      return endpoints.getWebhookEndpoint({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).getWebhookEndpoint({ endpointId }),
    },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (_scene, other) =>
          of(other).getWebhookEndpoint({ endpointId: (await withEndpoint()).endpointId }),
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
    success: async () => {
      const { endpoints, endpointId } = await withEndpoint();
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
        async (_scene, other) =>
          of(other).updateWebhookEndpoint({
            endpointId: (await withEndpoint()).endpointId,
            status: 'disabled',
          }),
      ],
    ],
  },
  deleteWebhookEndpoint: {
    route: 'DELETE /webhook-endpoint/{endpointId}',
    asClient: 'forbidden',
    success: async () => {
      const { endpoints, endpointId } = await withEndpoint();
      return endpoints.deleteWebhookEndpoint({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).deleteWebhookEndpoint({ endpointId }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (_scene, other) =>
          of(other).deleteWebhookEndpoint({ endpointId: (await withEndpoint()).endpointId }),
      ],
    ],
  },
  rotateWebhookSecret: {
    route: 'POST /webhook-endpoint/{endpointId}/rotate-secret',
    asClient: 'forbidden',
    success: async () => {
      const { endpoints, endpointId } = await withEndpoint();
      return endpoints.rotateWebhookSecret({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).rotateWebhookSecret({ endpointId }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (_scene, other) =>
          of(other).rotateWebhookSecret({ endpointId: (await withEndpoint()).endpointId }),
      ],
    ],
  },
  testWebhookEndpoint: {
    route: 'POST /webhook-endpoint/{endpointId}/test',
    asClient: 'forbidden',
    success: async () => {
      const { endpoints, endpointId } = await withEndpoint();
      return endpoints.testWebhookEndpoint({ endpointId });
    },
    refusals: {
      webhook_endpoint_not_found: (_scene, api) => of(api).testWebhookEndpoint({ endpointId }),
      webhook_endpoint_disabled: async () => {
        const { endpoints, endpointId } = await withEndpoint();
        valueFrom(await endpoints.updateWebhookEndpoint({ endpointId, status: 'disabled' }));
        return endpoints.testWebhookEndpoint({ endpointId });
      },
      too_many_requests: async () => {
        const { endpoints, endpointId } = await withEndpoint();
        valueFrom(await endpoints.testWebhookEndpoint({ endpointId }));
        return endpoints.testWebhookEndpoint({ endpointId });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'webhook_endpoint_not_found',
        async (_scene, other) =>
          of(other).testWebhookEndpoint({ endpointId: (await withEndpoint()).endpointId }),
      ],
    ],
  },
} satisfies Cases;
