/** What generators of clients need of the description, and what they choke on. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operations } from '../../functions/contracts.ts';
import { forClients } from '../../lib/documents/openapi/for-clients.ts';
import { answered, given } from '../../lib/documents/openapi/schema-names.ts';
import { describeApi } from '../../lib/documents/openapi.ts';
import packageFile from '../../package.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

const whole = JSON.parse(JSON.stringify(describeApi(operations, packageFile.version)));
const simple = JSON.parse(JSON.stringify(forClients(whole)));

/** What holds values, in which any name may stand. */
const values = new Set(['example', 'default', 'enum', 'x-error-codes']);

/** Every schema in a value, with the place of each. */
function schemasIn(value: unknown, place = ''): [string, Schema][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    if (values.has(name)) return [];
    const here = `${place}/${name}`;
    const isSchema = name === 'schema' || /\/(components\/schemas|properties)$/.test(place);
    const options = /\/(anyOf|oneOf|allOf)$/.test(place) || name === 'items';
    const own: [string, Schema][] = isSchema || options ? [[here, item as Schema]] : [];
    return [...own, ...schemasIn(item, here)];
  });
}

describe.each([
  ['openapi.json', whole],
  ['openapi-clients.json', simple],
])('%s', (file, document) => {
  const schemas = schemasIn(document);

  test('is as `npm run docs` writes it', () => {
    const written = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(JSON.parse(written)).toEqual(document);
  });

  test('says of which type each value is that it names', () => {
    const named = schemas.filter(([, schema]) => 'const' in schema || 'enum' in schema);
    expect(named.length).toBeGreaterThan(50);
    // A rule beside a type has the type of what it stands beside.
    const untyped = named.filter(([place, { type }]) => !type && !/(any|all)Of\/\d/.test(place));
    expect(untyped.map(([place]) => place)).toEqual([]);
  });

  test('has a name for each object and each set of words', () => {
    const inline = schemas.filter(
      ([place, schema]) =>
        !/^\/components\/schemas\/\w+$/.test(place) &&
        ((schema.type === 'object' && 'properties' in schema) ||
          (schema.type === 'string' && ((schema.enum as unknown[]) ?? []).length > 1)),
    );
    // The body of a delivery is no operation's; a switch may be sent as text.
    const rest = inline.filter(
      ([place]) => !place.startsWith('/webhooks/') && !place.endsWith('/anyOf/1'),
    );
    expect(rest.map(([place]) => place)).toEqual([]);
  });

  test('has no component that nothing refers to, and no reference that leads nowhere', () => {
    const text = JSON.stringify(document);
    const named = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all as object).map((name) => `${kind}/${name}`));
    const used = [...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name);
    expect([...new Set(used)].toSorted()).toEqual(named.toSorted());
  });

  test('has events whose data is typed, in lists too', () => {
    const { Event, ListEventsOutput, ListedEvent } = document.components.schemas;
    expect(ListEventsOutput.properties.data.items.$ref).toBe('#/components/schemas/ListedEvent');
    expect(ListedEvent.properties.event.$ref).toBe('#/components/schemas/Event');
    const types = Object.keys(Event.discriminator.mapping);
    expect(types).toEqual(document.components.schemas.EventType.enum);
    expect(Object.values(Event.discriminator.mapping)).toEqual(
      Event.oneOf.map(({ $ref }: { $ref: string }) => $ref),
    );
  });

  test('bounds each limit of a list', () => {
    const limits = Object.values<Record<string, { parameters?: Schema[] }>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name === 'limit'));
    expect(limits.length).toBeGreaterThan(4);
    for (const { schema } of limits) {
      expect(schema).toEqual({ type: 'integer', minimum: 1, maximum: 100 });
    }
  });
});

describe('openapi-clients.json', () => {
  test('is OpenAPI 3.0, without webhooks', () => {
    expect(simple.openapi).toBe('3.0.3');
    expect(simple).not.toHaveProperty('webhooks');
    expect(simple.info.license).toEqual({ name: 'Apache-2.0' });
  });

  test('has the same operations, each with the same responses', () => {
    const shape = (document: typeof whole) =>
      Object.entries<Record<string, { operationId: string; responses: object }>>(
        document.paths,
      ).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, responses }]) => [
          path,
          method,
          operationId,
          Object.keys(responses),
        ]),
      );
    expect(shape(simple)).toEqual(shape(whole));
    expect(Object.keys(simple.components.schemas)).toEqual(Object.keys(whole.components.schemas));
  });

  test('has no word that OpenAPI 3.0 does not have, and no rule beside a type', () => {
    const later = ['const', 'propertyNames', 'contentEncoding', 'not'];
    const wrong = schemasIn(simple).filter(
      ([, schema]) =>
        later.some((word) => word in schema) ||
        schema.type === 'null' ||
        Array.isArray(schema.type) ||
        ('type' in schema && ['anyOf', 'oneOf', 'allOf'].some((word) => word in schema)),
    );
    expect(wrong.map(([place]) => place)).toEqual([]);
  });

  test('has one spelling of each plain value', () => {
    const { properties } = simple.components.schemas.CompanySearch;
    expect(properties.pageSize).toEqual({ type: 'integer', minimum: 1, maximum: 100 });
    expect(properties.paginateResults).toEqual({ type: 'boolean' });
    expect(simple.components.schemas.SchedulePaymentInput.properties.date).toEqual({
      type: 'string',
      format: 'date-time',
      maxLength: 40,
    });
  });

  test('describes the cards of a sync as cards', () => {
    const { cards } = simple.components.schemas.SyncClientInput.properties;
    expect(cards.items).toEqual({ $ref: '#/components/schemas/CardToSync' });
  });
});

test.each(Object.entries({ answered, given }))('%s: no schema has two names', (_what, named) => {
  const schemas = Object.values(named);
  expect(new Set(schemas).size).toBe(schemas.length);
});
