/** JSON Schemas of the contracts' schemas, in which everything that deserves one has a name. */
import { type EventType, eventTypes } from '@billhook/core/events/event';
import { event, eventBodyOf } from '@billhook/core/schemas/event';
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { JsonSchema, Schemas } from './openapi/json-schema.ts';
import { nameInline, pascal, reference } from './openapi/name-inline.ts';
import { answered, given, words } from './openapi/schema-names.ts';

/** `input` is what a caller may send, before transformations; `output` what we answer. */
type Direction = 'input' | 'output';
type Definitions = Readonly<Record<string, GenericSchema>>;

/** Schemas of one description: those that have a name, and those that are given one on the way. */
export type SchemaBook = {
  /** A schema in its place: a reference if it has a name, or deserves the one that is offered. */
  readonly of: (schema: GenericSchema, direction: Direction, name: string) => JsonSchema;
  /** An object whose fields are each in its place. */
  readonly fieldsOf: (schema: GenericSchema, name: string) => JsonSchema;
  /** What is referred to as `#/components/schemas/<name>`, in the order of the alphabet. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
};

const COMPONENTS = '#/components/schemas/';

const definitions: Readonly<Record<Direction, Definitions>> = {
  input: given,
  output: { ...answered, Event: event },
};

export function openSchemaBook(): SchemaBook {
  const schemas: Schemas = new Map();
  for (const [list, name] of words) schemas.set(name, { type: 'string', enum: list });
  const define = (name: string, schema: GenericSchema, direction: Direction) =>
    schemas.set(name, nameInline(convert(schema, direction, name), name, schemas));
  for (const [name, schema] of Object.entries(answered)) define(name, schema, 'output');
  for (const [name, schema] of Object.entries(given)) define(name, schema, 'input');
  for (const type of eventTypes) {
    define(eventName(type), eventBodyOf(type).entries.event, 'output');
  }
  schemas.set('Event', anyEvent);
  return {
    of: (schema, direction, name) => reference(convert(schema, direction), name, schemas),
    fieldsOf: (schema, name) => nameInline(convert(schema, 'input'), name, schemas),
    components() {
      const sorted = [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(sorted.map(([name, one]) => [name, withMapping(one, schemas)]));
    },
  };
}

/** `auth.hold` → `AuthHoldEvent`. */
export function eventName(type: EventType): string {
  return `${pascal(type)}Event`;
}

/** An event of any type is one of those of a single type. */
const anyEvent: JsonSchema = {
  description:
    'An event as this release records it. Those that release 0.1.0 recorded have other `data` in the ' +
    'list until they are gone, after 90 days.',
  oneOf: eventTypes.map((type) => ({ $ref: COMPONENTS + eventName(type) })),
  discriminator: { propertyName: 'type' },
};

/** Adds the schemas' names by the value that tells them apart, as generated clients want it. */
function withMapping({ discriminator, ...schema }: JsonSchema, schemas: Schemas): JsonSchema {
  if (!discriminator) return schema;
  const { propertyName } = discriminator;
  const mapping = (schema.oneOf ?? []).map(({ $ref = '' }) => [
    schemas.get($ref.slice(COMPONENTS.length))?.properties?.[propertyName]?.const,
    $ref,
  ]);
  return { ...schema, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
}

/** @param self the name under which it is written out, where others refer to it. */
function convert(schema: GenericSchema, direction: Direction, self = ''): JsonSchema {
  const { [self]: _self, ...others } = definitions[direction];
  return convertWith(schema, direction, others);
}

function convertWith(schema: GenericSchema, direction: Direction, others: Definitions): JsonSchema {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: direction,
    definitions: others,
    overrideRef: ({ referenceId }) => COMPONENTS + referenceId,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      described(valibotSchema as GenericSchema, jsonSchema as JsonSchema) as object,
    overrideAction: ({ valibotAction }) => {
      if (valibotAction.type !== 'metadata') return undefined;
      const { metadata } = valibotAction as unknown as { metadata: Metadata };
      return metadata.like ? likened(metadata.like, direction) : metadata.instead;
    },
    // Rules that are written as code are told by `alsoDescribed`, or by descriptions and errors.
    ignoreActions: ['check', 'raw_check', 'forward', 'partial_check'],
  };
  const { $schema, $defs, ...converted } = toJsonSchema(schema, config);
  return converted as JsonSchema;
}

/** A reference where the other has a name; it is a simple one where it has none. */
function likened(schema: GenericSchema, direction: Direction): JsonSchema {
  const named = Object.entries(definitions[direction]).find(([, one]) => one === schema);
  return named ? { $ref: COMPONENTS + named[0] } : convertWith(schema, direction, {});
}

/** See `layers/core/schemas/described.ts`. */
type Metadata = { readonly like?: GenericSchema; readonly instead?: object };

function described(schema: GenericSchema, json: JsonSchema): JsonSchema | undefined {
  if (schema.type === 'picklist') {
    const { options } = schema as unknown as { options: readonly unknown[] };
    const name = words.get(options);
    return name ? { $ref: COMPONENTS + name } : undefined;
  }
  if (schema.type === 'literal') return { type: typeof json.const, const: json.const };
  if (schema.type !== 'variant') return undefined;
  const { key } = schema as unknown as { key: string };
  return { ...json, discriminator: { propertyName: key } };
}
