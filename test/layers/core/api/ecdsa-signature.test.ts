import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { derToRaw } from '@billhook/core/api/ecdsa-signature';
import { expect, test } from 'vitest';

const hex = (text: string) => Buffer.from(text, 'hex');
const zeros = '00'.repeat(31);

test('what KMS answers in DER is the signature of a JWT', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = Buffer.from('text');
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  for (let count = 0; count < 50; count += 1) {
    const raw = derToRaw(sign('sha256', text, privateKey));
    expect(verify('sha256', text, key, raw)).toBe(true);
  }
});

test('numbers are made as long as the curve has them', () => {
  expect(derToRaw(hex('3007020101020200ff'))).toEqual(new Uint8Array(hex(`${zeros}01${zeros}ff`)));
});

test.each([
  ['a number that is negative without its zero', '30060201010201ff'],
  ['more behind it', '30060201010201017f'],
  ['a number that is missing', '3003020101'],
  ['a number of no bytes', '300502000201 01'.replace(' ', '')],
  ['another type', '3006030101020101'],
  ['nothing', ''],
])('%s is no signature', (_what, der) => {
  expect(() => derToRaw(hex(der))).toThrow('Not an ECDSA signature');
});
