/** Where partners want their events, and which of them (decision: standard-webhooks). */
import type { Operation } from '@billhook/core/operation';
import { success } from '@billhook/core/schemas/fields';
import {
  changedWebhookEndpoint,
  givenWebhookEndpoint,
  shownWebhookSecret,
  webhookEndpoint,
} from '@billhook/core/schemas/webhook-endpoint';
import * as v from 'valibot';

export const createWebhookEndpoint = {
  method: 'POST',
  path: '/webhook-endpoint',
  summary: 'Create a webhook endpoint. Its secret is shown this once.',
  description:
    'Events are posted to `url` as Standard Webhooks has it: `webhook-id`, `webhook-timestamp` and ' +
    '`webhook-signature`, made with `secret`. `events` are types of events, or beginnings of types ' +
    'such as `auth.*`; all when left out. A partner may have 16 endpoints.',
  callers: ['partner'],
  body: givenWebhookEndpoint,
  response: shownWebhookSecret,
  showsSecret: true,
  errors: ['webhook_endpoint_limit_reached', 'request_conflict'],
  uses: { table: ['get', 'put', 'update'], webhookSecrets: ['seal'] },
  impact: 'Partners cannot say where they want their events.',
  timeoutSeconds: 20,
} as const satisfies Operation;

export const listWebhookEndpoints = {
  method: 'GET',
  path: '/webhook-endpoint/list',
  summary: "List the partner's webhook endpoints, without their secrets.",
  callers: ['partner'],
  response: v.object({ data: v.array(webhookEndpoint) }),
  errors: [],
  uses: { table: ['query'] },
  impact: 'Partners cannot see where their events go.',
} as const satisfies Operation;

export const getWebhookEndpoint = {
  method: 'GET',
  path: '/webhook-endpoint/{endpointId}',
  summary: 'Retrieve a webhook endpoint, without its secret.',
  callers: ['partner'],
  response: webhookEndpoint,
  errors: ['webhook_endpoint_not_found'],
  uses: { table: ['get'] },
  impact: 'Partners cannot read the settings of an endpoint.',
} as const satisfies Operation;

export const updateWebhookEndpoint = {
  method: 'PUT',
  path: '/webhook-endpoint/{endpointId}',
  summary: 'Change where events go, which of them, or whether they do.',
  description:
    'What is left out stays; `null` takes `events` or `description` away. While an endpoint is ' +
    '`disabled`, its events are put aside. `"status": "enabled"` has everything sent again that was ' +
    'put aside, also what was after its last attempt.',
  callers: ['partner'],
  body: changedWebhookEndpoint,
  response: webhookEndpoint,
  errors: ['webhook_endpoint_not_found', 'request_conflict'],
  uses: { table: ['get', 'put', 'update'], sends: ['endpoints'] },
  impact: 'Partners cannot move or stop their events.',
  timeoutSeconds: 20,
} as const satisfies Operation;

export const deleteWebhookEndpoint = {
  method: 'DELETE',
  path: '/webhook-endpoint/{endpointId}',
  summary: 'Delete a webhook endpoint. What waits for it is not sent any more.',
  callers: ['partner'],
  response: success,
  errors: ['webhook_endpoint_not_found', 'request_conflict'],
  uses: { table: ['get', 'put', 'update', 'delete'] },
  impact: 'Partners cannot take an endpoint away.',
} as const satisfies Operation;

export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhook-endpoint/{endpointId}/rotate-secret',
  summary: 'Give a webhook endpoint another secret. The one before signs beside it for a day.',
  callers: ['partner'],
  response: shownWebhookSecret,
  showsSecret: true,
  errors: ['webhook_endpoint_not_found', 'request_conflict'],
  uses: { table: ['get', 'put'], webhookSecrets: ['seal'] },
  impact: 'Partners cannot replace a secret that was stolen.',
} as const satisfies Operation;

export const testWebhookEndpoint = {
  method: 'POST',
  path: '/webhook-endpoint/{endpointId}/test',
  summary: 'Send an event of type `webhook-endpoint.test` to this endpoint alone.',
  description: 'Once in two seconds at most. It is signed, tried again and logged as any event is.',
  callers: ['partner'],
  response: success,
  errors: ['webhook_endpoint_not_found', 'webhook_endpoint_disabled', 'request_conflict'],
  uses: { table: ['get', 'put'] },
  impact: 'Partners cannot try out their endpoints.',
} as const satisfies Operation;
