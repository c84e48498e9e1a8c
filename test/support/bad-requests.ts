/**
 * Bad requests, made from the cases' valid ones: by a seed, the same again. What is right about a response
 * to one is here too, so that tests and the long battery look at the same.
 */

import type { Operation } from '@billhook/core/api/operation';
import { errors } from '@billhook/core/base/errors';
import fc from 'fast-check';
import { parse, safeParse } from 'valibot';
import { problemSchema } from '../../lib/client/problem.ts';
import { parameterNames } from '../../lib/documents/openapi.ts';
import { unknown } from '../end-to-end/cases/case.ts';
import { samplesOf } from '../end-to-end/cases/samples.ts';
import { allOperations, type NamedOperation } from './operations.ts';
import { placesIn, spoil } from './places.ts';
import type { RawRequest } from './raw.ts';
import { newName } from './world.ts';

/** Nothing that a sample names exists, so that even a valid one changes nothing that is there. */
const samples = samplesOf({
  ...unknown,
  methodId: unknown.paymentMethodId,
  identifier: newName(),
});

const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\u0000',
    '__proto__',
    'constructor',
    '../..',
    '%2e%2e%2f',
    '{{7*7}}',
    "' OR 1=1 --",
    '\ud800',
    '9'.repeat(400),
    '2026-02-30',
    '1e309',
    'undefined',
    'NaN',
  ),
  fc.constantFrom(...Object.values(unknown)),
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  fc.constantFrom(null, true, 0, -1, 1e308, 0.1, [], {}, [[]], { __proto__: null }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant('x'.repeat(70_000)),
  fc.constant(Array.from({ length: 500 }, () => 'item')),
  fc.constant(JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)),
);

/** A valid body with one to three places spoiled, and now and then a field too many. */
function spoiledBody(name: string): fc.Arbitrary<string> {
  const own = samples.filter((sample) => sample.name === name);
  return fc.constantFrom(...own).chain(({ body }) => {
    const change = fc.record({
      place: fc.constantFrom(...placesIn(body)),
      value: fc.option(oddValue, { nil: undefined }),
    });
    const extra = fc.dictionary(oddText, oddValue, { maxKeys: 2 });
    return fc.tuple(fc.array(change, { minLength: 1, maxLength: 3 }), extra).map(([all, more]) => {
      const spoiled = all.reduce<object>(
        (one, { place, value }) => trySpoil(one, place, value),
        body,
      );
      return JSON.stringify({ ...spoiled, ...withoutNames(more, body) });
    });
  });
}

/** Fields too many stand behind the others, so that a failure shows what was spoiled first. */
function withoutNames(more: object, body: object): object {
  return Object.fromEntries(Object.entries(more).filter(([name]) => !(name in body)));
}

/** An earlier change may have taken the place away. */
function trySpoil(body: object, place: readonly (string | number)[], value: unknown): object {
  try {
    return spoil(body, place, value);
  } catch {
    return body;
  }
}

function anyBody(name: string): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  return fc.oneof(
    { weight: 6, arbitrary: spoiledBody(name) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: oddText },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
    },
  );
}

const header: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>[]>(
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'x'.repeat(3_000)}` },
    { 'x-forwarded-for': '::1' },
    { 'content-encoding': 'identity' },
  ),
);

function pathOf({ operation }: NamedOperation): fc.Arbitrary<string> {
  const names = parameterNames(operation.path);
  const ids = fc.tuple<string[]>(...names.map(() => oddText));
  const query: fc.Arbitrary<Record<string, string>> = operation.query
    ? fc.dictionary(fc.constantFrom('limit', 'cursor', 'other'), oddText, { maxKeys: 2 })
    : fc.constant({});
  return fc.tuple(ids, query).map(([values, given]) => {
    const path = names.reduce(
      (one, name, index) => one.replace(`{${name}}`, encoded(values[index] as string)),
      operation.path as string,
    );
    const search = Object.entries(given).map(([name, value]) => `${name}=${encoded(value)}`);
    return search.length > 0 ? `${path}?${search.join('&')}` : path;
  });
}

/** A lone surrogate has no UTF-8; a dot segment would be taken out of the path before it is sent. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%2E') || '%20';
}

export type Fuzzed = { readonly named: NamedOperation; readonly request: RawRequest };

// A locked partner would have the others refused.
const operations = allOperations.filter(({ name }) => name !== 'lockSettings');
const fuzzed: fc.Arbitrary<Fuzzed> = fc.constantFrom(...operations).chain((named) => {
  const { name, operation } = named;
  const body = operation.body ? anyBody(name) : fc.constant(undefined);
  return fc.tuple(pathOf(named), body, header).map(([path, given, headers]) => ({
    named,
    request: { method: operation.method, path, body: given, headers },
  }));
});

/** Requests by a seed. */
export function badRequests(seed: number, count: number): Fuzzed[] {
  return fc.sample(fuzzed, { numRuns: count, seed });
}

/**
 * Success only where the contract accepts the body, refusal only in the one shape.
 * @returns `success`, or the code of the refusal. @throws Error that says what is wrong.
 */
export async function outcomeOf({ named, request }: Fuzzed, response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 200) return codeOf(response, text);
  const { operation } = named;
  if (!safeParse(operation.response, JSON.parse(text)).success)
    throw new Error('The response is none of the operation');
  if (!isAccepted(operation, request.body))
    throw new Error('It was accepted, and the contract refuses it');
  return 'success';
}

function codeOf({ status, headers }: Response, text: string): string {
  if (status >= 500) throw new Error(`It was answered ${status}: ${text.slice(0, 300)}`);
  const problem = parse(problemSchema, JSON.parse(text));
  const { code } = problem;
  const isAsDeclared =
    problem.status === status &&
    status === errors[code].status &&
    problem.type === `urn:billhook:error:${code}` &&
    problem.message === problem.detail &&
    headers.get('request-id') === problem.requestId &&
    headers.get('content-type')?.startsWith('application/json');
  if (!isAsDeclared) throw new Error(`The problem is not as declared: ${status} ${text}`);
  return code;
}

function isAccepted({ body: schema }: Operation, body: RawRequest['body']): boolean {
  if (!schema) return true;
  const text = typeof body === 'string' ? body : Buffer.from(body ?? '').toString();
  return safeParse(schema, text.trim() === '' ? {} : JSON.parse(text)).success;
}

/** For whoever reads of a failure. */
export function textOfRequest({ named, request }: Fuzzed): string {
  const body = String(request.body).slice(0, 300);
  return `${named.name} ${request.path.slice(0, 200)} ${JSON.stringify(request.headers)} ${body}`;
}
