/**
 * The description for generators of clients (decision: description-for-tools): OpenAPI 3.0, without
 * webhooks and without what only a validator understands. A client that follows it does nothing that
 * the whole description forbids.
 */
import type { ApiDescription } from '../openapi.ts';
import type { JsonSchema } from './json-schema.ts';
import { isScalars } from './name-inline.ts';

/** @param whole the whole description. */
export function forClients(whole: ApiDescription): ApiDescription {
  const { webhooks: _webhooks, info, components, ...rest } = whole as ApiDescription & Whole;
  const { schemas, ...others } = components;
  const { identifier: _identifier, ...license } = info.license;
  return {
    ...withSimpleSchemas(rest),
    openapi: '3.0.3',
    info: { ...info, license },
    components: {
      ...withSimpleSchemas(others),
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, simple(schema)]),
      ),
    },
  } as ApiDescription;
}

type Whole = {
  readonly webhooks: unknown;
  readonly info: { readonly license: { readonly identifier?: string } };
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};

/** What holds values and no description. */
const values: ReadonlySet<string> = new Set(['example', 'x-error-codes']);

/** Every schema in it, wherever it stands, in its simple form. */
function withSimpleSchemas<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withSimpleSchemas) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    if (values.has(name)) return [[name, item]];
    // Errors come as `application/json` unless a client asks for the other.
    if (name === 'application/problem+json') return [];
    if (name === 'schema') return [[name, simple(item as JsonSchema)]];
    return [[name, withSimpleSchemas(item)]];
  });
  return Object.fromEntries(entries);
}

function simple(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, allOf, not, propertyNames, contentEncoding, ...kept } = schema;
  // Beside a type they are rules, which the description tells.
  if (schema.type !== undefined) return simpleFields(kept);
  const options = anyOf ?? oneOf;
  if (!options) return kept;
  const [first, ...more] = options.filter(({ type }) => type !== 'null');
  if (!first) return kept;
  if (more.length > 0 && isScalars(schema)) return { ...simple(first), ...kept };
  if (more.length === 0) return nullable(simple(first), kept);
  return { ...kept, [anyOf ? 'anyOf' : 'oneOf']: options.map(simple) };
}

function nullable(schema: JsonSchema, kept: JsonSchema): JsonSchema {
  // Beside a reference nothing counts.
  const one = schema.$ref ? { allOf: [schema] } : schema;
  return { ...one, ...kept, nullable: true };
}

function simpleFields(schema: JsonSchema): JsonSchema {
  const { const: only, properties, items, additionalProperties, ...kept } = schema;
  return {
    ...kept,
    ...(only !== undefined && { enum: [only] }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, simple(one)]),
      ),
    }),
    ...(items && { items: simple(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? simple(additionalProperties)
          : additionalProperties,
    }),
  };
}
