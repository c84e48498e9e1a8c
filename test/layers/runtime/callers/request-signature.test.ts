/**
 * Malformed signatures of every kind, through the function that verifies requests. Wycheproof's
 * vectors are not at hand; these are their equivalents, made by raw RSA with the private key.
 */
import { constants, createHash, privateDecrypt, sign } from 'node:crypto';
import type { SigningSettings } from '@billhook/core/partner/signing';
import { checkSignature, verifySignature } from '@billhook/runtime/callers/request-signature';
import { describe, expect, test } from 'vitest';
import { derOf, rsaPair, signText } from '../../../support/signing.ts';

const pair = rsaPair();
const publicKey = derOf(pair.publicKey);
const TEXT = 'GET:/v1/bill/list/cl_1:KEY:2026-11-21T12:00:00.000Z';
const BYTES = 256;

/** RSA without any padding: what a signature with a free choice of the padded block would be. */
function rawSign(block: Buffer): Buffer {
  const key = { key: pair.privateKey, padding: constants.RSA_NO_PADDING };
  return privateDecrypt(key, block);
}

const digest = createHash('sha256').update(TEXT).digest();
const SHA256 = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const good = Buffer.concat([SHA256, digest]);

/** `00 01 FF … FF 00` and what stands behind it, which need not be what it should be. */
function block(info: Buffer, change: (padding: Buffer) => void = () => {}, head = [0, 1]): Buffer {
  const padding = Buffer.alloc(BYTES - 3 - info.length, 0xff);
  change(padding);
  return Buffer.concat([Buffer.from(head), padding, Buffer.from([0]), info]);
}

function info(hex: string): Buffer {
  return Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), digest]);
}

/** Short padding with rubbish behind, as the forgeries on low exponents have it. */
function shortPadding(length: number, content: Buffer): Buffer {
  const start = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(length, 0xff), Buffer.from([0])]);
  return Buffer.concat([start, content, Buffer.alloc(BYTES - start.length - content.length, 0xaa)]);
}

