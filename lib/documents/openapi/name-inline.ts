/**
 * Gives a name to each object, union and closed set of words that stands within a schema, so that
 * generated clients have a type for each: `Bill` and its field `meta` make `BillMeta`.
 */
import type { JsonSchema, Schemas } from './json-schema.ts';

/** Adds to `schemas` what it names; it returns the schema with references to them. */
export function nameInline(schema: JsonSchema, name: string, schemas: Schemas): JsonSchema {
  if (schema.$ref) return schema;
  return {
    ...schema,
    ...(schema.properties && namedProperties(schema, name, schemas)),
    ...(schema.items && { items: reference(schema.items, singular(name), schemas) }),
    ...(isMap(schema) && {
      additionalProperties: reference(schema.additionalProperties, `${name}Value`, schemas),
    }),
    ...(isUnion(schema) && !isScalars(schema) && namedOptions(schema, name, schemas)),
  };
}

/** What stands within another: a reference where it deserves a name of its own. */
export function reference(schema: JsonSchema, name: string, schemas: Schemas): JsonSchema {
  const named = nameInline(schema, name, schemas);
  if (!deservesName(schema)) return named;
  if (schemas.has(name)) throw new Error(`Two schemas would be named ${name}: name one of them`);
  schemas.set(name, named);
  return { $ref: `#/components/schemas/${name}` };
}

function deservesName(schema: JsonSchema): boolean {
  if (schema.$ref) return false;
  const words = schema.type === 'string' && (schema.enum?.length ?? 0) > 1;
  return (
    words ||
    schema.properties !== undefined ||
    (isUnion(schema) && !isNullable(schema) && !isScalars(schema))
  );
}

function namedProperties({ properties = {}, required }: JsonSchema, name: string, all: Schemas) {
  const shown = Object.entries(properties).filter(([, { undescribed }]) => !undescribed);
  const names = new Set(shown.map(([field]) => field));
  const left = required?.filter((field) => names.has(field)) ?? [];
  return {
    properties: Object.fromEntries(
      shown.map(([field, value]) => [field, reference(value, name + pascal(field), all)]),
    ),
    // OpenAPI 3.0 has no empty list.
    required: left.length > 0 ? left : undefined,
  };
}

/** `{"anyOf": […]}` by itself; beside a `type` it is a rule. */
function isUnion({ type, anyOf, oneOf }: JsonSchema): boolean {
  return type === undefined && (anyOf ?? oneOf) !== undefined;
}

/** Of one schema and `null`: its name would say nothing. */
function isNullable({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.length === 2 && anyOf.some(({ type }) => type === 'null');
}

/** Several spellings of one plain value. */
export function isScalars({ anyOf, oneOf }: JsonSchema): boolean {
  const plain = ['string', 'number', 'integer', 'boolean'];
  return (anyOf ?? oneOf ?? []).every(({ type = '' }) => plain.includes(type));
}

function namedOptions({ anyOf, oneOf }: JsonSchema, name: string, schemas: Schemas) {
  const options = anyOf ?? oneOf ?? [];
  const single = options.some(({ type }) => type === 'null');
  const named = options.map((option, index) =>
    reference(option, single ? name : `${name}Option${index + 1}`, schemas),
  );
  return anyOf ? { anyOf: named } : { oneOf: named };
}

function isMap(
  schema: JsonSchema,
): schema is JsonSchema & { readonly additionalProperties: JsonSchema } {
  return typeof schema.additionalProperties === 'object';
}

/** `auth.hold` → `AuthHold`, `_id` → `Id`. */
export function pascal(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])?/g, (_, letter = '') =>
    letter.toUpperCase(),
  );
}

function singular(name: string): string {
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : `${name}Item`;
}
