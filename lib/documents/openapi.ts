/** The OpenAPI 3.1 description of the interface, derived from the contracts. */
import {
  adminErrors,
  bodyErrors,
  commonErrors,
  type ErrorCode,
  encryptedBodyErrors,
  errors,
  idempotencyErrors,
  lockErrors,
  openErrors,
  secretBodyErrors,
} from '@billhook/core/errors';
import { type Operation, takesEncryptedBody, takesIdempotencyKey } from '@billhook/core/operation';
import { changesSettings } from '@billhook/core/partner/scope';
import { schemaComponents, schemaOf } from './openapi-schemas.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

export type JsonObject = { readonly [name: string]: unknown };

/** Operations by group and name, as `functions/contracts.ts` has them. */
export type Operations = { readonly [group: string]: { readonly [name: string]: Operation } };

export type ApiDescription = JsonObject & {
  readonly openapi: '3.1.1';
  readonly paths: { readonly [path: string]: { readonly [method: string]: JsonObject } };
};

const requestIdHeader = { 'request-id': { $ref: '#/components/headers/RequestId' } };

/** On every response to an authenticated partner. */
const rateHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

const INTRODUCTION = `Billhook receives the bills that a user has authorized and pays them on the user's behalf.

Every request carries the secret API key as \`Authorization: Bearer <API_KEY>\`. Operations that a client may use also accept the client's access token in the same header, and then access only that client's data. Bodies are JSON, at most 1 MiB; the body of any POST can be sent encrypted (\`docs/security/encryption.md\`). Success is always 200. All errors have one format, \`Problem\`, whose \`code\` is from a closed set (\`x-error-codes\`). Every response has a \`request-id\` header; an error's body repeats it as \`requestId\`. Instants are ISO 8601 in UTC, and amounts are decimal text such as \`"100.00"\`. Ids are opaque text. Every POST with a credential that changes something accepts an \`Idempotency-Key\` (\`docs/idempotency.md\`). Requests are limited per partner, with API keys and with its clients' access tokens separately: \`RateLimit-Policy\` and \`RateLimit\` give the limits, and a 429 has \`Retry-After\`.`;

/**
 * Describes the operations as an OpenAPI 3.1 document.
 * @param version the version of the interface's implementation.
 */
export function describeApi(operations: Operations, version: string): ApiDescription {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [group, named] of Object.entries(operations)) {
    for (const [name, operation] of Object.entries(named)) {
      const methods = paths[operation.path] ?? {};
      paths[operation.path] = methods;
      methods[operation.method.toLowerCase()] = describeOperation(group, name, operation);
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Billhook',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{baseUrl}',
        description:
          "The address of the operator's deployment; on your own machine, the address that `npm start` " +
          'prints.',
        variables: { baseUrl: { default: 'http://localhost:8787/v1' } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: Object.keys(operations).map((group) => ({ name: group })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
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
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Any text that you choose, preferably random. The same request with the same key within 24 ' +
            'hours is carried out once: if you repeat it, you get the first response, error or not, with ' +
            '`idempotent-replayed: true`. Requests that were rejected as malformed, 429, 5xx and ' +
            '`request_conflict` are not stored: you can retry with the same key.',
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
        },
      },
      headers: {
        IdempotentReplayed: {
          description:
            'Set on a response that an earlier request with the same `Idempotency-Key` received.',
          schema: { const: 'true' },
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
      },
      responses: commonResponses(),
      schemas: schemaComponents(),
    },
    'x-error-codes': errors,
  };
}

function describeOperation(group: string, name: string, operation: Operation): JsonObject {
  const keyed = takesIdempotencyKey(operation);
  const parameters = [
    ...pathParameters(operation.path),
    ...queryParameters(operation),
    ...(keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: name,
    tags: [group],
    summary: operation.summary,
    ...(operation.scope !== 'none' && { 'x-key-scope': operation.scope }),
    ...(operation.description && { description: operation.description }),
    ...securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(operation.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'Success.',
        headers: {
          ...requestIdHeader,
          ...rateHeaders,
          ...cacheHeader(operation),
          ...cursorHeader(operation),
          ...(keyed && {
            'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' },
          }),
        },
        content: { 'application/json': { schema: schemaOf(operation.response, 'output') } },
      },
      ...errorResponses(operation),
    },
  };
}

/** What differs from the document's own: the API key. */
function securityOf({ callers }: Operation): JsonObject {
  if (callers.includes('anyone')) return { security: [] };
  return callers.includes('client') ? { security: [{ apiKey: [] }, { accessToken: [] }] } : {};
}

function cacheHeader({ cacheSeconds }: Operation): JsonObject {
  if (cacheSeconds === undefined) return {};
  const description = `\`public, max-age=${cacheSeconds}\``;
  return { 'Cache-Control': { description, schema: { type: 'string' } } };
}

function cursorHeader({ response }: Operation): JsonObject {
  const lists = 'entries' in response && 'nextCursor' in (response.entries as object);
  const description = 'Set if the list goes on: the same as `nextCursor`.';
  return lists ? { 'next-cursor': { description, schema: { type: 'string' } } } : {};
}

/** The names in a path's braces, in order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

function pathParameters(path: string): JsonObject[] {
  return parameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Operation): JsonObject[] {
  if (!query) return [];
  const schema = schemaOf(query, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

/** All that an operation can return other than success: its own codes and those of every operation. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const common = operation.callers.includes('anyone') ? openErrors : commonErrors;
  return [
    ...new Set([
      ...common,
      ...(operation.scope === 'admin' || operation.scope === 'lock' ? adminErrors : []),
      ...(changesSettings(operation) ? lockErrors : []),
      ...(operation.body ? bodyErrors : []),
      ...(takesEncryptedBody(operation) ? encryptedBodyErrors : []),
      ...(operation.secretFields ? secretBodyErrors : []),
      ...(takesIdempotencyKey(operation) ? idempotencyErrors : []),
      ...operation.errors,
    ]),
  ];
}

function errorResponses(operation: Operation): Record<string, JsonObject> {
  const common = commonByStatus();
  return Object.fromEntries(
    [...byStatus(errorCodesOf(operation))].map(([status, codes]) => {
      const shared = common.get(status)?.join() === codes.join();
      return [
        status,
        shared ? { $ref: `#/components/responses/Error${status}` } : errorResponse(codes),
      ];
    }),
  );
}

function commonResponses(): Record<string, JsonObject> {
  return Object.fromEntries(
    [...commonByStatus()].map(([status, codes]) => [`Error${status}`, errorResponse(codes)]),
  );
}

function commonByStatus(): Map<number, ErrorCode[]> {
  return byStatus([...commonErrors, ...bodyErrors, ...encryptedBodyErrors, ...idempotencyErrors]);
}

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const sorted = codes.toSorted((a, b) => errors[a].status - errors[b].status);
  return Map.groupBy(sorted, (code) => errors[code].status);
}

function errorResponse(codes: readonly ErrorCode[]): JsonObject {
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', properties: { code: { enum: codes } } },
    ],
  };
  return {
    description: codes.map((code) => `- \`${code}\`: ${errors[code].detail}`).join('\n'),
    headers: {
      ...requestIdHeader,
      ...(!codes.includes('api_key_missing') && rateHeaders),
      ...((codes.includes('too_many_requests') || codes.includes('request_in_progress')) && {
        'Retry-After': {
          description: 'The number of seconds to wait.',
          schema: { type: 'string' },
        },
      }),
    },
    content: { 'application/json': { schema }, 'application/problem+json': { schema } },
  };
}
