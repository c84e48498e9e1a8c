import { holdsSecret } from '@billhook/core/partner/clear-secrets';
import { expect, test } from 'vitest';

const fields = ['cardNumber', 'answer'];

test.each<[string, unknown, boolean]>([
  ['a field itself', { cardNumber: '4' }, true],
  ['a field that is empty', { cardNumber: '' }, true],
  ['a field without a value', { answer: null }, true],
  ['a field among others of a list', { cards: [{ name: 'a' }, { cardNumber: '4' }] }, true],
  ['a field below another', { security: { identifier: 'a', answer: 'x' } }, true],
  ['a field behind nothing', { a: null, b: 0, c: '', security: [{ answer: 'x' }] }, true],
  ['its name as a value', { name: 'cardNumber' }, false],
  ['its name in other letters', { cardnumber: '4' }, false],
  ['nothing', {}, false],
  ['no object', undefined, false],
])('%s: %j, %s', (_what, body, holds) => {
  expect(holdsSecret(body, fields)).toBe(holds);
});

test('nothing is a secret where an operation names none', () => {
  expect(holdsSecret({ cardNumber: '4' })).toBe(false);
});

test('a body nested as deep as JSON can be read is looked through', () => {
  let body: object = { answer: 'x' };
  for (let depth = 0; depth < 200_000; depth += 1) body = { a: body };
  expect(holdsSecret(body, fields)).toBe(true);
});
