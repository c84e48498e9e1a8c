/** Rows of `npm run bench:security` for who a caller is: a signature, and a token. */
import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { newRootId } from '@billhook/core/ids';
import type { SigningSettings } from '@billhook/core/partner/signing';
import type { AwsClients } from '@billhook/runtime/aws/clients';
import { newApiKey } from '@billhook/runtime/callers/api-keys';
import { checkSignature } from '@billhook/runtime/callers/request-signature';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { signSsoToken, verifyToken } from '@billhook/runtime/callers/tokens';
import { environment } from './function-environment.ts';
import type { SecurityRow } from './security-row.ts';

const RATIO = 1.5;

export async function identityRows(): Promise<SecurityRow[]> {
  Object.assign(process.env, environment);
  return [
    signatureRow('signature, path alone', {}),
    signatureRow('signature, query of two', { limit: ['10'], cursor: ['abc'] }),
    await tokenRow(),
  ];
}

/** The order as received and encoded as most clients do: the first text that is tried. */
function signatureRow(name: string, query: Record<string, string[]>): SecurityRow {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const now = Date.now();
  const apiKey = newApiKey(newRootId('ptn', randomBytes));
  const path = '/v1/bill/list/cl_00000000000000000000';
  const pairs = Object.entries(query).map(([field, [value]]) => `${field}=${value}`);
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  const date = new Date(now).toISOString();
  const text = Buffer.from(`GET:${path}${search}:${apiKey}:${date}`);
  const padding = constants.RSA_PKCS1_PADDING;
  const signature = sign('sha256', text, { key: privateKey, padding });
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const key = { publicKey: der, fingerprint: 'measured', addedAt: date };
  const signing = { required: true, keys: [key] } as unknown as SigningSettings;
  const event = {
    httpMethod: 'GET',
    multiValueHeaders: { Signature: [signature.toString('base64')], Date: [date] },
    multiValueQueryStringParameters: query,
    requestContext: { path },
  };
  return {
    name,
    ours: () => {
      if (checkSignature(event, apiKey, signing, now)) throw new Error(`${name} is rejected`);
    },
    bare: () => {
      if (!verify('sha256', text, { key: publicKey, padding }, signature)) throw new Error(name);
    },
    target: { ratio: RATIO },
    kmsCalls: 0,
  };
}

async function tokenRow(): Promise<SecurityRow> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  // Its record is read once in seconds, and so is no part of the time that a token takes.
  const table = { get: async () => undefined, getMany: nothing, query: nothing, write: nothing };
  const aws = { kms: kmsOf(publicKey, privateKey) };
  const tokenKey = openTokenKey({ table, clock: () => now, aws });
  const token = await signSsoToken(tokenKey, {
    clientId: newRootId('cl', randomBytes),
    partnerId: newRootId('ptn', randomBytes),
    generation: 0,
    nonce: false,
    accessTokenExpiresIn: 3600,
    now,
    expiresAt: now + 3_600_000,
  });
  const [header = '', payload = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  return {
    name: 'token',
    ours: async () => {
      if (!(await verifyToken(tokenKey, token, 'sso', now)))
        throw new Error('The token is rejected');
    },
    bare: () => {
      if (!verify('sha256', signed, key, bytes)) throw new Error('The token is rejected');
    },
    target: { ratio: RATIO },
    // Its key is read once a process.
    kmsCalls: 0,
  };
}

async function nothing(): Promise<never> {
  throw new Error('A token is verified without any other use of the table');
}

function kmsOf(publicKey: KeyObject, privateKey: KeyObject): AwsClients['kms'] {
  const PublicKey = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' })).export({
    format: 'der',
    type: 'spki',
  });
  const send = async ({ input }: { readonly input: { readonly Message?: Uint8Array } }) =>
    input.Message ? { Signature: sign('sha256', input.Message, privateKey) } : { PublicKey };
  return { send } as AwsClients['kms'];
}