function number(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function bytesOf(value: bigint, length = BYTES): Buffer {
  return Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');
}

const modulus = number(Buffer.from(pair.publicKey.export({ format: 'jwk' }).n ?? '', 'base64url'));
const valid = Buffer.from(signText(TEXT, pair.privateKey), 'base64');
const s = number(valid);

test('raw RSA makes the very signature that a library makes', () => {
  expect(rawSign(block(good))).toEqual(valid);
  expect(verifySignature([TEXT], valid.toString('base64'), publicKey)).toBe(true);
  expect(verifySignature(['another', TEXT], valid.toString('base64'), publicKey)).toBe(true);
});

const blocks: Record<string, Buffer> = {
  'no NULL in the algorithm': block(info('302f 300b 0609608648016503040201 0420')),
  'parameters of another type': block(info('3031300d0609608648016503040201 0400 0420')),
  'a NULL with content': block(info('3032300e0609608648016503040201 050100 0420')),
  'two NULLs': block(info('3033300f0609608648016503040201 05000500 0420')),
  'long form of the outer length': block(info('308131 300d0609608648016503040201 0500 0420')),
  'long form of two bytes': block(info('30820031 300d0609608648016503040201 0500 0420')),
  'long form of eight bytes': block(
    info('30880000000000000031 300d0609608648016503040201 0500 0420'),
  ),
  'long form of the inner length': block(info('3032 30810d0609608648016503040201 0500 0420')),
  'long form of the OID’s length': block(info('3032 300e 068109608648016503040201 0500 0420')),
  'long form of the NULL’s length': block(info('3032 300e0609608648016503040201 058100 0420')),
  'long form of the digest’s length': block(info('3032 300d0609608648016503040201 0500 048120')),
  'indefinite length': block(
    Buffer.concat([info('3080 300d0609608648016503040201 0500 0420'), Buffer.alloc(2)]),
  ),
  'indefinite length inside': block(info('3034 30800609608648016503040201 05000000 0420')),
  'outer length too small': block(info('3030300d0609608648016503040201 05000420')),
  'outer length too large': block(info('3032300d0609608648016503040201 05000420')),
  'digest’s length too small': block(info('3031300d0609608648016503040201 0500041f')),
  'digest’s length too large': block(info('3031300d0609608648016503040201 05000421')),
  'a wrong outer tag': block(info('3131300d0609608648016503040201 05000420')),
  'a wrong inner tag': block(info('3031310d0609608648016503040201 05000420')),
  'a wrong OID tag': block(info('3031300d0509608648016503040201 05000420')),
  'a wrong digest tag': block(info('3031300d0609608648016503040201 05000320')),
  'the OID of SHA-512': block(info('3031300d0609608648016503040203 05000420')),
  'the OID of SHA-224': block(info('3031300d0609608648016503040204 05000420')),
  'the OID of SHA3-256': block(info('3031300d0609608648016503040208 05000420')),
  'an OID with a leading zero byte': block(info('3032300e060a80608648016503040201 05000420')),
  'no algorithm': block(info('3022 0420')),
  'no DigestInfo': block(digest),
  'an empty digest': block(Buffer.from('3011300d060960864801650304020105000400', 'hex')),
  'a digest of another text': block(
    Buffer.concat([SHA256, createHash('sha256').update('another').digest()]),
  ),
  'a digest cut off': block(good.subarray(0, -1)),
  'a byte behind the digest': block(Buffer.concat([good, Buffer.from([0])])),
  'much behind the digest': block(Buffer.concat([good, Buffer.alloc(100, 1)])),
  'a second digest behind': block(Buffer.concat([good, digest])),
  'garbage inside the sequence': block(
    Buffer.concat([
      Buffer.from('3033300d060960864801650304020105000420', 'hex'),
      digest,
      Buffer.from('0500', 'hex'),
    ]),
  ),
  'garbage in the algorithm': block(
    info('3041 301d0609608648016503040201 0500 0c0e 6162636465666768696a6b6c6d6e 0420'),
  ),
  'one byte of padding': shortPadding(1, good),
  'seven bytes of padding': shortPadding(7, good),
  'eight bytes of padding and rubbish behind': shortPadding(8, good),
  'no padding': shortPadding(0, good),
  'padding of zeros': block(good, (padding) => padding.fill(0)),
  'padding of other bytes': block(good, (padding) => padding.fill(0xfe)),
  'first byte of padding changed': block(good, (padding) => padding.fill(0xfe, 0, 1)),
  'last byte of padding changed': block(good, (padding) => padding.fill(0x7f, padding.length - 1)),
  'a zero within the padding': block(good, (padding) => padding.fill(0, 20, 21)),
  'block type 0': block(good, undefined, [0, 0]),
  'block type 2': block(good, undefined, [0, 2]),
  'block type 255': block(good, undefined, [0, 255]),
  'no leading zero': bytesOf(number(block(good)) << 8n).subarray(1),
  'the separator missing': Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.alloc(BYTES - 2 - good.length, 0xff),
    good,
  ]),
  'the separator not zero': Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.alloc(BYTES - 3 - good.length, 0xff),
    Buffer.from([1]),
    good,
  ]),
  'the block shifted left': Buffer.concat([block(good).subarray(1), Buffer.from([0])]),
  'nothing but padding': Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.alloc(BYTES - 3, 0xff),
    Buffer.from([0]),
  ]),
};

/** All but those whose block is too large for the modulus, which no signature can give. */
const padded = Object.entries(blocks).map(([name, bytes]) => {
  const whole = Buffer.concat([Buffer.alloc(Math.max(0, BYTES - bytes.length)), bytes]);
  return [name, bytesOf(number(whole) % modulus)] as const;
});

test.each(padded)('a block with %s is refused', (_, bytes) => {
  expect(verifySignature([TEXT], rawSign(bytes).toString('base64'), publicKey)).toBe(false);
});

const otherHash = (name: string) =>
  sign(name, Buffer.from(TEXT), { key: pair.privateKey, padding: constants.RSA_PKCS1_PADDING });
