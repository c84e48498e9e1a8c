import { readFileSync } from 'node:fs';
import { type ErrorCode, errors } from '@billhook/core/base/errors';
import { describe, expect, test } from 'vitest';
import { operations } from '../../functions/contracts.ts';
import { describeApi, type JsonObject } from '../../lib/documents/openapi.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { allOperations } from '../support/operations.ts';

const api = JSON.parse(JSON.stringify(describeApi(operations, packageFile.version)));

type Described = {
  readonly operationId: string;
  readonly tags: string[];
  readonly parameters?: { readonly name: string; readonly in: string }[];
  readonly requestBody?: JsonObject;
  readonly responses: { readonly [status: string]: JsonObject };
};

const described = Object.entries<Record<string, Described>>(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('the API description', () => {
  test('is the one in openapi.json; `npm run docs` writes it', () => {
    const file = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(file)).toEqual(api);
  });

  test('has every operation of the contracts, each with an id of its own', () => {
    const ids = described.map(({ operationId }) => operationId);
    expect(ids.toSorted()).toEqual(allOperations.map(({ name }) => name).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference as string,
    );
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      expect(resolve(reference), reference).toBeDefined();
    }
  });

  test('has no component that nothing refers to', () => {
    const text = JSON.stringify(api);
    for (const kind of ['schemas', 'responses', 'headers', 'parameters']) {
      for (const name of Object.keys(api.components[kind])) {
        expect(text).toContain(`"#/components/${kind}/${name}"`);
      }
    }
  });

  test('publishes every error code with its status', () => {
    expect(api['x-error-codes']).toEqual(errors);
    expect(api.components.schemas.ErrorCode.enum).toEqual(Object.keys(errors));
    const { code } = api.components.schemas.Problem.properties;
    expect(code).toEqual({ $ref: '#/components/schemas/ErrorCode' });
  });

  test('says that every answer carries request-id', () => {
    for (const { operationId, responses } of described) {
      for (const [status, response] of Object.entries(responses)) {
        const headers = dereference(response).headers;
        expect(headers, `${operationId} ${status}`).toHaveProperty('request-id');
      }
    }
  });
});

describe.each(allOperations)('the description of $name', ({ group, name, operation, codes }) => {
  const one = described.find(({ operationId }) => operationId === name) as Described;

  test('stands in its group', () => {
    expect(one.tags).toEqual([group]);
  });

  test('has each parameter of the path', () => {
    const names = (one.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(names.map((parameter) => `{${parameter.name}}`)).toEqual(
      operation.path.match(/\{\w+\}/g) ?? [],
    );
  });

  test('takes an Idempotency-Key exactly where it is a POST of a known caller, and no search', () => {
    const { method, callers, path } = operation;
    const names = (one.parameters ?? []).map((parameter) => dereference(parameter).name);
    const search = path === '/company/search';
    const takes = method === 'POST' && !callers.includes('anyone') && !search;
    expect(names.includes('Idempotency-Key')).toBe(takes);
    const { headers } = dereference(one.responses[200] as JsonObject) as { headers: object };
    expect('idempotent-replayed' in headers).toBe(takes);
    for (const code of ['idempotency_key_reused', 'request_in_progress', 'answer_not_kept']) {
      expect(codes.includes(code as ErrorCode), code).toBe(takes);
    }
  });

  test('has a request body exactly when the operation reads one', () => {
    expect(Boolean(one.requestBody)).toBe(Boolean(operation.body));
  });

  test('has each error that it can answer under its status, and no other', () => {
    const found = Object.entries(one.responses)
      .filter(([status]) => status !== '200')
      .flatMap(([status, response]) => codesOf(response).map((code) => `${status} ${code}`));
    expect(found.toSorted()).toEqual(
      codes.map((code) => `${errors[code].status} ${code}`).toSorted(),
    );
  });
});

function codesOf(response: JsonObject): string[] {
  const { content, ...rest } = dereference(response) as {
    content: Record<string, { schema: unknown }>;
    'x-error-codes': string[];
  };
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  expect(content).toEqual({ 'application/json': problem, 'application/problem+json': problem });
  return rest['x-error-codes'];
}

function dereference(value: JsonObject): JsonObject {
  return typeof value.$ref === 'string' ? (resolve(value.$ref) as JsonObject) : value;
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], api);
}
