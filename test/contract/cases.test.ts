/** What each operation's case has to say. What comes of it is tried in `test/end-to-end`. */
import type { Operation } from '@billhook/core/api/operation';
import type { GenericSchema } from 'valibot';
import { describe, expect, test } from 'vitest';
import { parameterNames } from '../../lib/documents/openapi.ts';
import { cases } from '../end-to-end/cases/all-cases.ts';
import { allOperations } from '../support/operations.ts';

test('the cases are those of the operations', () => {
  expect(Object.keys(cases).toSorted()).toEqual(allOperations.map(({ name }) => name).toSorted());
});

describe.each(allOperations)('the case of $name', ({ name, operation }) => {
  const { route, asClient, sample, refusals, elsewhere = {}, foreign = [] } = cases[name];
  const callers = { forbidden: ['partner'], anyone: ['anyone'], open: ['partner', 'client'] };

  test('is of the route and the callers of the contract', () => {
    expect(route).toBe(`${operation.method} ${operation.path}`);
    const expected = callers[typeof asClient === 'string' ? asClient : 'open'];
    expect(operation.callers.toSorted()).toEqual(expected.toSorted());
  });

  test('has a sample where a body is read, and nowhere else', () => {
    expect(sample !== undefined).toBe(operation.body !== undefined);
  });

  test('brings about each declared error, or says why it does not', () => {
    const brought = Object.keys(refusals);
    const excused = Object.keys(elsewhere);
    expect(operation.errors.filter((code) => !brought.concat(excused).includes(code))).toEqual([]);
    expect(excused.filter((code) => brought.includes(code))).toEqual([]);
    const declared: readonly string[] = operation.errors;
    expect(excused.filter((code) => !declared.includes(code))).toEqual([]);
  });

  test('tries the ids of another partner where the operation takes some', () => {
    if (operation.callers.includes('anyone')) return;
    const ids = fieldsOf(operation).filter((field) => /.Ids?$/.test(field) && !isPublic(field));
    expect(ids.length === 0 || foreign.length > 0, ids.join()).toBe(true);
  });
});

/** Companies belong to nobody. */
function isPublic(field: string): boolean {
  return field === 'companyId';
}

function fieldsOf({ path, query, body }: Operation): string[] {
  return [...parameterNames(path), ...namesIn(query), ...namesIn(body)];
}

function namesIn(schema: Operation['body']): string[] {
  if (!schema) return [];
  if ('options' in schema) return (schema.options as GenericSchema[]).flatMap(namesIn);
  return 'entries' in schema ? Object.keys(schema.entries as object) : [];
}
