import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  isEncryptedPayload,
  parseContentKey,
  parsePayload,
} from '@billhook/core/api/encrypted-payload';
import { describe, expect, test } from 'vitest';
import { encryptJwe, encryptLayout, jweHeader } from '../../../support/encrypt.ts';

// The public test vectors of other projects are not at hand: these are made here, one a fault.

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyId = 'key_00000000000000000000';
const parse = (hash: unknown, encrypted: unknown = keyId) => parsePayload({ encrypted, hash });
const base64 = (count: number) => randomBytes(count).toString('base64');
const base64url = (count: number) => randomBytes(count).toString('base64url');

describe('a body is of the encrypted form', () => {
  test.each([
    ['has both fields and no other', { encrypted: 'a', hash: 'b' }, true],
    ['has both fields, whatever they hold', { encrypted: 1, hash: null }, true],
    ['has a third field, which makes it malformed', { encrypted: 'a', hash: 'b', more: 1 }, true],
    ['has one of them', { encrypted: 'a' }, false],
    ['has the other', { hash: 'b' }, false],
    ['has none', {}, false],
  ])('when it %s: %j', (_, body, expected) => {
    expect(isEncryptedPayload(body)).toBe(expected);
  });
});

test('a body with a third field opens to nothing, whatever the two hold', () => {
  const hash = `${base64(256)}|${base64(16)}`;
  expect(parse(hash)).toBeDefined();
  expect(parsePayload({ encrypted: keyId, hash, more: 1 } as never)).toBeUndefined();
});

describe('the layout', () => {
  const layout = (wrapped: string, text: string) => parse(`${wrapped}|${text}`);

  test('is read, SHA-1 first', () => {
    const parsed = parse(encryptLayout(publicKey, '{}', 'sha1'));
    expect(parsed?.keyId).toBe(keyId);
    expect(parsed?.sealed).toBeUndefined();
    expect(parsed?.wrappings).toEqual(['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256']);
    expect(parsed?.wrappedKey).toHaveLength(256);
    expect(parsed?.text).toHaveLength(2);
  });

  test.each([
    [255, false],
    [256, true],
    [257, false],
    [0, false],
  ])('with a wrapped key of %i bytes: %j', (bytes, expected) => {
    expect(layout(base64(bytes), base64(20)) !== undefined).toBe(expected);
  });

  test.each([
    [1, false],
    [2, true],
    [1_048_576, true],
    [1_048_577, false],
  ])('with a text of %i bytes: %j', (bytes, expected) => {
    expect(layout(base64(256), base64(bytes)) !== undefined).toBe(expected);
  });

  const good = base64(20);
  test.each([
    ['a third part', `${base64(256)}|${good}|`],
    ['line breaks', `${base64(256)}|${good.slice(0, 8)}\n${good.slice(8)}`],
    ['a line break at the end', `${base64(256)}|${good}\n`],
    ['no padding', `${base64(256)}|${good.replace(/=+$/, '')}`],
    ['too much padding', `${base64(256)}|${good}=`],
    ['the alphabet of URLs', `${base64(256)}|${'-_'.repeat(10)}`],
    ['a character of no alphabet', `${base64(256)}|${good.slice(0, 4)}!${good.slice(5)}`],
    ['bits left over that are not zero', `${base64(256)}|AAB=`],
    ['spaces around', ` ${base64(256)}|${good}`],
    ['nothing before the bar', `|${good}`],
    ['nothing behind the bar', `${base64(256)}|`],
    ['a bar alone', '|'],
  ])('with %s is refused', (_, hash) => {
    expect(parse(hash)).toBeUndefined();
  });
});

