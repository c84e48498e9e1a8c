import type { Cases } from './case.ts';

export const connectorCases = {
  listConnectorKeys: {
    route: 'GET /.well-known/billhook-connector-keys',
    asClient: 'anyone',
    success: (_scene, api) => api.connector.listConnectorKeys(),
    refusals: {},
  },
} satisfies Cases;
