/** The OpenAPI 3.1 description of the interface, derived from the contracts. */

import {
  type Operation,
  takesEncryptedBody,
  takesIdempotencyKey,
} from '@billhook/core/api/operation';
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
} from '@billhook/core/base/errors';
import { changesSettings } from '@billhook/core/partner/scope';
import { safeParse } from 'valibot';
import { type ErrorResponses, openErrorResponses } from './openapi/error-responses.ts';
import { examples } from './openapi/examples.ts';
import { groups } from './openapi/groups.ts';
import {
  headers,
  idempotencyKey,
  rateHeaders,
  requestIdHeader,
  securitySchemes,
} from './openapi/headers.ts';
import { pascal } from './openapi/name-inline.ts';
import { openSchemaBook, type SchemaBook } from './openapi-schemas.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

export type JsonObject = { readonly [name: string]: unknown };

/** Operations by group and name, as `functions/contracts.ts` has them. */
export type Operations = { readonly [group: string]: { readonly [name: string]: Operation } };

export type ApiDescription = JsonObject & {
  readonly openapi: string;
  readonly paths: { readonly [path: string]: { readonly [method: string]: JsonObject } };
};

/** What operations of one description share. */
type Shared = { readonly schemas: SchemaBook; readonly responses: ErrorResponses };

const INTRODUCTION = `Billhook receives the bills that a user has authorized and pays them on the user's behalf.

Every request carries the secret API key as \`Authorization: Bearer <API_KEY>\`. Operations that a client may use also accept the client's access token in the same header, and then access only that client's data. Bodies are JSON, at most 1 MiB; the body of any POST can be sent encrypted (\`docs/guide/encryption.md\`). Success is always 200. All errors have one format, \`Problem\`, whose \`code\` is from a closed set (\`x-error-codes\`). Every response has a \`request-id\` header; an error's body repeats it as \`requestId\`. Instants are ISO 8601 in UTC, and amounts are decimal text such as \`"100.00"\`. Ids are opaque text. Every POST with a credential that changes something accepts an \`Idempotency-Key\` (\`docs/guide/idempotency.md\`). Requests are limited per partner, with API keys and with its clients' access tokens separately: \`RateLimit-Policy\` and \`RateLimit\` give the limits, and a 429 has \`Retry-After\`.`;

/**
 * Describes the operations as an OpenAPI 3.1 document.
 * @param version the version of the interface's implementation.
 */
export function describeApi(operations: Operations, version: string): ApiDescription {
  const all = Object.values(operations).flatMap((named) => Object.values(named));
  const shared: Shared = {
    schemas: openSchemaBook(),
    responses: openErrorResponses(all.map(errorCodesOf)),
  };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [group, named] of Object.entries(operations)) {
    for (const [name, operation] of Object.entries(named)) {
      const methods = paths[operation.path] ?? {};
      paths[operation.path] = methods;
      methods[operation.method.toLowerCase()] = describeOperation(group, name, operation, shared);
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
    tags: Object.keys(operations).map((name) => ({ name, description: groups[name] })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes,
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      responses: shared.responses.components(),
      schemas: shared.schemas.components(),
    },
    'x-error-codes': errors,
  };
}

function describeOperation(
  group: string,
  name: string,
  operation: Operation,
  { schemas, responses }: Shared,
): JsonObject {
  const keyed = takesIdempotencyKey(operation);
  const parameters = [
    ...pathParameters(operation.path),
    ...queryParameters(name, operation, schemas),
    ...(keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const schema = schemas.of(operation.response, 'output', `${pascal(name)}Output`);
  const content = { schema, ...exampleOf(name, 'response') };
  return {
    operationId: name,
    tags: [group],
    summary: operation.summary,
    ...(operation.scope !== 'none' && { 'x-key-scope': operation.scope }),
    ...(operation.description && { description: operation.description }),
    ...securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(name, operation, schemas),
    responses: {
      200: {
        description: 'Success.',
        headers: successHeaders(operation),
        content: {
          'application/json': content,
          ...(operation.csv && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      ...responses.of(errorCodesOf(operation)),
    },
  };
}

function requestBodyOf(name: string, { body }: Operation, schemas: SchemaBook): JsonObject {
  if (!body) return {};
  const schema = schemas.of(body, 'input', `${pascal(name)}Input`);
  const content = { 'application/json': { schema, ...exampleOf(name, 'body') } };
  // An empty body is the same as `{}`.
  return { requestBody: { required: !safeParse(body, {}).success, content } };
}

function exampleOf(name: string, part: 'body' | 'response'): JsonObject {
  const example = examples[name]?.[part];
  return example === undefined ? {} : { example };
}

function successHeaders(operation: Operation): JsonObject {
  const { cacheSeconds, response, callers } = operation;
  const description = `\`public, max-age=${cacheSeconds}\``;
  const lists = 'entries' in response && 'nextCursor' in (response.entries as object);
  return {
    ...requestIdHeader,
    ...(!callers.includes('anyone') && rateHeaders),
    ...(cacheSeconds !== undefined && {
      'Cache-Control': { description, schema: { type: 'string' } },
    }),
    ...(lists && { 'next-cursor': { $ref: '#/components/headers/NextCursor' } }),
    ...(takesIdempotencyKey(operation) && {
      'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' },
    }),
  };
}

/** What differs from the document's own: the API key. */
function securityOf({ callers }: Operation): JsonObject {
  if (callers.includes('anyone')) return { security: [] };
  return callers.includes('client') ? { security: [{ apiKey: [] }, { accessToken: [] }] } : {};
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
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters(
  operationName: string,
  { query }: Operation,
  schemas: SchemaBook,
): JsonObject[] {
  if (!query) return [];
  const { properties = {}, required } = schemas.fieldsOf(query, pascal(operationName));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
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
