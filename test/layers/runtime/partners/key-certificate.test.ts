/** The certificates of encryption keys, read by Node's own parser. */
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { certificatesOf } from '@billhook/runtime/partners/key-certificate';
import { describe, expect, test } from 'vitest';

const created = '2026-11-22T10:11:12.345Z';
const keyId = 'key_9LbT4sVx2KqFm7ZcJd1R';

function read(text: string): X509Certificate {
  return new X509Certificate(Buffer.from(text, 'base64'));
}

describe('The certificate of an encryption key', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const texts = certificatesOf(publicKey, { keyId, created });
  const [own, issuer] = texts.map(read) as [X509Certificate, X509Certificate];

  test('carries the key, and names it', () => {
    expect(own.publicKey.equals(publicKey)).toBe(true);
    expect(own.subject).toBe(`CN=${keyId}`);
  });

  test('is certified by the one behind it, which certifies itself', () => {
    expect(own.verify(issuer.publicKey)).toBe(true);
    expect(own.checkIssued(issuer)).toBe(true);
    expect(issuer.verify(issuer.publicKey)).toBe(true);
    expect(issuer.verify(publicKey)).toBe(false);
  });

  test('holds from when the key was made, and has no end', () => {
    expect(own.validFromDate.toISOString()).toBe('2026-11-22T10:11:12.000Z');
    expect(own.validToDate.toISOString()).toBe('9999-12-31T23:59:59.000Z');
  });

  test('is the same each time, and another for another key', () => {
    expect(certificatesOf(publicKey, { keyId, created })).toEqual(texts);
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const [theirs, theirIssuer] = certificatesOf(other, { keyId, created }).map(read);
    expect(theirs?.serialNumber).not.toBe(own.serialNumber);
    expect(own.verify(theirIssuer?.publicKey ?? publicKey)).toBe(false);
  });

  test.each(Array.from({ length: 16 }, (_, index) => index))('is well-formed, key %i', () => {
    const one = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    for (const text of certificatesOf(one, { keyId, created })) {
      expect(read(text).raw.toString('base64')).toBe(text);
      expect(read(text).serialNumber).toHaveLength(32);
    }
  });
});
