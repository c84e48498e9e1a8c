/** A signed request with any one byte changed, each byte in turn, is refused. */
import type { SigningSettings } from '@billhook/core/partner/signing';
import { checkSignature } from '@billhook/runtime/callers/request-signature';
import { describe, expect, test } from 'vitest';
import { derOf, rsaPair, signText } from '../../../support/signing.ts';

const pair = rsaPair();
const signing = {
  required: true,
  keys: [{ publicKey: derOf(pair.publicKey), fingerprint: 'f', addedAt: '2026-11-01T00:00:00Z' }],
} as unknown as SigningSettings;

const parts = {
  method: 'GET',
  path: '/v1/bill/list/cl_0123456789abcdefghij',
  name: 'cursor',
  value: 'YmlsbF8x-_.9',
  apiKey: `bh_sandbox_${'a1B2'.repeat(7)}_${'c3D4'.repeat(10)}eF5`,
  date: '2026-11-21T12:00:00.123Z',
};
type Parts = typeof parts & { readonly signature: string };

const text = `${parts.method}:${parts.path}?${parts.name}=${parts.value}:${parts.apiKey}:${parts.date}`;
const signed: Parts = { ...parts, signature: signText(text, pair.privateKey) };
const now = Date.parse(parts.date);

function refusalOf({ method, path, name, value, apiKey, date, signature }: Parts) {
  const event = {
    httpMethod: method,
    multiValueHeaders: { Date: [date], Signature: [signature] },
    multiValueQueryStringParameters: { [name]: [value] },
    requestContext: { path },
  };
  return checkSignature(event, apiKey, signing, now);
}

test('as it was signed it is accepted', () => {
  expect(refusalOf(signed)).toBeUndefined();
});

describe('one byte of it changed', () => {
  test.each(Object.keys(signed) as (keyof Parts)[])(
    'in its %s is refused, wherever it is',
    (part) => {
      const whole = signed[part];
      const accepted = [...whole].flatMap((character, index) =>
        ['A', 'b', '0', '/'].flatMap((other) => {
          // A method is the same in either case, and is signed in upper case.
          if (other.toUpperCase() === character.toUpperCase()) return [];
          const changed = whole.slice(0, index) + other + whole.slice(index + 1);
          return refusalOf({ ...signed, [part]: changed }) ? [] : [`${part}[${index}] = ${other}`];
        }),
      );
      expect(accepted).toEqual([]);
    },
  );

  test.each(Object.keys(signed) as (keyof Parts)[])('or left out of its %s as well', (part) => {
    const whole = signed[part];
    const accepted = [...whole].filter((_, index) => {
      const shorter = whole.slice(0, index) + whole.slice(index + 1);
      return refusalOf({ ...signed, [part]: shorter }) === undefined;
    });
    expect(accepted).toEqual([]);
  });
});
