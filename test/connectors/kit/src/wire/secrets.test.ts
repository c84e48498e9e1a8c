import { createPublicKey } from 'node:crypto';
import { CompactEncrypt, calculateJwkThumbprint, compactDecrypt } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  keySetOf,
  newOwnKeys,
  newPrivateJwk,
  openKeyPair,
  openKeySet,
  thumbprintOf,
} from '../../../../../connectors/kit/src/wire/keys.ts';
import {
  agreementOf,
  decryptSecrets,
  encryptSecrets,
} from '../../../../../connectors/kit/src/wire/secrets.ts';

const OPERATION = 'operation-0000000001';
const value = { form: { username: 'ada', password: 'pâss 🔑' } };
const { encryption } = newOwnKeys();
const key = {
  kid: encryption.kid,
  use: 'enc' as const,
  key: createPublicKey(encryption.privateKey),
};
const own = [agreementOf(encryption)];

describe('Secrets', () => {
  test('open for their operation, with their key', async () => {
    const text = encryptSecrets(value, key, OPERATION);
    expect(await decryptSecrets(text, own, OPERATION)).toEqual({ value });
  });

  test('open with an earlier key that is kept', async () => {
    const text = encryptSecrets(value, key, OPERATION);
    const keys = [agreementOf(newOwnKeys().encryption), ...own];
    expect(await decryptSecrets(text, keys, OPERATION)).toEqual({ value });
  });

  test('are never the same twice', () => {
    expect(encryptSecrets(value, key, OPERATION)).not.toBe(encryptSecrets(value, key, OPERATION));
  });

  test('do not open for another operation', async () => {
    const text = encryptSecrets(value, key, OPERATION);
    expect(await decryptSecrets(text, own, 'operation-0000000002')).toBeUndefined();
  });

  test('do not open with another key', async () => {
    const text = encryptSecrets(value, key, OPERATION);
    const other = [agreementOf(newOwnKeys().encryption)];
    expect(await decryptSecrets(text, other, OPERATION)).toBeUndefined();
  });

  test('may open later where the key cannot be used now: that is not taken for a wrong text', async () => {
    const text = encryptSecrets(value, key, OPERATION);
    const agree = () => Promise.reject(new Error('The key service is down'));
    const down = [{ kid: encryption.kid, agree }];
    await expect(decryptSecrets(text, down, OPERATION)).rejects.toThrow('down');
    // What is wrong with the text is found out first.
    expect(await decryptSecrets(text, down, 'operation-0000000002')).toBeUndefined();
  });

  test.each([0, 1, 2, 3, 4])('do not open if part %i was changed', async (index) => {
    const parts = encryptSecrets(value, key, OPERATION).split('.');
    const bytes = Buffer.from(parts[index] ?? '', 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    parts[index] = bytes.toString('base64url');
    expect(await decryptSecrets(parts.join('.'), own, OPERATION)).toBeUndefined();
  });

  const { epk, ...header } = headerOf(encryptSecrets(value, key, OPERATION));
  test.each([
    ['crit', { ...header, epk, crit: ['op'] }],
    ['zip', { ...header, epk, zip: 'DEF' }],
    ['a key that it brings along', { ...header, epk, jwk: epk }],
    ['another algorithm', { ...header, epk, alg: 'ECDH-ES' }],
    ['another content encryption', { ...header, epk, enc: 'A128GCM' }],
    ['no operation', { alg: header.alg, enc: header.enc, kid: header.kid, epk }],
    ['an ephemeral key that is not on the curve', { ...header, epk: { ...epk, y: epk.x } }],
    ['another curve', { ...header, epk: { ...epk, crv: 'P-384' } }],
  ])('do not open with a header that has %s', async (_, changed) => {
    const [, ...rest] = encryptSecrets(value, key, OPERATION).split('.');
    const head = Buffer.from(JSON.stringify(changed)).toString('base64url');
    expect(await decryptSecrets([head, ...rest].join('.'), own, OPERATION)).toBeUndefined();
  });

  test.each(['', 'a.b.c.d', 'a.b.c.d.e.f', `${'a'.repeat(300_000)}.b.c.d.e`])(
    'do not open if they are none',
    async (text) => {
      expect(await decryptSecrets(text, own, OPERATION)).toBeUndefined();
    },
  );
});

describe('Another implementation', () => {
  test('opens our secrets', async () => {
    const text = encryptSecrets(value, key, OPERATION);
    const { plaintext, protectedHeader } = await compactDecrypt(text, encryption.privateKey);
    expect(JSON.parse(Buffer.from(plaintext).toString())).toEqual(value);
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', op: OPERATION });
  });

  test('encrypts secrets that we open', async () => {
    const text = await new CompactEncrypt(Buffer.from(JSON.stringify(value)))
      .setProtectedHeader({
        alg: 'ECDH-ES+A256KW',
        enc: 'A256GCM',
        kid: encryption.kid,
        op: OPERATION,
      })
      .encrypt(key.key);
    expect(await decryptSecrets(text, own, OPERATION)).toEqual({ value });
  });

  test('has the same thumbprints', async () => {
    const { kid, d: _, use: _use, ...jwk } = newPrivateJwk('sig');
    expect(kid).toBe(await calculateJwkThumbprint(jwk));
  });
});

describe('A key set', () => {
  const { signing } = newOwnKeys();
  const { keys } = keySetOf(signing, encryption);
  const [sig, enc] = keys;

  test('opens', () => {
    expect(openKeySet({ keys })?.map(({ kid, use }) => [kid, use])).toEqual([
      [signing.kid, 'sig'],
      [encryption.kid, 'enc'],
    ]);
  });

  test.each([
    ['no key that signs', [enc, enc]],
    ['one key alone', [sig]],
    ['a key twice', [sig, enc, enc]],
    ['a kid that is no thumbprint', [{ ...sig, kid: enc?.kid }, enc]],
    ['a point that is not on the curve', [offCurve(), enc]],
    ['another curve', [{ ...sig, crv: 'P-384' }, enc]],
  ])('does not open with %s', (_, given) => {
    expect(openKeySet({ keys: given })).toBeUndefined();
  });

  test('names a private key by its thumbprint, or does not open it', () => {
    const jwk = newPrivateJwk('sig');
    expect(openKeyPair(jwk).kid).toBe(jwk.kid);
    expect(() => openKeyPair({ ...jwk, kid: signing.kid })).toThrow('thumbprint');
  });

  function offCurve() {
    const x = sig?.x ?? '';
    return { ...sig, y: x, kid: thumbprintOf({ x, y: x }) };
  }
});

function headerOf(text: string) {
  const [head = ''] = text.split('.');
  return JSON.parse(Buffer.from(head, 'base64url').toString()) as {
    readonly alg: string;
    readonly enc: string;
    readonly kid: string;
    readonly op: string;
    readonly epk: {
      readonly kty: string;
      readonly crv: string;
      readonly x: string;
      readonly y: string;
    };
  };
}
