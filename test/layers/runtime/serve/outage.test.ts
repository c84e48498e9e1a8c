import { isOutage } from '@billhook/runtime/serve/outage';
import { expect, test } from 'vitest';

const named = (name: string, more: object = {}) =>
  Object.assign(new Error('any'), { name, ...more });

test.each([
  ['a throttled call', named('ThrottlingException', { $fault: 'client' })],
  ['a write that met a transaction', named('TransactionConflictException', { $fault: 'client' })],
  ['a transaction that met another', named('TransactionCanceledException', { $fault: 'client' })],
  ['any failure of a service', named('InternalServiceError', { $fault: 'server' })],
  ['what the SDK would try again', named('SomethingNew', { $retryable: {} })],
  ['a lost answer', named('Error', { code: 'ECONNRESET' })],
  ['an address that is not known now', named('Error', { code: 'EAI_AGAIN' })],
  ['a time that ran out', named('TimeoutError')],
])('%s is an outage', (_, error) => {
  expect(isOutage(error)).toBe(true);
});

test.each([
  ['a missing grant', named('AccessDeniedException', { $fault: 'client' })],
  ['a wrong request', named('ValidationException', { $fault: 'client' })],
  ['a bug', new TypeError('x is not a function')],
  ['a file that is missing', named('Error', { code: 'ENOENT' })],
  ['what is no error', 'ThrottlingException'],
])('%s is none', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
