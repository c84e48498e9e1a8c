import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@billhook/core/api/operation';
import { errors } from '@billhook/core/base/errors';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { describe, expect, test } from 'vitest';
import { fileNameOf, operations } from '../../functions/contracts.ts';
import { parameterNames } from '../../lib/documents/openapi.ts';
import { allCases } from '../end-to-end/cases/all-cases.ts';
import { allOperations } from '../support/operations.ts';

const interfaceRoutes: readonly string[] = [
  'POST /auth',
  'POST /auth/step',
  'GET /auth/list/{clientId}',
  'POST /auth/{authId}/fix-hold',
  'POST /auth/{authId}/answer-questions',
  'DELETE /auth/{authId}',
  'GET /bill/{billId}',
  'GET /bill/list/{clientId}',
  'GET /bill/listByPartner/{partnerId}',
  'GET /company/categories',
  'GET /company/{companyId}',
  'POST /company/search',
  'POST /payment',
  'GET /payment/list/{clientId}',
  'DELETE /payment/{paymentMethodId}',
  'POST /payment/{paymentMethodId}/retry',
  'POST /payment/{paymentMethodId}/assign',
  'POST /payment/settings',
  'POST /payment/schedule',
  'POST /payment/cancel',
  'POST /client',
  'POST /client/create-token',
  'POST /client/revoke-tokens',
  'POST /client/sync',
];

/** What Billhook adds to the interface: the other routes that the cases write out. */
const addedRoutes = allCases
  .map(({ route }) => route)
  .filter((route) => !interfaceRoutes.includes(route));

describe('the contracts', () => {
  test('declare the 24 operations of the interface, what Billhook adds, and no other', () => {
    const declared = allOperations.map(({ operation }) => `${operation.method} ${operation.path}`);
    expect(interfaceRoutes).toHaveLength(24);
    expect(declared.toSorted()).toEqual([...interfaceRoutes, ...addedRoutes].toSorted());
  });

  test('say which scope of a key each needs, and none exactly where no key is asked for', () => {
    const scopes = Map.groupBy(allOperations, ({ operation }) => operation.scope);
    const open = allOperations.filter(({ operation }) => operation.callers.includes('anyone'));
    expect(scopes.get('none')).toEqual(open);
    expect(scopes.get('lock')?.map(({ name }) => name)).toEqual(['lockSettings']);
    // A client's token has no scope: what is a client's to use is never an admin's.
    const admins = scopes.get('admin') ?? [];
    expect(admins.flatMap(({ operation }) => [...operation.callers])).toEqual(
      admins.map(() => 'partner'),
    );
  });

  test('leave a service key nothing that changes a partner, its endpoints or its modules', () => {
    const changing = allOperations.filter(
      ({ group, operation }) =>
        ['partner', 'webhook-endpoint'].includes(group) && operation.method !== 'GET',
    );
    const others = changing.filter(({ operation }) => operation.scope !== 'admin');
    expect(others.map(({ name }) => name)).toEqual(['lockSettings']);
  });

  test('name each operation once over all groups', () => {
    const names = allOperations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('say of a POST that it is read-only exactly if it can change nothing', () => {
    const changing = ({ uses }: Operation) =>
      uses.table?.some((action) => ['put', 'update', 'delete'].includes(action)) ||
      Object.keys(uses).some((what) => what !== 'table');
    const posts = allOperations.filter(({ operation }) => operation.method === 'POST');
    const quiet = posts.filter(({ operation }) => !changing(operation));
    const declared = allOperations.filter(({ operation }) => operation.readOnly);
    expect(declared.map(({ name }) => name)).toEqual(quiet.map(({ name }) => name));
    expect(quiet.map(({ name }) => name)).toEqual(['searchCompanies']);
  });

  test('keep the names in path, query and body apart, so that a call can take them together', () => {
    for (const { name, operation } of allOperations) {
      const names = [
        ...parameterNames(operation.path),
        ...fieldNames(operation.query),
        ...fieldNames(operation.body),
      ];
      expect(new Set(names).size, name).toBe(names.length);
    }
  });

  test('use every error code that is published, or it is one that any request can get', () => {
    const declared = new Set(allOperations.flatMap(({ codes }) => codes));
    const unused = Object.keys(errors).filter((code) => !declared.has(code as never));
    // A route that no operation has cannot be declared by one.
    expect(unused).toEqual(['route_not_found', 'method_not_allowed']);
  });
});

describe.each(allOperations)('$name', ({ group, name, operation }) => {
  const file = join(import.meta.dirname, `../../functions/${group}/${fileNameOf(name)}.ts`);

  test('has its handler where its name says', () => {
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/export const handler\b|export function handler\b/);
  });

  test('says what it does and what a user suffers without it, in a sentence each', () => {
    expect(operation.summary).toMatch(/^[A-Z].*\.$/);
    expect(operation.impact).toMatch(/^[A-Z].*\.$/);
  });

  test('says so when its answer shows a secret', () => {
    const secrets = fieldsWithin(operation.response).filter((field) =>
      /(token|secret|apikey)$/i.test(field),
    );
    // A repetition of what is no POST does no harm: nothing of it is ever kept.
    const shows = operation.method === 'POST' && secrets.length > 0;
    expect(operation.showsSecret ?? false).toBe(shows);
  });

  test('names its fields that hold a card, a code, a login or an answer', () => {
    const names = /^(cardNumber|cardCode|account|accountNumber|form|password|answer)$/;
    const { body, method } = operation;
    const secrets = new Set((body ? fieldsWithin(body) : []).filter((name) => names.test(name)));
    expect(operation.secretFields?.toSorted() ?? []).toEqual([...secrets].toSorted());
    // No other body can come encrypted.
    if (secrets.size > 0) expect(method).toBe('POST');
  });

  test('reads a body only where the method has one', () => {
    if (operation.method === 'GET' || operation.method === 'DELETE') {
      expect(operation.body).toBeUndefined();
    }
  });
});

function fieldNames(schema: Operation['body']): string[] {
  return schema && 'entries' in schema ? Object.keys(schema.entries as object) : [];
}

/** The names of all fields that a schema has, at any depth. */
function fieldsWithin(schema: GenericSchema): string[] {
  const { properties = {}, ...rest } = toJsonSchema(schema, { errorMode: 'ignore' });
  return namesIn({ properties, ...rest });
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = value as { properties?: object };
  return [...Object.keys(properties), ...Object.values(value).flatMap(namesIn)];
}

test('the groups are the interface’s own, the partner’s settings and endpoints, the modules, the keys for connectors, and what tests need', () => {
  const own = ['auth', 'bill', 'company', 'payment', 'swap', 'client', 'partner', 'event'];
  expect(Object.keys(operations)).toEqual([
    ...own,
    ...['webhook-endpoint', 'module', 'connector', 'sandbox'],
  ]);
});
