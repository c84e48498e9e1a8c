import {
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  privateEncrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { Operation } from '@billhook/core/api/operation';
import { rootKey } from '@billhook/core/base/table-keys';
import { openNothing } from '@billhook/runtime/serve/opened-over';
import { serve } from '@billhook/runtime/serve/serve';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { encryptJwe, encryptLayout, jweHeader, wrap } from '../../../support/encrypt.ts';
import { memoryTable } from '../../../support/memory-table.ts';

const partnerId = 'ptn_00000000000000000000';
const keyId = 'key_00000000000000000000';
const kmsKeyArn = 'arn:aws:kms:us-east-1:000000000000:key/one';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const old = '2020-01-01T00:00:00.000Z';

/** What KMS was asked, by its algorithm; and what it fails with, when it does. */
let asked: string[] = [];
let failure: string | undefined;

const table = memoryTable();

beforeEach(async () => {
  asked = [];
  failure = undefined;
  await keepKey(old);
});

/** The partner has one key, made at that instant. */
async function keepKey(created: string): Promise<void> {
  const encryptionKeys = [{ keyId, kmsKeyArn, publicKey: '', created }];
  await table.write([{ put: { ...rootKey(partnerId), _id: partnerId, encryptionKeys } }]);
}

type DecryptInput = {
  readonly KeyId: string;
  readonly CiphertextBlob: Uint8Array;
  readonly EncryptionAlgorithm: string;
};

function answerDecrypt({ KeyId, CiphertextBlob, EncryptionAlgorithm }: DecryptInput) {
  asked.push(EncryptionAlgorithm);
  expect(KeyId).toBe(kmsKeyArn);
  if (failure) throw Object.assign(new Error('of KMS'), { name: failure });
  const oaepHash = EncryptionAlgorithm === 'RSAES_OAEP_SHA_1' ? 'sha1' : 'sha256';
  try {
    return { Plaintext: privateDecrypt({ key: privateKey, oaepHash }, CiphertextBlob) };
  } catch {
    throw Object.assign(new Error('of KMS'), { name: 'InvalidCiphertextException' });
  }
}

const operation = {
  method: 'POST',
  path: '/x',
  summary: 'X.',
  callers: ['partner'],
  scope: 'service',
  body: v.object({ name: v.string() }),
  response: v.object({ name: v.string() }),
  errors: [],
  uses: {},
  impact: 'X.',
} as const satisfies Operation;

const send = async ({ input }: { readonly input: DecryptInput }) => answerDecrypt(input);
const handle = serve(operation, openNothing, async ({ body }) => body).over({
  table,
  aws: { kms: { send } as never },
});

async function call(hash: unknown, encrypted: unknown = keyId) {
  const { statusCode, body } = await answerTo(hash, encrypted);
  const answer = JSON.parse(body);
  return `${statusCode} ${answer.code ?? answer.name}`;
}

function answerTo(hash: unknown, encrypted: unknown = keyId) {
  return handle({
    body: JSON.stringify({ encrypted, hash }),
    headers: { 'content-type': 'application/json' },
    requestContext: { authorizer: { kind: 'partner', partnerId, keyId: 'key_a' } },
  } as never as APIGatewayProxyEvent);
}

const text = '{"name":"a"}';
const content = (keyBytes = 32, ivBytes = 16) =>
  `${randomBytes(keyBytes).toString('base64')}|${randomBytes(ivBytes).toString('base64')}`;
const layoutOf = (wrapped: Uint8Array) =>
  `${Buffer.from(wrapped).toString('base64')}|${Buffer.from(text).toString('base64')}`;

test.each([
  ['the layout, SHA-1', () => encryptLayout(publicKey, text, 'sha1'), ['RSAES_OAEP_SHA_1']],
  [
    'the layout, SHA-256',
    () => encryptLayout(publicKey, text, 'sha256'),
    ['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'],
  ],
  ['a JWE', () => encryptJwe(publicKey, text), ['RSAES_OAEP_SHA_256']],
])('%s is opened, with no more calls to KMS than it takes', async (_, hash, calls) => {
  expect(await call(hash())).toBe('200 a');
  expect(asked).toEqual(calls);
});

test.each([
  ['a malformed body', () => 'x', keyId],
  ['an unknown key', () => encryptJwe(publicKey, text), 'key_00000000000000000001'],
])('%s is refused without a call to KMS', async (_, hash, id) => {
  expect(await call(hash(), id)).toBe('400 decryption_failed');
  expect(asked).toEqual([]);
});

describe('a wrapped key is refused', () => {
  const { publicKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const label = Buffer.from('label');
  const modulus = Buffer.from(publicKey.export({ format: 'jwk' }).n ?? '', 'base64url');
  const minusOne = Buffer.from(modulus);
  minusOne[255] = (minusOne[255] as number) - 1;
  const wrapped = wrap(publicKey, content(), 'sha256');

  test.each<[string, () => Uint8Array]>([
    ['for another key', () => wrap(otherKey, content(), 'sha256')],
    ['with a label', () => oaep(publicKey, content(), 'sha256', label)],
    ['of SHA-384', () => oaep(publicKey, content(), 'sha384')],
    ['of SHA-512', () => oaep(publicKey, content(), 'sha512')],
    ['of MD5', () => oaep(publicKey, content(), 'md5')],
    [
      'padded by PKCS #1 v1.5',
      () => publicEncrypt({ key: publicKey, padding: 1 }, content() as never),
    ],
    ['not padded', () => publicEncrypt({ key: publicKey, padding: 3 }, Buffer.alloc(256, 1))],
    ['signed instead', () => privateEncrypt({ key: privateKey }, Buffer.from(content()))],
    ['of zeros', () => Buffer.alloc(256)],
    ['of one', () => Buffer.concat([Buffer.alloc(255), Buffer.from([1])])],
    ['as large as the modulus', () => modulus],
    ['one less than the modulus', () => minusOne],
    ['of ones', () => Buffer.alloc(256, 0xff)],
    ['cut short, behind a zero', () => Buffer.concat([Buffer.alloc(1), wrapped.subarray(0, 255)])],
    ['that is empty inside', () => wrap(publicKey, '', 'sha1')],
    ['with the bytes themselves', () => wrap(publicKey, randomBytes(48), 'sha1')],
    ['of AES-128', () => wrap(publicKey, content(16), 'sha1')],
    ['with a short iv', () => wrap(publicKey, content(32, 12), 'sha256')],
  ])('%s', async (_, bytes) => {
    expect(await call(layoutOf(bytes()))).toBe('400 decryption_failed');
  });

  test('when it was cut, which the length tells', async () => {
    expect(await call(layoutOf(wrapped.subarray(0, 255)))).toBe('400 decryption_failed');
    expect(asked).toEqual([]);
  });
});

/** With what `wrap` leaves at its default. */
function oaep(key: KeyObject, given: string, oaepHash: string, oaepLabel?: Buffer): Buffer {
  return publicEncrypt({ key, oaepHash, oaepLabel }, Buffer.from(given));
}

describe('a JWE is refused', () => {
  const spoil = (hash: string, part: number) => {
    const parts = hash.split('.');
    const bytes = Buffer.from(parts[part] ?? '', 'base64url');
    bytes[0] = (bytes[0] as number) ^ 1;
    parts[part] = bytes.toString('base64url');
    return parts.join('.');
  };

  test.each<[string, () => string]>([
    ['whose key was wrapped by SHA-1', () => encryptJwe(publicKey, text, { oaepHash: 'sha1' })],
    ['of AES-128', () => encryptJwe(publicKey, text, { contentKey: randomBytes(16) })],
    ['of AES-192', () => encryptJwe(publicKey, text, { contentKey: randomBytes(24) })],
    ['with a key that was changed', () => spoil(encryptJwe(publicKey, text), 1)],
    ['with an iv that was changed', () => spoil(encryptJwe(publicKey, text), 2)],
    ['with a text that was changed', () => spoil(encryptJwe(publicKey, text), 3)],
    ['with a tag that was changed', () => spoil(encryptJwe(publicKey, text), 4)],
    [
      'with another valid header than it was made with',
      () => {
        const [, ...rest] = encryptJwe(publicKey, text).split('.');
        const header = Buffer.from(JSON.stringify({ ...jweHeader, typ: 'JWE' }));
        return [header.toString('base64url'), ...rest].join('.');
      },
    ],
    [
      'with the tag of another',
      () => {
        const [one, other] = [encryptJwe(publicKey, text), encryptJwe(publicKey, text)];
        return [...one.split('.').slice(0, 4), other.split('.')[4]].join('.');
      },
    ],
    ['that is no JSON inside', () => encryptJwe(publicKey, 'name')],
    [
      'that is another encrypted body inside',
      () => encryptJwe(publicKey, encryptJwe(publicKey, text)),
    ],
  ])('%s', async (_, hash) => {
    expect(await call(hash())).toBe('400 decryption_failed');
  });
});

test('what is inside is not decrypted once more', async () => {
  const inner = JSON.stringify({ encrypted: keyId, hash: encryptJwe(publicKey, text) });
  expect(await call(encryptJwe(publicKey, inner))).toBe('400 invalid_request');
});

test.each([
  ['DisabledException', '400 decryption_failed'],
  ['KMSInvalidStateException', '400 decryption_failed'],
  ['NotFoundException', '400 decryption_failed'],
  ['ThrottlingException', '503 service_unavailable'],
  ['KMSInternalException', '503 service_unavailable'],
  ['KeyUnavailableException', '503 service_unavailable'],
  ['DependencyTimeoutException', '503 service_unavailable'],
  ['TimeoutError', '503 service_unavailable'],
  ['AccessDeniedException', '500 internal_error'],
])('%s of KMS is %s', async (name, answer) => {
  failure = name;
  expect(await call(encryptJwe(publicKey, text))).toBe(answer);
});

test('a new key that may not be used yet is an outage, and says how long to wait', async () => {
  failure = 'AccessDeniedException';
  await keepKey(new Date().toISOString());
  const { statusCode, headers, body } = await answerTo(encryptJwe(publicKey, text));
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'service_unavailable']);
  expect(headers?.['retry-after']).toBe('30');
});
