/** Verifying request signatures (decision: signed-text): RSA 2048, PKCS#1 v1.5, SHA-256. */
import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import {
  checkSignedDate,
  lastSecondOf,
  type SignedRequest,
  signedTexts,
} from '@billhook/core/api/request-signature';
import { type Failure, fail } from '@billhook/core/base/errors';
import { type SigningSettings, validKeys } from '@billhook/core/partner/signing';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { strictBase64 } from '../serve/strict-base64.ts';

/** Bytes: those of the modulus. */
const SIGNATURE_BYTES = 256;

export type SignatureFailure = Failure<
  'signature_missing' | 'signature_expired' | 'signature_invalid' | 'digest_missing'
>;

type SignedEvent = Pick<
  APIGatewayRequestAuthorizerEvent,
  'httpMethod' | 'multiValueHeaders' | 'multiValueQueryStringParameters'
> & { readonly requestContext: { readonly path: string } };

/** Nothing when the request may go on. */
export function checkSignature(
  event: SignedEvent,
  apiKey: string,
  signing: SigningSettings | undefined,
  now: number,
): SignatureFailure | undefined {
  const signature = headerOf(event, 'signature');
  if (!signing || (!signing.required && signature.count === 0)) return undefined;
  const keys = validKeys(signing, now);
  // Without a key there is nothing to hold a signature against that nobody asked for.
  if (!signing.required && keys.length === 0) return undefined;
  const date = headerOf(event, 'date');
  if (!signature.value || !date.value) return fail('signature_missing');
  const timing = checkSignedDate(date.value, now);
  if (timing === 'malformed') return fail('signature_invalid', { detail: DATE_EXPECTATION });
  if (lacksDigest(event, signing)) return fail('digest_missing');
  if (timing === 'out-of-time') return fail('signature_expired');
  const request = signedRequestOf(event, apiKey, date.value);
  const ambiguous = signature.count > 1 || date.count > 1 || request === undefined;
  if (ambiguous) return fail('signature_invalid');
  const signed = keys.some(({ publicKey }) =>
    verifySignature(signedTexts(request), signature.value, publicKey),
  );
  return signed ? undefined : fail('signature_invalid');
}

const DATE_EXPECTATION =
  'The `Date` header must be an ISO 8601 date-time with its offset, such as ' +
  '`2026-11-21T12:00:00.000Z`. Other forms of HTTP dates are not accepted.';

/** No other method has a body that is read. */
function lacksDigest(event: SignedEvent, { requireDigest }: SigningSettings): boolean {
  const hasBody = event.httpMethod === 'POST' || event.httpMethod === 'PUT';
  return Boolean(requireDigest) && hasBody && headerOf(event, 'content-digest').count === 0;
}

/** What the authorizer tells of a signature that counts once. Texts and numbers only. */
export type CountedSignature = {
  /** Its SHA-256. */
  readonly signature: string;
  /** The last second in which it can be used. */
  readonly signatureUntil: number;
};

/** Of a request whose signature was checked; nothing where its partner did not ask for it. */
export function countedSignature(
  event: SignedEvent,
  signing: SigningSettings | undefined,
): CountedSignature | undefined {
  if (!signing?.refuseReplays) return undefined;
  const signature = createHash('sha256').update(headerOf(event, 'signature').value);
  return {
    signature: signature.digest('base64url'),
    signatureUntil: lastSecondOf(headerOf(event, 'date').value),
  };
}

/**
 * Whether one of the texts was signed.
 * @param publicKey SPKI in DER, in Base64.
 */
export function verifySignature(
  texts: Iterable<string>,
  signature: string,
  publicKey: string,
): boolean {
  const bytes = strictBase64(signature);
  if (bytes?.length !== SIGNATURE_BYTES) return false;
  const key = { key: keyObject(publicKey), padding: constants.RSA_PKCS1_PADDING };
  for (const text of texts) if (verify('sha256', Buffer.from(text), key, bytes)) return true;
  return false;
}

function signedRequestOf(
  event: SignedEvent,
  apiKey: string,
  date: string,
): SignedRequest | undefined {
  const signedPath = headerOf(event, 'signed-path');
  const digest = headerOf(event, 'content-digest');
  const key = headerOf(event, 'idempotency-key');
  if (signedPath.count > 1 || digest.count > 1) return undefined;
  return {
    method: event.httpMethod,
    path: event.requestContext.path,
    query: queryOf(event),
    apiKey,
    date,
    ...(signedPath.count === 1 && { signedPath: signedPath.value }),
    ...(digest.count === 1 && { contentDigest: digest.value }),
    ...(key.count === 1 && { idempotencyKey: key.value }),
  };
}

function queryOf(event: SignedEvent): Record<string, string[]> {
  const entries = Object.entries(event.multiValueQueryStringParameters ?? {});
  return Object.fromEntries(entries.map(([name, values]) => [name, values ?? []]));
}

type Header = { readonly value: string; readonly count: number };

/** A header sent twice has no one value that could have been signed. */
function headerOf(event: SignedEvent, name: string): Header {
  const given = event.multiValueHeaders ?? {};
  const values = Object.entries(given)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, sent]) => sent ?? []);
  return { value: values[0] ?? '', count: values.length };
}

/** Reading a key from DER costs as much as verifying with it. */
const MAX_KNOWN_KEYS = 1_000;
const known = new Map<string, KeyObject>();

function keyObject(publicKey: string): KeyObject {
  const standing = known.get(publicKey);
  if (standing) return standing;
  const der = Buffer.from(publicKey, 'base64');
  const made = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const [oldest] = known.keys();
  if (known.size >= MAX_KNOWN_KEYS && oldest !== undefined) known.delete(oldest);
  known.set(publicKey, made);
  return made;
}
