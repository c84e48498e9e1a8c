/** Where partners want their events, and which of them (decision: standard-webhooks). */
import type { Operation } from '@billhook/core/api/operation';
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
  summary: 'Create a webhook endpoint. Its secret is shown only once.',
  description:
    'Events are posted to `url` as Standard Webhooks specifies: with `webhook-id`, ' +
    '`webhook-timestamp` and `webhook-signature`, which is made with `secret`. `events` are ' +
    'event types, or prefixes of types such as `auth.*`; all types if omitted. A partner can ' +
    'have 16 endpoints. The endpoint is `unverified` and is sent a `webhook-endpoint.test` at ' +
    'once; what else happens is set aside until the test is answered with 2xx. A partner can have ' +
    '100 tests of unverified endpoints a day, and name an address once a second, with bursts of 20.',
  callers: ['partner'],
  scope: 'admin',
  body: givenWebhookEndpoint,
  response: shownWebhookSecret,
  showsSecret: true,
  errors: ['webhook_endpoint_limit_reached', 'request_conflict'],
  uses: { table: ['get', 'put', 'update'], vault: { seal: ['webhook'] } },
  impact: 'Partners cannot register where their events should go.',
  timeoutSeconds: 20,
} as const satisfies Operation;

export const listWebhookEndpoints = {
  method: 'GET',
  path: '/webhook-endpoint/list',
  summary: "List the partner's webhook endpoints, without their secrets.",
  description: 'Includes endpoints that are disabled.',
  callers: ['partner'],
  scope: 'admin',
  response: v.object({ data: v.array(webhookEndpoint) }),
  errors: [],
  uses: { table: ['query'] },
  impact: 'Partners cannot see where their events go.',
} as const satisfies Operation;

export const getWebhookEndpoint = {
  method: 'GET',
  path: '/webhook-endpoint/{endpointId}',
  summary: 'Retrieve a webhook endpoint, without its secret.',
  description: '`disabledBy` says who disabled it: you, or the endpoint itself, by returning 410.',
  callers: ['partner'],
  scope: 'admin',
  response: webhookEndpoint,
  errors: ['webhook_endpoint_not_found'],
  uses: { table: ['get'] },
  impact: 'Partners cannot read the settings of an endpoint.',
} as const satisfies Operation;

export const updateWebhookEndpoint = {
  method: 'PUT',
  path: '/webhook-endpoint/{endpointId}',
  summary: 'Change where events are sent, which events are sent, or whether they are sent.',
  description:
    'Omitted fields stay unchanged; `null` removes `events` or `description`. While an endpoint ' +
    'is `disabled`, its events are set aside. `"status": "enabled"` sends everything again that ' +
    'was set aside, including what was set aside after its last attempt. With another `url`, the ' +
    'endpoint is `unverified`, as a new one is: a test is sent to the new address, and everything ' +
    'else once the test is answered with 2xx. Another `url` counts towards the limit of creating one.',
  callers: ['partner'],
  scope: 'admin',
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
  summary:
    'Delete a webhook endpoint. It gets the event of its own deletion, and nothing else any more.',
  description: 'Events that it was still to get stay in the log.',
  callers: ['partner'],
  scope: 'admin',
  response: success,
  errors: ['webhook_endpoint_not_found', 'request_conflict'],
  uses: { table: ['get', 'put', 'update', 'delete'] },
  impact: 'Partners cannot delete an endpoint.',
} as const satisfies Operation;

export const rotateWebhookSecret = {
  method: 'POST',
  path: '/webhook-endpoint/{endpointId}/rotate-secret',
  summary:
    'Replace the secret of a webhook endpoint. Events are signed with the old secret as well for ' +
    'a day.',
  description:
    'The new secret is shown only once. `formerSecretUntil` says until when deliveries have ' +
    'two signatures.',
  callers: ['partner'],
  scope: 'admin',
  response: shownWebhookSecret,
  showsSecret: true,
  errors: ['webhook_endpoint_not_found', 'request_conflict'],
  uses: { table: ['get', 'put'], vault: { seal: ['webhook'] } },
  impact: 'Partners cannot replace a stolen secret.',
} as const satisfies Operation;

export const testWebhookEndpoint = {
  method: 'POST',
  path: '/webhook-endpoint/{endpointId}/test',
  summary: 'Send an event of type `webhook-endpoint.test` to this endpoint only.',
  description:
    'At most once in two seconds, and ten times a day while the endpoint is `unverified`. The ' +
    'event is signed, retried and logged like any other. An `unverified` endpoint is verified ' +
    'once it answers with 2xx.',
  callers: ['partner'],
  scope: 'admin',
  response: success,
  errors: ['webhook_endpoint_not_found', 'webhook_endpoint_disabled', 'request_conflict'],
  uses: { table: ['get', 'put', 'update'] },
  impact: 'Partners cannot test their endpoints.',
} as const satisfies Operation;
