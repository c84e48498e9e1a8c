/** Verifies what comes to a webhook endpoint (Standard Webhooks), anywhere that has Web Crypto. */
import { type Bytes, fromBase64, utf8 } from './bytes.ts';
import type { Events } from './generated/events.ts';
import { webcrypto } from './webcrypto.ts';

/** An event of any type that these types know. A newer service may send others: pass over them. */
export type WebhookEvent = Events[keyof Events];

export type WebhookRequest = {
  /** `whsec_…`, of the endpoint. */
  readonly secret: string;
  /** Of the request: `Headers`, or an object such as Node's. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Byte for byte as it came. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** How far the clocks may be apart; 300 when left out. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch; the machine's clock when left out. */
  readonly now?: number;
};

export type WebhookFault = 'header-missing' | 'too-old' | 'too-new' | 'not-signed' | 'not-an-event';

/** The request is none of the service's: answer 400, and do nothing. */
export class WebhookError extends Error {
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault) {
    super(`The request to the webhook endpoint is refused: ${reason}`);
    this.name = 'WebhookError';
    this.reason = reason;
  }
}

const SECRET_PREFIX = 'whsec_';
const SIGNATURE_BYTES = 32;
const TOLERANCE_SECONDS = 300;
/** Somebody else may send any number. */
const MAX_SIGNATURES = 10;

/** @throws WebhookError unless the service signed the request within the tolerance. */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = request;
  const key = await importSecret(request.secret);
  const id = headerOf(request, 'webhook-id');
  const timestamp = headerOf(request, 'webhook-timestamp');
  const signatures = headerOf(request, 'webhook-signature');
  const age = now / 1_000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN);
  // What is no number is no time: it is neither within nor beyond.
  if (!(age <= toleranceSeconds)) throw new WebhookError('too-old');
  if (age < -toleranceSeconds) throw new WebhookError('too-new');
  const body = typeof request.body === 'string' ? utf8(request.body) : bytesOf(request.body);
  const signed = join(utf8(`${id}.${timestamp}.`), body);
  if (!(await isSigned(key, signatures, signed))) throw new WebhookError('not-signed');
  return eventIn(body);
}

async function importSecret(secret: string) {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const bytes = fromBase64(text);
  if (!bytes || bytes.length === 0) {
    throw new TypeError('secret must be the secret of a webhook endpoint: whsec_…');
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return await webcrypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

/** `verify` compares in constant time. */
async function isSigned(
  key: Awaited<ReturnType<typeof importSecret>>,
  signatures: string,
  signed: Bytes,
): Promise<boolean> {
  for (const one of signatures.split(' ').slice(0, MAX_SIGNATURES)) {
    const [version, text = ''] = one.split(',', 2);
    const signature = version === 'v1' ? fromBase64(text) : undefined;
    if (signature?.length !== SIGNATURE_BYTES) continue;
    if (await webcrypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function eventIn(body: Bytes): WebhookEvent {
  try {
    const { event } = JSON.parse(new TextDecoder().decode(body));
    if (typeof event?.type === 'string') return event;
  } catch {
    // It says below what is wrong.
  }
  throw new WebhookError('not-an-event');
}

function headerOf({ headers }: WebhookRequest, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : findHeader(headers, name);
  if (typeof value !== 'string' || value === '') throw new WebhookError('header-missing');
  return value;
}

function isHeaders(headers: WebhookRequest['headers']): headers is Headers {
  return typeof (headers as Headers).get === 'function';
}

function findHeader(headers: Exclude<WebhookRequest['headers'], Headers>, name: string) {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return value;
}

function bytesOf(body: Uint8Array | ArrayBuffer): Bytes {
  return new Uint8Array(body);
}

function join(first: Bytes, second: Bytes): Bytes {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
