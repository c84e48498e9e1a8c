/**
 * Arrays are not objects. The library takes `[]` for an object without fields, and so a login form that
 * is an array for an empty one. Refused for all schemas at once: one that forgot it would accept them.
 */
import * as v from 'valibot';

type Schema = v.GenericSchema;
type Parts = Record<string, unknown> & { readonly type: string; '~run': Schema['~run'] };

const OBJECTS: ReadonlySet<string> = new Set([
  'object',
  'loose_object',
  'strict_object',
  'object_with_rest',
  'record',
  'variant',
]);

const known = new WeakMap<object, Schema>();

/** The same schema, in which no object is an array. Made once of each. */
export function refusingArrays<S extends Schema>(schema: S): S {
  const made = known.get(schema) ?? remade(schema as unknown as Parts);
  known.set(schema, made);
  return made as S;
}

function remade(schema: Parts): Schema {
  if (Array.isArray(schema.pipe)) {
    const items = schema.pipe.map(inside) as Parameters<typeof v.pipe>;
    return v.pipe(...items) as Schema;
  }
  const parts = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, inside(value)]),
  ) as Parts;
  if (!OBJECTS.has(schema.type)) return parts as unknown as Schema;
  const run = schema['~run'];
  parts['~run'] = function refuseArray(this: Schema, dataset, config) {
    if (!Array.isArray(dataset.value)) return run.call(this, dataset, config);
    v._addIssue(this as never, 'type', dataset as never, config as never);
    return dataset as never;
  };
  return parts as unknown as Schema;
}

/** Schemas are found where the library keeps those that a schema is made of. */
function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== 'object' || value === null) return value;
  if ('kind' in value) return value.kind === 'schema' ? refusingArrays(value as never) : value;
  const plain = Object.getPrototypeOf(value) === Object.prototype && !('vendor' in value);
  if (!plain) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]));
}
