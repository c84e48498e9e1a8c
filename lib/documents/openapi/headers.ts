/** Headers, parameters and credentials that operations refer to. */

/** On every response. */
export const requestIdHeader = { 'request-id': { $ref: '#/components/headers/RequestId' } };

/** On every response to an authenticated partner. */
export const rateHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text that you choose, preferably random. The same request with the same key within 24 ' +
    'hours is carried out once: if you repeat it, you get the first response, error or not, with ' +
    '`idempotent-replayed: true`. Requests that were rejected as malformed, 429, 5xx and ' +
    '`request_conflict` are not stored: you can retry with the same key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

export const headers = {
  IdempotentReplayed: {
    description:
      'Set on a response that an earlier request with the same `Idempotency-Key` received.',
    schema: { type: 'string', const: 'true' },
  },
  NextCursor: {
    description: 'Set if the list goes on: the same as `nextCursor`.',
    schema: { type: 'string' },
  },
  RequestId: {
    description: 'Identifies the request to the operator.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description:
      'Requests per second (`q`) and in a burst (`billhook-burst`): ' +
      '`"default";q=100;w=1;billhook-burst=500`.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'Requests left now (`r`) and seconds until the limit is fully restored (`t`): ' +
      '`"default";r=50;t=5`.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'The number of seconds to wait.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
};

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret API key that the operator issued: `bh_<stage>_…`.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "A client's access token, as returned by `POST /client/access-token`.",
  },
};
