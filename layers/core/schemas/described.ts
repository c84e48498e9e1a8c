/**
 * What the API description says of a field where that does not follow from its schema
 * (decision: description-for-tools). Nothing of it is checked when a request comes in.
 */
import * as v from 'valibot';

type JsonSchema = { readonly [word: string]: unknown };

/** Describes the field so, and not as its schema would be. */
export function describedAs<T>(instead: JsonSchema) {
  return v.metadata<T, { readonly instead: JsonSchema }>({ instead });
}

/** Describes the field like another schema, which takes less than its own. */
export function describedLike<T>(like: v.GenericSchema) {
  return v.metadata<T, { readonly like: v.GenericSchema }>({ like });
}

/** Adds rules that the schema checks by code: patterns, formats, what excludes what. */
export function alsoDescribed<T>(rules: JsonSchema) {
  return v.metadata<T, JsonSchema>(rules);
}

/** On the wire for those who know it, and not in the description. */
export function undescribed<T>() {
  return v.metadata<T, { readonly undescribed: true }>({ undescribed: true });
}

/** One of several fields has to be there. */
export function oneOfFields(...names: string[]): JsonSchema {
  return { anyOf: names.map((name) => ({ required: [name] })) };
}
