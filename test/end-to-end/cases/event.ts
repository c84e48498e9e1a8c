import type { ApiClient } from '../../../lib/client/api-client.ts';
import { valueFrom } from '../../support/world.ts';
import { type Cases, type Scene, unknown } from './case.ts';

/** The first event of the scene's client. */
async function firstEvent({ clientId }: Scene, api: ApiClient) {
  const { data } = valueFrom(await api.event.listEvents({ clientId }));
  return { eventId: data.at(-1)?.event._id ?? '' };
}

let own = '';

export const eventCases = {
  listEvents: {
    route: 'GET /event/list',
    asClient: 'forbidden',
    success: ({ clientId }, api) => api.event.listEvents({ clientId, type: 'bill.created' }),
    variants: { 'of all clients': (_scene, api) => api.event.listEvents({ limit: 20 }) },
    refusals: {
      client_not_found: (_scene, api) => api.event.listEvents({ clientId: unknown.clientId }),
      invalid_cursor: (_scene, api) => api.event.listEvents({ cursor: 'ours?' }),
    },
    foreign: [['client_not_found', ({ clientId }, other) => other.event.listEvents({ clientId })]],
  },
  getEvent: {
    route: 'GET /event/{eventId}',
    asClient: 'forbidden',
    success: async (scene, api) => {
      const event = await firstEvent(scene, api);
      own = event.eventId;
      return api.event.getEvent(event);
    },
    refusals: {
      event_not_found: (_scene, api) => api.event.getEvent({ eventId: `${own.slice(0, -1)}_` }),
    },
    foreign: [['event_not_found', (_scene, other) => other.event.getEvent({ eventId: own })]],
  },
  retryEvent: {
    route: 'POST /event/{eventId}/retry',
    asClient: 'forbidden',
    sample: () => ({ endpointId: unknown.endpointId }),
    success: async (scene, api) => api.event.retryEvent(await firstEvent(scene, api)),
    refusals: {
      event_not_found: (_scene, api) => api.event.retryEvent({ eventId: `${own.slice(0, -1)}_` }),
      webhook_endpoint_not_found: (_scene, api) => {
        const { endpointId } = unknown;
        return api.event.retryEvent({ eventId: own, endpointId });
      },
    },
    foreign: [['event_not_found', (_scene, other) => other.event.retryEvent({ eventId: own })]],
  },
} satisfies Cases;
