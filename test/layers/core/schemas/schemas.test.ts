/** Spellings that a request may have where the interface sets no bound. */
import { companySearch } from '@billhook/core/schemas/company';
import { givenSigning } from '@billhook/core/schemas/signing';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

test.each([
  [['card-swap'], ['swap']],
  [
    ['cardSwap', 'bill'],
    ['swap', 'bill'],
  ],
  [['Swap'], ['swap']],
  [['cheese'], ['cheese']],
])('the products %j of a search are %j', (products, known) => {
  expect(v.parse(companySearch, { products }).products).toEqual(known);
});

describe('the headers of a JWKS', () => {
  const headers = { authorization: 'Bearer 1', 'x-team': 'billing' };
  const jwksUrl = 'https://keys.example/';
  const read = (given: unknown) => v.safeParse(givenSigning, { jwksUrl, headers: given });

  test.each([
    ['an object', headers],
    ['JSON text', JSON.stringify(headers)],
  ])('may be %s', (_, given) => {
    expect(read(given)).toMatchObject({ success: true, output: { headers } });
  });

  test.each([
    ['no JSON', 'authorization: Bearer 1'],
    ['a list as text', '["authorization"]'],
    ['a text as text', '"authorization"'],
    ['null as text', 'null'],
    ['a header of the request itself', JSON.stringify({ host: 'elsewhere.example' })],
    ['a value with a line break', JSON.stringify({ 'x-team': 'a\nhost: b' })],
    [
      'too many',
      JSON.stringify(Object.fromEntries([...Array(11).keys()].map((n) => [`x-${n}`, 'a']))),
    ],
  ])('are not %s', (_, given) => {
    expect(read(given).success).toBe(false);
  });
});

test.each([
  [{}, false],
  [{ publicKeys: 'key' }, false],
  [{ overlapSeconds: 60 }, false],
  [{ publicKey: null }, true],
  [{ required: false }, true],
  [{ required: true, publicKeys: 'key' }, true],
])('signing settings %j change something: %s', (given, expected) => {
  expect(v.is(givenSigning, given)).toBe(expected);
});
