import type { Operation } from '@billhook/core/operation';
import { success } from '@billhook/core/schemas/fields';
import {
  apiKey,
  createdApiKey,
  givenApiKey,
  partnerSettings,
} from '@billhook/core/schemas/partner';
import * as v from 'valibot';

export const getPartner = {
  method: 'GET',
  path: '/partner',
  summary: "Retrieve the partner's own settings.",
  callers: ['partner'],
  response: partnerSettings,
  errors: [],
  uses: { table: ['get'] },
  impact: 'Partners cannot see their settings.',
} as const satisfies Operation;

export const listApiKeys = {
  method: 'GET',
  path: '/partner/api-keys',
  summary: "List the partner's API keys, without their secrets.",
  callers: ['partner'],
  response: v.object({ data: v.array(apiKey) }),
  errors: [],
  uses: { table: ['get'] },
  impact: 'Partners cannot see which keys are live.',
} as const satisfies Operation;

export const createApiKey = {
  method: 'POST',
  path: '/partner/api-keys',
  summary: 'Create an API key. Its secret is shown this once.',
  description:
    'A partner may have two live keys, so that one can be rotated: create the second, use it ' +
    'everywhere, and revoke the first. A key with `expires` ends by itself.',
  callers: ['partner'],
  body: givenApiKey,
  response: createdApiKey,
  errors: ['key_limit_reached', 'request_conflict'],
  uses: { table: ['get', 'put'], pepper: true },
  impact: 'Partners cannot rotate their keys.',
} as const satisfies Operation;

export const revokeApiKey = {
  method: 'DELETE',
  path: '/partner/api-keys/{keyId}',
  summary: 'Revoke an API key. It is refused from the next request on.',
  description: 'The last live key cannot be revoked, so that nobody locks himself out.',
  callers: ['partner'],
  response: success,
  errors: ['api_key_not_found', 'last_live_key', 'request_conflict'],
  uses: { table: ['get', 'put'] },
  impact: 'Partners cannot revoke a key that was stolen.',
} as const satisfies Operation;
