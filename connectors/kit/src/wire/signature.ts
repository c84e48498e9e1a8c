/**
 * Signatures of requests, responses, reports and manifests: RFC 9421 with ECDSA P-256, over a digest of
 * the body (RFC 9530). Each kind of message has one list of components and one list of parameters, so a
 * verifier compares them with its own list and takes no other.
 */
import {
  createHash,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { type Dictionary, type InnerList, type Item, parseDictionary } from 'structured-headers';
import { CREATED_WITHIN_SECONDS } from '../protocol/limits.ts';
import type { WireRequest, WireResponse } from './message.ts';
import {
  baseOf,
  components,
  lists,
  type Message,
  type MessageKind,
  tagOf,
} from './signature-base.ts';

const LABEL = 'billhook';
const ALGORITHM = 'ecdsa-p256-sha256';
const KEY_ID = /^[\w-]{43}$/;
const NONCE = /^[\w-]{16,64}$/;
const NONCE_BYTES = 16;
const MAX_FIELD_LENGTH = 2_048;
/** The length of a signature: two numbers of 32 bytes, side by side. */
const SIGNATURE_BYTES = 64;

/** A private key, or a service that has one: it gets the signature base and returns 64 bytes. */
export type Signer = {
  readonly kid: string;
  readonly sign: (base: Uint8Array) => Uint8Array | Promise<Uint8Array>;
};

export function signerOf(pair: { readonly kid: string; readonly privateKey: KeyObject }): Signer {
  const { kid, privateKey } = pair;
  return {
    kid,
    sign: (base) => sign('sha256', base, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

export function digestOf(body: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

export type Signing = {
  readonly signer: Signer;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly nonce: string;
};

/** The request with its digest and signature. */
export async function signRequest(
  request: WireRequest,
  signing: Signing,
  kind: 'request' | 'report' = 'request',
): Promise<WireRequest> {
  const headers = { ...request.headers, 'content-digest': digestOf(request.body) };
  const signed = await signatureOf(kind, { ...request, headers }, undefined, signing);
  return { ...request, headers: { ...headers, ...signed } };
}

/** The response to a request, with its digest and signature. */
export async function signResponse(
  response: WireResponse,
  request: WireRequest,
  signing: Signing,
  kind: 'response' | 'manifest' = 'response',
): Promise<WireResponse> {
  const headers = { ...response.headers, 'content-digest': digestOf(response.body) };
  const signed = await signatureOf(kind, { ...response, headers }, request, signing);
  return { ...response, headers: { ...headers, ...signed } };
}

async function signatureOf(
  kind: MessageKind,
  message: Message,
  request: WireRequest | undefined,
  { signer, created, nonce }: Signing,
) {
  const input = inputOf(kind, { created, keyid: signer.kid, nonce });
  const base = baseOf(kind, message, request, input);
  if (base === undefined) throw new Error('A header of the protocol is missing');
  const signature = Buffer.from(await signer.sign(base)).toString('base64');
  return { 'signature-input': `${LABEL}=${input}`, signature: `${LABEL}=:${signature}:` };
}

type Parameters = { readonly created: number; readonly keyid: string; readonly nonce: string };

/** How our own signatures are written. Others may have the parameters in another order. */
function inputOf(kind: MessageKind, { created, keyid, nonce }: Parameters): string {
  return `${lists[kind]};created=${created};keyid="${keyid}";nonce="${nonce}";tag="${tagOf(kind)}"`;
}

export type SignatureProblem = 'not_signed' | 'clock';

export type Verified = {
  readonly ok: true;
  readonly keyid: string;
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly created: number;
};

export type Verification = Verified | { readonly ok: false; readonly problem: SignatureProblem };

export type Verifying = {
  /** The public key with this id, if its owner may sign such a message. */
  readonly keyOf: (keyid: string) => KeyObject | undefined;
  /** Seconds since the epoch. */
  readonly now: number;
  /** The nonce that the signature has to have: of a response, the request's. */
  readonly nonce?: string;
};

/** Whether somebody who may do so has signed this message, just now, with this body. */
export function verifyMessage(
  kind: MessageKind,
  message: Message,
  request: WireRequest | undefined,
  { keyOf, now, nonce }: Verifying,
): Verification {
  const parsed = parseSignature(kind, message);
  if (!parsed || !isDigestOf(message)) return refused('not_signed');
  const { parameters, input, signature } = parsed;
  const key = keyOf(parameters.keyid);
  const base = baseOf(kind, message, request, input);
  if (!key || !base) return refused('not_signed');
  if (!verify('sha256', base, { key, dsaEncoding: 'ieee-p1363' }, signature)) {
    return refused('not_signed');
  }
  if (nonce !== undefined && nonce !== parameters.nonce) return refused('not_signed');
  if (Math.abs(now - parameters.created) > CREATED_WITHIN_SECONDS) return refused('clock');
  return { ok: true, ...parameters };
}

function refused(problem: SignatureProblem): Verification {
  return { ok: false, problem };
}

type ParsedSignature = {
  readonly parameters: Parameters;
  /** The parameters as the signer wrote them, which the signature covers. */
  readonly input: string;
  readonly signature: Uint8Array;
};

function parseSignature(kind: MessageKind, { headers }: Message): ParsedSignature | undefined {
  const inputs = dictionaryOf(headers['signature-input']);
  const signatures = dictionaryOf(headers.signature);
  const list = inputs?.get(LABEL);
  const signature = signatures?.get(LABEL);
  if (!list || !signature || !isList(list) || isList(signature)) return undefined;
  const bytes = bytesOf(signature[0]);
  if (bytes?.length !== SIGNATURE_BYTES || !covers(kind, list)) return undefined;
  const parameters = parametersOf(kind, list);
  return parameters && { parameters, input: lists[kind] + written(list), signature: bytes };
}

/** Whether these are the components of this kind, in their order, and no others. */
function covers(kind: MessageKind, [items]: InnerList): boolean {
  const wanted = components[kind];
  return (
    items.length === wanted.length &&
    items.every(([name, parameters], index) => {
      const { name: expected, req } = wanted[index] ?? { name: '' };
      const isOfRequest = parameters.size === 1 && parameters.get('req') === true;
      return name === expected && (req ? isOfRequest : parameters.size === 0);
    })
  );
}

/** The parameters in the order in which they came. None has a character that would be escaped. */
function written([, parameters]: InnerList): string {
  let text = '';
  for (const [name, value] of parameters) {
    text += typeof value === 'number' ? `;${name}=${value}` : `;${name}="${value}"`;
  }
  return text;
}

/** Exactly these; `alg` too, if it says what is so anyway. */
function parametersOf(kind: MessageKind, [, given]: InnerList): Parameters | undefined {
  const [created, keyid, nonce] = ['created', 'keyid', 'nonce'].map((name) => given.get(name));
  const alg = given.get('alg');
  if (alg !== undefined && alg !== ALGORITHM) return undefined;
  if (given.size !== (alg === undefined ? 4 : 5) || given.get('tag') !== tagOf(kind))
    return undefined;
  if (typeof created !== 'number' || !Number.isSafeInteger(created)) return undefined;
  if (typeof keyid !== 'string' || !KEY_ID.test(keyid)) return undefined;
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined;
  return { created, keyid, nonce };
}

function isList(member: Item | InnerList): member is InnerList {
  return Array.isArray(member[0]);
}

function dictionaryOf(field: string | undefined): Dictionary | undefined {
  if (field === undefined || field.length > MAX_FIELD_LENGTH) return undefined;
  try {
    return parseDictionary(field);
  } catch {
    return undefined;
  }
}

function bytesOf(item: unknown): Uint8Array | undefined {
  return item instanceof ArrayBuffer ? new Uint8Array(item) : undefined;
}

/** Other algorithms may stand next to SHA-256; it alone counts. */
function isDigestOf({ headers, body }: Message): boolean {
  // As nearly everybody writes it.
  if (headers['content-digest'] === digestOf(body)) return true;
  const member = dictionaryOf(headers['content-digest'])?.get('sha-256');
  const given = member && !isList(member) ? bytesOf(member[0]) : undefined;
  const actual = createHash('sha256').update(body).digest();
  return given?.length === actual.length && timingSafeEqual(given, actual);
}
