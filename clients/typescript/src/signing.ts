/** Signs requests with the partner's own key, its body and idempotency key covered. */
import { type Bytes, base64, fromBase64, sha256, utf8 } from './bytes.ts';
import type { Signing } from './options.ts';
import { webcrypto } from './webcrypto.ts';

export type Signer = (request: Signable) => Promise<Record<string, string>>;

export type Signable = {
  readonly method: string;
  /** With `/v1` and the query, exactly as it is sent. */
  readonly path: string;
  readonly apiKey: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
};

/** @returns what makes the headers of a request. */
export function signerOf(signing: Signing, now: () => number): Signer {
  const sign = 'sign' in signing ? signing.sign : signWith(signing.privateKey);
  let last = 0;
  return async ({ method, path, apiKey, body, idempotencyKey }) => {
    // Two equal requests at the same time would be one signature, and the second refused as used.
    last = Math.max(now(), last + 1);
    const date = new Date(last).toISOString();
    const digest = digestIsDue(method) ? await digestOf(utf8(body ?? '')) : undefined;
    const covered = digest !== undefined && idempotencyKey !== undefined ? [idempotencyKey] : [];
    const parts = [method, path, apiKey, date, ...(digest ? [digest] : []), ...covered];
    return {
      date,
      ...(digest && { 'content-digest': digest }),
      signature: await sign(parts.join(':')),
    };
  };
}

function digestIsDue(method: string): boolean {
  return method === 'POST' || method === 'PUT';
}

async function digestOf(body: Bytes): Promise<string> {
  return `sha-256=:${base64(await sha256(body))}:`;
}

function signWith(pem: string): (text: string) => Promise<string> {
  const key = importKey(pem);
  // It is waited for, and fails, with the first request.
  key.catch(() => undefined);
  return async (text) =>
    base64(await webcrypto.subtle.sign('RSASSA-PKCS1-v1_5', await key, utf8(text)));
}

async function importKey(pem: string) {
  const [, body] =
    /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  const der = body && fromBase64(body.replace(/\s/g, ''));
  if (!der) {
    throw new TypeError(
      'privateKey is not a PEM of PKCS #8, BEGIN PRIVATE KEY. `openssl pkcs8 -topk8 -nocrypt` makes one of another form.',
    );
  }
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  return await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}
