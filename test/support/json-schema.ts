/** Checks values against the published descriptions, as a partner's validator would. */
import { isDay, parseExactInstant } from '@billhook/core/base/dates';
import type { JsonSchema } from '../../lib/documents/openapi/json-schema.ts';

type Document = { readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } };

/** What is wrong with a value, each with its place; nothing where it is as the schema says. */
export function violations(
  document: Document,
  schema: JsonSchema,
  value: unknown,
  at = '',
): string[] {
  const check = (one: JsonSchema, inner: unknown, place = at) =>
    violations(document, one, inner, place);
  const fits = (one: JsonSchema) => check(one, value).length === 0;
  if (schema.$ref) {
    const named = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return named ? check(named, value) : [`${at}: ${schema.$ref} leads nowhere`];
  }
  if (schema.nullable && value === null) return [];
  const anyOf = !schema.anyOf || schema.anyOf.some(fits);
  const oneOf = !schema.oneOf || schema.oneOf.filter(fits).length === 1;
  return [
    ...(anyOf ? [] : [`${at}: none of anyOf`]),
    ...(oneOf ? [] : [`${at}: not exactly one of oneOf`]),
    ...(schema.allOf ?? []).flatMap((one) => check(one, value)),
    ...(schema.not && fits(schema.not) ? [`${at}: what may not be`] : []),
    ...(isOfType(schema.type, value) ? [] : [`${at}: not of type ${schema.type}`]),
    ...('const' in schema && value !== schema.const ? [`${at}: not ${schema.const}`] : []),
    ...(schema.enum && !schema.enum.includes(value) ? [`${at}: not in enum`] : []),
    ...(typeof value === 'string' ? textViolations(schema, value, at) : []),
    ...(typeof value === 'number' ? numberViolations(schema, value, at) : []),
    ...(Array.isArray(value) ? listViolations(schema, value, at, check) : []),
    ...(isObject(value) ? objectViolations(schema, value, at, check) : []),
  ];
}

type Check = (schema: JsonSchema, value: unknown, place: string) => string[];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === undefined) return true;
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function textViolations(schema: JsonSchema, value: string, at: string): string[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  const base64 =
    schema.contentEncoding !== 'base64' ||
    /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value);
  return [
    ...(value.length < minLength ? [`${at}: shorter than ${minLength}`] : []),
    ...(value.length > maxLength ? [`${at}: longer than ${maxLength}`] : []),
    ...(pattern && !new RegExp(pattern).test(value) ? [`${at}: not as ${pattern}`] : []),
    ...(base64 ? [] : [`${at}: no Base64`]),
    ...(format && !formats[format]?.(value) ? [`${at}: no ${format}`] : []),
  ];
}

const formats: Readonly<Record<string, (value: string) => boolean>> = {
  'date-time': (value) => parseExactInstant(value) !== undefined,
  date: isDay,
  uri: (value) => URL.canParse(value),
};

function numberViolations(schema: JsonSchema, value: number, at: string): string[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  return value < minimum || value > maximum ? [`${at}: not from ${minimum} to ${maximum}`] : [];
}

function listViolations(
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: JsonSchema,
  value: readonly unknown[],
  at: string,
  check: Check,
): string[] {
  const fits = value.length >= minItems && value.length <= maxItems;
  return [
    ...(fits ? [] : [`${at}: not ${minItems} to ${maxItems} items`]),
    ...(items ? value.flatMap((item, index) => check(items, item, `${at}/${index}`)) : []),
  ];
}

function objectViolations(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  at: string,
  check: Check,
): string[] {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const { maxProperties = Number.POSITIVE_INFINITY } = schema;
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${at}/${name}: missing`),
    ...(Object.keys(value).length > maxProperties ? [`${at}: too many fields`] : []),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const place = `${at}/${name}`;
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own) return check(own, inner, place);
      return [
        ...(additionalProperties === false ? [`${place}: not expected`] : []),
        ...(typeof additionalProperties === 'object'
          ? check(additionalProperties, inner, place)
          : []),
        ...(propertyNames ? check({ type: 'string', ...propertyNames }, name, place) : []),
      ];
    }),
  ];
}
