/**
 * What a caller reads of each wrong field: one error a field, in our own words, and never what came,
 * which may be a secret.
 */
import type { FieldError } from '@billhook/core/base/errors';
import * as v from 'valibot';

const MAX_FIELD_ERRORS = 20;
const MAX_FIELD_PATH_LENGTH = 120;

const codes: Readonly<Record<string, string>> = {
  max_length: 'too_long',
  max_entries: 'too_long',
  min_length: 'too_short',
  max_value: 'out_of_range',
  min_value: 'out_of_range',
  picklist: 'unknown_value',
  literal: 'unknown_value',
  variant: 'unknown_value',
  string: 'wrong_type',
  number: 'wrong_type',
  boolean: 'wrong_type',
  object: 'wrong_type',
  array: 'wrong_type',
  record: 'wrong_type',
  integer: 'wrong_type',
};

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

type Issue = v.BaseIssue<unknown>;

/** The first thing that is wrong with each field, in the order in which the schema has them. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const { field, issue } of issues.flatMap((issue) => found(issue, ''))) {
    if (!first.has(field)) first.set(field, fieldError(field, issue));
  }
  return [...first.values()].slice(0, MAX_FIELD_ERRORS);
}

type Found = { readonly field: string; readonly issue: Issue };

/** Where one of several forms fits from outside, what is wrong is inside it. */
function found(issue: Issue, above: string): Found[] {
  const field = [above, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.');
  const inner = issue.type === 'union' ? (issue.issues ?? []).filter(({ path }) => path) : [];
  if (inner.length > 0) return inner.flatMap((one) => found(one, field));
  return [{ field: field.slice(0, MAX_FIELD_PATH_LENGTH), issue }];
}

function fieldError(field: string, issue: Issue): FieldError {
  const code = isNoObject(issue) ? 'wrong_type' : codes[issue.type];
  if (issue.received === 'undefined') return { field, code: 'required', message: 'Required' };
  return { field, code: code ?? 'invalid_value', message: messageOf(issue) };
}

function messageOf(issue: Issue): string {
  // The schemas' own messages begin so; the library's quote what came.
  if (issue.message.startsWith('Expected ')) return issue.message;
  const { requirement, input } = issue as { requirement?: unknown; input: unknown };
  const parts = typeof input === 'string' ? 'character' : Array.isArray(input) ? 'item' : 'field';
  const count = `${requirement} ${parts}${requirement === 1 ? '' : 's'}`;
  if (issue.type === 'max_length' || issue.type === 'max_entries')
    return `Expected at most ${count}`;
  if (issue.type === 'min_length') return `Expected at least ${count}`;
  if (issue.type === 'max_value') return `Expected at most ${requirement}`;
  if (issue.type === 'min_value') return `Expected at least ${requirement}`;
  if (issue.type === 'iso_timestamp') return 'Expected an ISO 8601 date-time';
  return `Expected ${expectedOf(issue)}`;
}

function expectedOf(issue: Issue): string {
  if (isNoObject(issue)) return 'an object';
  if (['picklist', 'literal', 'variant'].includes(issue.type)) return valuesOf(issue);
  if (issue.type === 'union') {
    return [...new Set((issue.issues ?? []).map(expectedOf))].join(' or ') || 'another value';
  }
  return types[issue.type] ?? 'another value';
}

/** One of several kinds of objects is told by a field of it, unless it is no object at all. */
function isNoObject({ type, expected }: Issue): boolean {
  return type === 'variant' && expected === 'Object';
}

/** The library has `("a" | "b")`, or `"a"` alone. */
function valuesOf({ expected }: Issue): string {
  const values = (expected ?? '').replace(/^\((.*)\)$/, '$1').split(/ ?\| ?/);
  return values.length > 1 ? `one of ${values.join(', ')}` : (values[0] ?? 'another value');
}