describe('the content key of the layout', () => {
  const parsed = (text: string) => parseContentKey(Buffer.from(text));

  test('is 32 bytes, and 16 of iv', () => {
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    expect(parsed(`${key.toString('base64')}|${iv.toString('base64')}`)).toEqual({ key, iv });
  });

  test.each([
    ['31 bytes of key', `${base64(31)}|${base64(16)}`],
    ['33 bytes of key', `${base64(33)}|${base64(16)}`],
    ['16 bytes of key', `${base64(16)}|${base64(16)}`],
    ['15 bytes of iv', `${base64(32)}|${base64(15)}`],
    ['17 bytes of iv', `${base64(32)}|${base64(17)}`],
    ['no iv', base64(32)],
    ['an empty iv', `${base64(32)}|`],
    ['a third part', `${base64(32)}|${base64(16)}|${base64(16)}`],
    ['a line break', `${base64(32)}|${base64(16)}\n`],
    ['hexadecimal', `${'ab'.repeat(32)}|${'cd'.repeat(16)}`],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(parsed(text)).toBeUndefined();
  });

  test('is not the bytes themselves', () => {
    expect(parseContentKey(randomBytes(48))).toBeUndefined();
  });
});

describe('a JWE', () => {
  const withHeader = (header: Record<string, unknown> | string) =>
    parse(encryptJwe(publicKey, '{}', { header }));

  test('is read, of SHA-256 only', () => {
    const parsed = parse(encryptJwe(publicKey, '{"a":1}'));
    expect(parsed?.wrappings).toEqual(['RSAES_OAEP_SHA_256']);
    expect(parsed?.sealed?.iv).toHaveLength(12);
    expect(parsed?.sealed?.tag).toHaveLength(16);
  });

  test.each([
    ['its own key id', { ...jweHeader, kid: keyId }],
    ['a type', { ...jweHeader, typ: 'JWE', cty: 'json' }],
    ['another order', { enc: 'A256GCM', alg: 'RSA-OAEP-256' }],
  ])('may have %s in its header', (_, header) => {
    expect(withHeader(header)).toBeDefined();
  });

  test.each([
    ['alg of SHA-1', { ...jweHeader, alg: 'RSA-OAEP' }],
    ['alg of SHA-512', { ...jweHeader, alg: 'RSA-OAEP-512' }],
    ['alg RSA1_5', { ...jweHeader, alg: 'RSA1_5' }],
    ['alg none', { ...jweHeader, alg: 'none' }],
    ['alg dir', { ...jweHeader, alg: 'dir' }],
    ['alg A256KW', { ...jweHeader, alg: 'A256KW' }],
    ['alg PBES2', { ...jweHeader, alg: 'PBES2-HS256+A128KW', p2c: 1e9, p2s: 'AA' }],
    ['alg ECDH-ES', { ...jweHeader, alg: 'ECDH-ES' }],
    ['alg in small letters', { ...jweHeader, alg: 'rsa-oaep-256' }],
    ['alg in a list', { ...jweHeader, alg: ['RSA-OAEP-256'] }],
    ['no alg', { enc: 'A256GCM' }],
    ['no enc', { alg: 'RSA-OAEP-256' }],
    ['enc A128GCM', { ...jweHeader, enc: 'A128GCM' }],
    ['enc A256CBC-HS512', { ...jweHeader, enc: 'A256CBC-HS512' }],
    ['enc none', { ...jweHeader, enc: 'none' }],
    ['zip', { ...jweHeader, zip: 'DEF' }],
    ['crit', { ...jweHeader, crit: ['exp'], exp: 0 }],
    ['an empty crit', { ...jweHeader, crit: [] }],
    ['b64', { ...jweHeader, b64: false }],
    ['a key of its own', { ...jweHeader, jwk: { kty: 'RSA' } }],
    ['an address of keys', { ...jweHeader, jku: 'https://keys.example' }],
    ['another key id', { ...jweHeader, kid: 'key_00000000000000000001' }],
    ['an empty key id', { ...jweHeader, kid: '' }],
    ['a key id that is null', { ...jweHeader, kid: null }],
    ['__proto__', '{"alg":"RSA-OAEP-256","enc":"A256GCM","__proto__":{}}'],
    ['constructor', { ...jweHeader, constructor: 1 }],
    ['a list', '["RSA-OAEP-256","A256GCM"]'],
    ['null', 'null'],
    ['no JSON', 'alg=RSA-OAEP-256'],
    ['two objects', `${JSON.stringify(jweHeader)}{}`],
  ])('with a header of %s is refused', (_, header) => {
    expect(withHeader(header)).toBeUndefined();
  });

  test('with a header of 1,024 bytes is read, one byte more is refused', () => {
    const padded = (bytes: number) => {
      const typ = 'x'.repeat(bytes - JSON.stringify({ ...jweHeader, typ: '' }).length);
      return withHeader({ ...jweHeader, typ });
    };
    expect(padded(1024)).toBeDefined();
    expect(padded(1025)).toBeUndefined();
  });

  const [header = '', wrapped = '', iv = '', text = '', tag = ''] = encryptJwe(
    publicKey,
    '{"identifier":"a"}',
  ).split('.');
  const parts = { header, wrapped, iv, text, tag };
  const joined = (change: Partial<typeof parts>) =>
    parse(Object.values({ ...parts, ...change }).join('.'));

  test('of these parts is read', () => {
    expect(joined({})).toBeDefined();
  });

  test.each([
    ['an empty header', { header: '' }],
    ['an empty key, as dir has', { wrapped: '' }],
    ['a key of 255 bytes', { wrapped: base64url(255) }],
    ['a key of 257 bytes', { wrapped: base64url(257) }],
    ['an empty iv', { iv: '' }],
    ['an iv of 64 bits', { iv: base64url(8) }],
    ['an iv of 11 bytes', { iv: base64url(11) }],
    ['an iv of 13 bytes', { iv: base64url(13) }],
    ['an iv of 128 bits', { iv: base64url(16) }],
    ['an empty text', { text: '' }],
    ['a text of one byte', { text: base64url(1) }],
    ['a text of more than 1 MiB', { text: base64url(1_048_577) }],
    ['an empty tag', { tag: '' }],
    ['a tag of 32 bits', { tag: base64url(4) }],
    ['a tag of 96 bits', { tag: base64url(12) }],
    ['a tag of 15 bytes', { tag: base64url(15) }],
    ['a tag of 17 bytes', { tag: base64url(17) }],
    ['padding', { tag: `${tag}==` }],
    ['the other alphabet', { iv: '++++////++++////' }],
    [
      'bits left over that are not zero',
      { tag: `${tag.slice(0, -1)}${tag.endsWith('B') ? 'C' : 'B'}` },
    ],
    ['a line break', { text: `${text}\n` }],
  ])('with %s is refused', (_, change) => {
    expect(joined(change)).toBeUndefined();
  });

  test('with a text of 1 MiB is read', () => {
    expect(joined({ text: base64url(1_048_576) })).toBeDefined();
  });

  test.each([
    ['four parts, as a signed token cut short', [header, wrapped, iv, text]],
    ['three parts, as a signed token', [header, wrapped, iv]],
    ['six parts', [header, wrapped, iv, text, tag, tag]],
    ['six parts, the last empty', [header, wrapped, iv, text, tag, '']],
    ['one part', [header]],
    ['none', ['']],
  ])('of %s is refused', (_, given) => {
    expect(parse(given.join('.'))).toBeUndefined();
  });
});

test.each([
  [64, true],
  [65, false],
])('a key id of %i characters is looked for: %j', (length, expected) => {
  const hash = encryptLayout(publicKey, '{}', 'sha1');
  expect(parse(hash, 'k'.repeat(length)) !== undefined).toBe(expected);
});

test.each([[7], [null], [{}], [['a']], [true]])('%j is neither key id nor hash', (given) => {
  expect(parse(given)).toBeUndefined();
  expect(parse(encryptLayout(publicKey, '{}', 'sha1'), given)).toBeUndefined();
});