const pss = (saltLength: number) =>
  sign('sha256', Buffer.from(TEXT), {
    key: pair.privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength,
  });

const signatures: readonly (readonly [string, Buffer])[] = [
  ['0', Buffer.alloc(BYTES)],
  ['1', bytesOf(1n)],
  ['2', bytesOf(2n)],
  ['n - 1', bytesOf(modulus - 1n)],
  ['n', bytesOf(modulus)],
  ['n + 1', bytesOf(modulus + 1n)],
  ['n - s', bytesOf(modulus - s)],
  ['s + 1', bytesOf(s + 1n)],
  ['s + n, a byte longer', bytesOf(s + modulus, BYTES + 1)],
  ['all ones', Buffer.alloc(BYTES, 0xff)],
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([1])],
  ['s without its last byte', valid.subarray(0, -1)],
  ['s without its first byte', valid.subarray(1)],
  ['s with a zero in front', Buffer.concat([Buffer.alloc(1), valid])],
  ['s with a zero behind', Buffer.concat([valid, Buffer.alloc(1)])],
  ['s twice', Buffer.concat([valid, valid])],
  ['s reversed', Buffer.from(valid.toReversed())],
  ['s in DER', Buffer.concat([Buffer.from('0282010100', 'hex'), valid])],
  ['the padded block itself', block(good)],
  [
    'a cube root of the block, for exponent 3',
    bytesOf(cubeRoot(number(shortPadding(8, good))) + 1n),
  ],
  ['SHA-1', otherHash('sha1')],
  ['SHA-224', otherHash('sha224')],
  ['SHA-384', otherHash('sha384')],
  ['SHA-512', otherHash('sha512')],
  ['MD5', otherHash('md5')],
  ['SHA3-256', otherHash('sha3-256')],
  ['PSS without salt', pss(0)],
  ['PSS with a salt of 32 bytes', pss(32)],
  ['another text', Buffer.from(signText(`${TEXT} `, pair.privateKey), 'base64')],
  ['another key', Buffer.from(signText(TEXT, rsaPair().privateKey), 'base64')],
];

test.each(signatures)('a signature that is %s is refused', (_, bytes) => {
  expect(verifySignature([TEXT], bytes.toString('base64'), publicKey)).toBe(false);
});

test('every bit of a signature counts', () => {
  for (let bit = 0; bit < BYTES * 8; bit += 7) {
    const changed = Buffer.from(valid);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(verifySignature([TEXT], changed.toString('base64'), publicKey)).toBe(false);
  }
});

const text = valid.toString('base64');
test.each([
  ['without padding', text.replace(/=+$/, '')],
  ['with one sign of padding', text.slice(0, -1)],
  ['with too much padding', `${text}=`],
  ['with a space behind', `${text} `],
  ['with a space in front', ` ${text}`],
  ['with a line break', `${text.slice(0, 76)}\n${text.slice(76)}`],
  ['with a character that is none', `${text.slice(0, 9)}!${text.slice(9)}`],
  ['with padding in the middle', `${text.slice(0, 8)}==${text.slice(8)}`],
  ['in URL-safe letters', valid.toString('base64url')],
  ['in URL-safe letters, padded', `${valid.toString('base64url')}==`],
  ['in hexadecimal', valid.toString('hex')],
  ['with bits that mean nothing', `${text.slice(0, -3)}${nextLetter(text.at(-3) ?? '')}==`],
  ['twice', text + text],
  ['empty', ''],
])('Base64 %s is refused', (_, given) => {
  expect(verifySignature([TEXT], given, publicKey)).toBe(false);
});

function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return letters[letters.indexOf(letter) + 1] ?? '';
}

function cubeRoot(value: bigint): bigint {
  let low = 0n;
  let high = 1n << 700n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** 3n <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}

