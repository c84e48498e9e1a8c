/** A request that is signed and whose body is encrypted, as the gateway hands it on, and what opens it. */
import { constants, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { BillRecord } from '@billhook/core/bill/bill';
import { newPartner, type PartnerRecord } from '@billhook/core/partner/partner';
import { apiKeyRecord, newApiKey } from '@billhook/runtime/callers/api-keys';
import type { Peppers } from '@billhook/runtime/callers/pepper';
import { jweOf } from './jwe-of.ts';

export type SignedCase = {
  readonly partner: PartnerRecord;
  /** What Secrets Manager holds. */
  readonly secret: string;
  /** What KMS holds. */
  readonly privateKey: string;
  /** The request as it is now: signatures end after five minutes. */
  readonly request: () => SignedRequest;
};

export type SignedRequest = {
  readonly httpMethod: 'POST';
  readonly path: string;
  readonly resource: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, string[]>>;
  readonly multiValueQueryStringParameters: null;
  readonly methodArn: string;
  readonly requestContext: { readonly path: string; readonly extendedRequestId: string };
};

const ENCRYPTION_KEY = 'key_00000000000000000000bench000';
/** A busy partner's: leases of ten requests, as they are by default. */
const RATE_LIMIT = { requestsPerSecond: 10_000, burst: 500 };

export async function signedCase(partnerId: string, bill: BillRecord): Promise<SignedCase> {
  const [signing, encryption] = [newKeys(), newKeys()];
  const created = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  const apiKey = newApiKey(partnerId);
  const pepper = { version: 1, pepper: randomBytes(48).toString('base64') };
  const peppers = { newest: async () => pepper } as unknown as Peppers;
  const apiKeys = [await apiKeyRecord(peppers, apiKey, created)];
  const key = { publicKey: derOf(signing.publicKey), fingerprint: 'bench', addedAt: created };
  const partner = {
    ...newPartner({ partnerId, name: 'Bench', now: created, apiKeys }),
    rateLimit: RATE_LIMIT,
    signing: { required: true, keys: [key] },
    encryptionKeys: [
      {
        keyId: ENCRYPTION_KEY,
        kmsKeyArn: 'arn:aws:kms:us-east-1:000000000000:key/bench',
        publicKey: derOf(encryption.publicKey),
        created,
      },
    ],
  } as PartnerRecord;
  const text = JSON.stringify({ billId: bill._id, schedule: 'day-before' });
  const hash = jweOf(encryption.publicKey, text);
  const body = JSON.stringify({ encrypted: ENCRYPTION_KEY, hash });
  return {
    partner,
    secret: JSON.stringify(pepper),
    privateKey: String(encryption.privateKey.export({ format: 'pem', type: 'pkcs8' })),
    request: () => requestOf(apiKey, body, signing.privateKey),
  };
}

function requestOf(apiKey: string, body: string, key: KeyObject): SignedRequest {
  const path = '/v1/payment/settings';
  const date = new Date().toISOString();
  const padding = constants.RSA_PKCS1_PADDING;
  const signed = Buffer.from(`POST:${path}:${apiKey}:${date}`);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    date,
    signature: sign('sha256', signed, { key, padding }).toString('base64'),
  };
  const multiValueHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value]]),
  );
  return {
    ...{ httpMethod: 'POST', path: '/payment/settings', resource: '/payment/settings', body },
    ...{ headers, multiValueHeaders, multiValueQueryStringParameters: null },
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:bench/v1/POST/payment/settings',
    requestContext: { path, extendedRequestId: 'bench' },
  };
}

function newKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function derOf(publicKey: KeyObject): string {
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}
