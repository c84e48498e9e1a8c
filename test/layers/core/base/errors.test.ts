import { errors, fail, problemOf } from '@billhook/core/base/errors';
import { expect, test } from 'vitest';

test('a problem has all members of the one shape', () => {
  const fields = [{ field: 'a', code: 'required', message: 'Required' }];
  expect(problemOf(fail('invalid_request', { fields }), 'req-1')).toEqual({
    type: 'urn:billhook:error:invalid_request',
    title: 'Invalid request',
    status: 400,
    detail: errors.invalid_request.detail,
    code: 'invalid_request',
    message: errors.invalid_request.detail,
    requestId: 'req-1',
    success: false,
    errors: fields,
  });
});

test.each(Object.entries(errors))(
  '%s is a snake_case noun with a status and a sentence',
  (code, entry) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503]).toContain(entry.status);
    expect(entry.detail).toMatch(/\.$/);
  },
);