describe('a request', () => {
  const NOW = Date.parse('2026-11-21T12:00:00.000Z');
  const DATE = '2026-11-21T12:00:00.000Z';
  const key = { publicKey, fingerprint: 'f', addedAt: DATE };
  const optional: SigningSettings = { required: false, keys: [key] };
  const required: SigningSettings = { required: true, keys: [key] };

  type Given = { headers?: Record<string, string[]>; method?: string; path?: string };

  function event({ headers = {}, method = 'GET', path = '/v1/bill/x' }: Given) {
    return {
      httpMethod: method,
      multiValueHeaders: headers,
      multiValueQueryStringParameters: { q: ['a b'] },
      requestContext: { path },
    };
  }

  const signature = signText(`GET:/v1/bill/x?q=a+b:KEY:${DATE}`, pair.privateKey);
  const signed = { Date: [DATE], SIGNATURE: [signature] };

  const failureOf = (given: Given, settings: SigningSettings | undefined, now = NOW) =>
    checkSignature(event(given) as never, 'KEY', settings, now)?.failure;

  test('is let through signed, whatever the case of the headers’ names', () => {
    expect(failureOf({ headers: signed }, required)).toBeUndefined();
    expect(failureOf({ headers: signed }, optional)).toBeUndefined();
  });

  test('is let through unsigned only where signatures are not required', () => {
    expect(failureOf({}, undefined)).toBeUndefined();
    expect(failureOf({}, optional)).toBeUndefined();
    expect(failureOf({}, required)).toBe('signature_missing');
    expect(failureOf({ headers: { date: [DATE] } }, required)).toBe('signature_missing');
    expect(failureOf({ headers: { signature: [signature] } }, required)).toBe('signature_missing');
    expect(failureOf({ headers: { ...signed, SIGNATURE: [''] } }, required)).toBe(
      'signature_missing',
    );
  });

  test('with a wrong signature is refused where none is required, too', () => {
    expect(failureOf({ headers: signed, path: '/v1/bill/y' }, optional)).toBe('signature_invalid');
    expect(failureOf({ headers: { signature: [signature] } }, optional)).toBe('signature_missing');
    expect(
      failureOf({ headers: { ...signed, SIGNATURE: ['x'] } }, { required: false, keys: [] }),
    ).toBe(undefined);
  });

  test.each([
    [-300_000, undefined],
    [300_000, undefined],
    [-300_001, 'signature_expired'],
    [300_001, 'signature_expired'],
    [-301_000, 'signature_expired'],
    [301_000, 'signature_expired'],
  ])('%i ms away from the clock comes to %s', (offset, expected) => {
    expect(failureOf({ headers: signed }, required, NOW + offset)).toBe(expected);
  });

  test('with a header twice is refused', () => {
    for (const name of ['Date', 'SIGNATURE'] as const) {
      const twice = { ...signed, [name]: [...signed[name], ...signed[name]] };
      expect(failureOf({ headers: twice }, required)).toBe('signature_invalid');
    }
    const apart = { ...signed, date: [DATE] };
    expect(failureOf({ headers: apart }, required)).toBe('signature_invalid');
  });

  test('of which another method, path or query was signed is refused', () => {
    for (const change of [{ method: 'POST' }, { path: '/v1/bill/X' }, { path: '/v1/bill/x/' }]) {
      expect(failureOf({ headers: signed, ...change }, required)).toBe('signature_invalid');
    }
    const other = {
      ...event({ headers: signed }),
      multiValueQueryStringParameters: { q: ['a  b'] },
    };
    expect(checkSignature(other as never, 'KEY', required, NOW)?.failure).toBe('signature_invalid');
    expect(checkSignature(event({ headers: signed }) as never, 'KEX', required, NOW)?.failure).toBe(
      'signature_invalid',
    );
  });

  test('may be signed with any key that is held', () => {
    const stranger = { publicKey: derOf(rsaPair().publicKey), fingerprint: 'g', addedAt: DATE };
    const held = { required: true, keys: [stranger, { ...key, kid: 'same' }] };
    expect(failureOf({ headers: signed }, held)).toBeUndefined();
    const late = { required: true, keys: [stranger, { ...key, expiresAt: DATE }] };
    expect(failureOf({ headers: signed }, late)).toBe('signature_invalid');
    expect(failureOf({ headers: signed }, late, NOW - 1)).toBeUndefined();
  });
});
