/**
 * What `npm run bench:security` measures: each row is our work next to the bare `node:crypto` work
 * that it cannot do without. A new kind of check is one more row.
 */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type EncryptedPayload, parsePayload } from '@billhook/core/encrypted-payload';
import { newRootId } from '@billhook/core/ids';
import type { Operation } from '@billhook/core/operation';
import { newPartner } from '@billhook/core/partner/partner';
import type { AwsClients } from '@billhook/runtime/aws/clients';
import { apiKeyRecord, newApiKey, verifyApiKey } from '@billhook/runtime/callers/api-keys';
import { openPeppers } from '@billhook/runtime/callers/pepper';
import { openPayload, type Unwrap } from '@billhook/runtime/serve/open-payload';
import { readBody } from '@billhook/runtime/serve/request-body';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { environment } from './function-environment.ts';
import { identityRows } from './identity-rows.ts';
import { jweOf } from './jwe-of.ts';
import type { SecurityRow } from './security-row.ts';

const RATIO = 1.5;
const KEY_MICROSECONDS = 20;

/** All rows, with keys made for them. */
export async function securityRows(): Promise<SecurityRow[]> {
  return [...encryptedBodyRows(), await apiKeyRow(), ...(await identityRows())];
}

type Form = 'sha1' | 'sha256' | 'jwe';

function encryptedBodyRows(): SecurityRow[] {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const row = (name: string, form: Form, bytes: number): SecurityRow => {
    const text = JSON.stringify({ identifier: 'a'.repeat(bytes - 17) });
    const hash = form === 'jwe' ? jweOf(publicKey, text) : layoutOf(publicKey, text, form);
    const body = JSON.stringify({ encrypted: 'key_00000000000000000000', hash });
    const event = { body, headers: { 'content-type': 'application/json' } };
    const decrypt = decryptWith(privateKey, form);
    return {
      name,
      ours: async () => {
        const read = await readBody(anyBody, event as never as APIGatewayProxyEvent, decrypt);
        if (!('value' in read)) throw new Error(`${name} does not decrypt`);
      },
      bare: () => JSON.parse(bareDecrypt(privateKey, form, JSON.parse(body).hash).toString()),
      target: { ratio: RATIO },
      kmsCalls: form === 'sha256' ? 2 : 1,
    };
  };
  return [
    row('encrypted body, layout of SHA-1, 1 KiB', 'sha1', 1024),
    row('encrypted body, layout of SHA-1, 4 KiB', 'sha1', 4096),
    row('encrypted body, layout of SHA-256, 4 KiB', 'sha256', 4096),
    row('encrypted body, JWE, 1 KiB', 'jwe', 1024),
    row('encrypted body, JWE, 4 KiB', 'jwe', 4096),
    row('encrypted body, JWE, 64 KiB', 'jwe', 65_536),
  ];
}

const anyBody = {
  method: 'POST',
  path: '/measured',
  summary: 'Measured.',
  callers: ['partner'],
  scope: 'service',
  body: v.looseObject({}),
  response: v.object({}),
  errors: [],
  uses: {},
  impact: 'None.',
} as const satisfies Operation;

/**
 * In KMS's place: the same private operation, here. What KMS refuses costs a call, which is counted
 * apart, and no time.
 */
function decryptWith(privateKey: KeyObject, form: Form) {
  const accepted = form === 'sha1' ? 'RSAES_OAEP_SHA_1' : 'RSAES_OAEP_SHA_256';
  const unwrap: Unwrap = (wrapping, wrappedKey) =>
    wrapping === accepted
      ? privateDecrypt({ key: privateKey, oaepHash: hashOf(form) }, wrappedKey)
      : undefined;
  return async (payload: EncryptedPayload) => {
    const parsed = parsePayload(payload);
    return parsed && openPayload(parsed, unwrap);
  };
}

/** Nothing is checked that node:crypto does not check by itself. */
function bareDecrypt(privateKey: KeyObject, form: Form, hash: string): Buffer {
  const oaepHash = hashOf(form);
  if (form === 'jwe') {
    const [header = '', ...encoded] = hash.split('.');
    const [wrapped, iv, text, tag] = encoded.map((part) => Buffer.from(part, 'base64url')) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    const key = privateDecrypt({ key: privateKey, oaepHash }, wrapped);
    const decipher = createDecipheriv('aes-256-gcm', key, iv);
    decipher.setAAD(Buffer.from(header)).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]);
  }
  const [wrapped = '', text = ''] = hash.split('|');
  const content = privateDecrypt({ key: privateKey, oaepHash }, Buffer.from(wrapped, 'base64'));
  const [key = '', iv = ''] = content.toString().split('|');
  const decipher = createDecipheriv(
    'aes-256-ctr',
    Buffer.from(key, 'base64'),
    Buffer.from(iv, 'base64'),
  );
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]);
}

function hashOf(form: Form): 'sha1' | 'sha256' {
  return form === 'sha1' ? 'sha1' : 'sha256';
}

function layoutOf(publicKey: KeyObject, text: string, oaepHash: 'sha1' | 'sha256'): string {
  const [key, iv] = [randomBytes(32), randomBytes(16)];
  const content = Buffer.from(`${key.toString('base64')}|${iv.toString('base64')}`);
  const wrapped = wrap(publicKey, content, oaepHash);
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return `${wrapped.toString('base64')}|${encrypted.toString('base64')}`;
}

function wrap(key: KeyObject, content: Uint8Array, oaepHash: string): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key, oaepHash, padding }, content);
}

async function apiKeyRow(): Promise<SecurityRow> {
  Object.assign(process.env, environment);
  const pepper = randomBytes(48).toString('base64');
  // The secret is read once and kept for minutes: its reading is no part of a verification.
  const answer = { SecretString: JSON.stringify({ version: 1, pepper }) };
  const secrets = { send: async () => answer } as unknown as AwsClients['secrets'];
  const peppers = openPeppers({ aws: { secrets } });
  const now = Date.now();
  const created = new Date(now).toISOString();
  const partnerId = newRootId('ptn', randomBytes);
  const apiKey = newApiKey(partnerId);
  const record = await apiKeyRecord(peppers, apiKey, created);
  const partner = newPartner({ partnerId, name: 'Measured', now: created, apiKeys: [record] });
  return {
    name: 'API key',
    ours: async () => {
      if (!(await verifyApiKey(peppers, partner, apiKey, now)))
        throw new Error('The API key is rejected');
    },
    bare: () => {
      const hash = createHmac('sha256', pepper).update(apiKey).digest();
      if (!timingSafeEqual(hash, record.hash)) throw new Error('The hashes differ');
    },
    target: { microseconds: KEY_MICROSECONDS },
    kmsCalls: 0,
  };
}
