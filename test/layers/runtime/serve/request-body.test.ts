import type { Operation } from '@billhook/core/api/operation';
import { pageQuery } from '@billhook/core/schemas/fields';
import { readBody, readQuery } from '@billhook/runtime/serve/request-body';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const operation = {
  method: 'POST',
  path: '/x',
  summary: 'x',
  callers: ['partner'],
  scope: 'service',
  body: v.object({
    name: v.pipe(v.string(), v.maxLength(5)),
    color: v.optional(v.picklist(['red', 'blue'])),
  }),
  query: pageQuery,
  response: v.object({}),
  errors: [],
  uses: {},
  impact: 'x',
} as const satisfies Operation;

function event(body: string, change: Partial<APIGatewayProxyEvent> = {}): APIGatewayProxyEvent {
  const headers = { 'Content-Type': 'application/json' };
  return { body, headers, isBase64Encoded: false, ...change } as APIGatewayProxyEvent;
}

/** Nothing here is encrypted; `decrypt-body.test.ts` has what is. */
const refuse = () => Promise.reject(new Error('A plain body was decrypted'));

const read = (body: string, change?: Partial<APIGatewayProxyEvent>) =>
  readBody(operation, event(body, change), refuse);

describe('a body', () => {
  test('is read, and fields that nobody knows are left out', async () => {
    expect(await read('{"name":"abc","extra":1}')).toEqual({
      value: { name: 'abc' },
      given: { name: 'abc', extra: 1 },
    });
  });

  test('names a field that is one of those guarded, misspelt', async () => {
    const guarded = { ...operation, guarded: ['color'] };
    const given = event('{"name":"abc","colour":"red","extra":1}');
    expect(await readBody(guarded, given, refuse)).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'colour', code: 'unknown_field', message: 'Expected `color`' }],
    });
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; profile=x; charset=utf8',
    'application/json;',
    'application/merge-patch+json',
  ])('of type %s is JSON', async (type) => {
    expect(await read('{"name":"abc"}', { headers: { 'content-type': type } })).toHaveProperty(
      'value',
    );
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', '', 'application/jsonx'])(
    'of type %j is not',
    async (type) => {
      expect(await read('{"name":"abc"}', { headers: { 'content-type': type } })).toMatchObject({
        failure: 'unsupported_media_type',
      });
    },
  );

  test.each(['iso-8859-1', 'utf-16', '"us-ascii"', ''])('in %s is refused', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect(await read('{"name":"abc"}', { headers })).toMatchObject({
      failure: 'unsupported_media_type',
      accepts: { accept: 'application/json' },
    });
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, identity', 'x'])(
    'that is encoded by %s is refused, with what is accepted',
    async (coding) => {
      const headers = { 'content-type': 'application/json', 'Content-Encoding': coding };
      expect(await read('\u{1f}\u{FFFD}', { headers })).toMatchObject({
        failure: 'unsupported_media_type',
        accepts: { 'accept-encoding': 'identity' },
      });
    },
  );

  test('that says it is not encoded is read', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    expect(await read('{"name":"abc"}', { headers })).toHaveProperty('value');
  });

  test.each([
    '{',
    '[]',
    '"text"',
    'null',
    '12',
    '{"name":"abc"} x',
    '{"name":"\\ud800"}',
    '{"\\ud800":"abc"}',
  ])('%j is no JSON object', async (text) => {
    expect(await read(text)).toMatchObject({ failure: 'invalid_json' });
  });

  test('of bytes that are no UTF-8 is no JSON', async () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d]).toString('base64');
    expect(await read(body, { isBase64Encoded: true })).toMatchObject({ failure: 'invalid_json' });
  });

  test('in which the gateway replaced bytes that are none of UTF-8 is refused', async () => {
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
      const sent = Buffer.concat([
        Buffer.from('{"name":"a'),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ]);
      const failure = await read(sent.toString('utf8'));
      expect(failure).toMatchObject({ failure: 'invalid_json' });
      expect(JSON.stringify(failure)).toContain('UTF-8');
    }
    const escaped = await read('{"name":"a\\ufffd"}');
    expect(escaped).toMatchObject({ value: { name: 'a\u{FFFD}' } });
  });

  test('of 1 MiB is read, one byte more is too large', async () => {
    const padded = (length: number) => `{"name":"abc","pad":"${'x'.repeat(length - 23)}"}`;
    expect(Buffer.byteLength(padded(1_048_576))).toBe(1_048_576);
    expect(await read(padded(1_048_576))).toHaveProperty('value');
    expect(await read(padded(1_048_577))).toMatchObject({ failure: 'body_too_large' });
  });

  test.each([
    ['entries of an array', (count: number) => `[${Array(count).fill('0').join()}]`],
    [
      'members of an object',
      (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`,
    ],
  ])('of more than a thousand %s is refused before any is looked at', async (_, make) => {
    expect(await read(`{"name":"abc","x":${make(1_000)}}`)).toHaveProperty('value');
    const more = await read(`{"name":"abc","x":${make(1_001)}}`);
    expect(more).toMatchObject({ failure: 'invalid_json' });
  });

  test.each([
    ['a field that is missing', '{}', { field: 'name', code: 'required' }],
    ['another type', '{"name":1}', { field: 'name', code: 'wrong_type' }],
    ['too long a text', '{"name":"abcdef"}', { field: 'name', code: 'too_long' }],
    ['an unknown value', '{"name":"a","color":"pink"}', { field: 'color', code: 'unknown_value' }],
  ])('names %s', async (_, text, error) => {
    expect(await read(text)).toMatchObject({ failure: 'invalid_request', fields: [error] });
  });

  test('that is wrong is never quoted', async () => {
    const failure = JSON.stringify(await read('{"name":"4111111111111111","color":"hunter2"}'));
    expect(failure).not.toMatch(/4111|hunter2/);
  });
});

describe('a query', () => {
  const query = (given: Record<string, string[]>) =>
    readQuery(
      operation,
      event('', {
        multiValueQueryStringParameters: given,
        queryStringParameters: Object.fromEntries(
          Object.entries(given).map(([name, values]) => [name, values.at(-1)]),
        ),
      }),
    );

  test.each([
    ['1', 1],
    ['100', 100],
  ])('takes a limit of %s', (text, limit) => {
    expect(query({ limit: [text] })).toEqual({ value: { limit } });
  });

  test.each(['0', '101', '-1', '1.5', 'ten', ''])('refuses a limit of %j', (text) => {
    expect(query({ limit: [text] })).toMatchObject({ failure: 'invalid_request' });
  });

  test('refuses a parameter given twice, and ignores others', () => {
    expect(query({ limit: ['1', '2'] })).toMatchObject({ fields: [{ field: 'limit' }] });
    expect(query({ other: ['1', '2'] })).toEqual({ value: {} });
  });
});
