import type { Operation } from '@billhook/core/api/operation';
import { readIdempotencyKey } from '@billhook/runtime/serve/idempotency-key';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';

type Kind = Pick<Operation, 'method' | 'callers'>;

const post: Kind = { method: 'POST', callers: ['partner'] };

function read(given: readonly string[], name = 'Idempotency-Key', kind = post) {
  const headers = given.length > 0 ? { [name]: given.at(-1) } : {};
  const multiValueHeaders = given.length > 0 ? { [name]: given } : {};
  const event = { headers, multiValueHeaders } as unknown as APIGatewayProxyEvent;
  return readIdempotencyKey(kind as Operation, event);
}

describe('the header', () => {
  test('is optional, and its name in any case', () => {
    expect(read([])).toBeUndefined();
    expect(read(['my-key'])).toBe('my-key');
    expect(read(['my-key'], 'IDEMPOTENCY-KEY')).toBe('my-key');
  });

  test.each([
    ['empty', ['']],
    ['too long', ['k'.repeat(256)]],
    ['not visible', ['a key']],
    ['given twice', ['one', 'two']],
    ['given twice alike', ['one', 'one']],
  ])('is refused by its name when it is %s', (_what, given) => {
    expect(read(given)).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'Idempotency-Key', code: 'invalid_value' }],
    });
  });

  test.each([
    ['a GET', { method: 'GET', callers: ['partner'] }],
    ['a PUT', { method: 'PUT', callers: ['partner'] }],
    ['a DELETE', { method: 'DELETE', callers: ['partner'] }],
    ['a POST that anyone may call', { method: 'POST', callers: ['anyone'] }],
  ] as [string, Kind][])('is ignored by %s', (_what, kind) => {
    expect(read(['my-key'], 'Idempotency-Key', kind)).toBeUndefined();
    expect(read(['not a key'], 'Idempotency-Key', kind)).toBeUndefined();
  });
});
