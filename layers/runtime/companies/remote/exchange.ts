/**
 * One signed request to a remote connector, and its response as far as it can be believed
 * (decision: unsigned-is-no-response).
 */
import { MAX_BODY_BYTES, PROTOCOL } from '@billhook/connector-kit/protocol/limits';
import {
  type OperationName,
  type OperationState,
  operationState,
  operations,
  pathOf,
  type WireOperation,
} from '@billhook/connector-kit/protocol/operations';
import { type ProblemCode, problemDocument } from '@billhook/connector-kit/protocol/problems';
import { CERTIFICATE_HEADER, type Certified } from '@billhook/connector-kit/wire/certificate';
import { encryptionKey, type OpenKeys, signingKey } from '@billhook/connector-kit/wire/keys';
import {
  jsonBytes,
  NO_BODY,
  readJson,
  type WireRequest,
  type WireResponse,
} from '@billhook/connector-kit/wire/message';
import { type Agreement, encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import {
  newNonce,
  type Signer,
  signRequest,
  verifyMessage,
} from '@billhook/connector-kit/wire/signature';
import type { Clock } from '@billhook/core/base/dates';
import type { WorkLink } from '@billhook/core/company/worker/operation';
import * as v from 'valibot';
import type { RequestDeps, RequestFailure } from '../../outbound/safe-request.ts';
import { requestConnector } from './request-connector.ts';

/** Longer than the 25 seconds that a connector may take for a response. */
const TIMEOUT_MILLISECONDS = 30_000;
const MAX_RETRY_AFTER_SECONDS = 3_600;

export type RemoteConnector = {
  readonly id: string;
  readonly baseUrl: string;
  /** Those of its keys that were pinned. */
  readonly keys: OpenKeys;
  /** A key that ours has certified for it, where it takes such: ours costs by the use. */
  readonly certify?: (own: Signer) => Promise<Certified>;
  /** How requests are carried where they are not sent: to workers of this deployment. */
  readonly carry?: (call: WireCall) => Promise<Exchanged>;
};

export type WireDeps = {
  readonly signer: Signer;
  /** Our keys, which a connector encrypts to: the current one, and earlier ones. */
  readonly agreements: readonly Agreement[];
  readonly clock: Clock;
  readonly outbound?: RequestDeps;
};

export type WireCall = {
  readonly name: OperationName;
  readonly operation: string;
  readonly parts?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly document?: Readonly<Record<string, unknown>>;
  readonly secrets?: unknown;
  /** Of a login, the link that it is for. It stays in the deployment. */
  readonly link?: WorkLink;
};

/** What is certain, and what is not. Nothing here says that money has not moved. */
export type Exchanged =
  | {
      readonly kind: 'state';
      readonly state: OperationState;
      /** A worker of ours is at it, and sends heartbeats. Nothing that comes over the wire says so. */
      readonly carried?: true;
    }
  | { readonly kind: 'document'; readonly document: unknown }
  /** The connector refused the request, and signed that. */
  | { readonly kind: 'refused'; readonly code: ProblemCode; readonly retryAfterSeconds?: number }
  /** Nothing was sent. */
  | { readonly kind: 'not-sent' }
  /** It may have arrived. */
  | { readonly kind: 'doubt'; readonly reason: DoubtReason };

export type DoubtReason = 'no-response' | 'not-signed' | 'too-large' | 'no-document';

const notSent: readonly RequestFailure[] = [
  'address_refused',
  'name_not_found',
  'connection_failed',
  'tls_failed',
];

export async function exchange(
  connector: RemoteConnector,
  deps: WireDeps,
  call: WireCall,
): Promise<Exchanged> {
  if (connector.carry) return connector.carry(call);
  const request = await signedRequest(connector, deps, call);
  const requested = await requestConnector(
    {
      url: request.url,
      method: operations[call.name].method,
      headers: request.headers as Readonly<Record<string, string>>,
      ...(request.body.length > 0 && { body: request.body }),
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      maxBytes: MAX_BODY_BYTES,
      readsBody: () => true,
    },
    deps.outbound,
  );
  if (!requested.ok) {
    return notSent.includes(requested.reason) ? { kind: 'not-sent' } : doubt('no-response');
  }
  const { answer } = requested;
  if (answer.isCut) return doubt('too-large');
  if (!isTheirs(connector, deps, request, answer)) return doubt('not-signed');
  return read(call, answer);
}

async function signedRequest(
  { id, baseUrl, keys, certify }: RemoteConnector,
  { signer: own, clock }: WireDeps,
  { name, operation, parts, query, document, secrets }: WireCall,
): Promise<WireRequest> {
  const declared: WireOperation = operations[name];
  const search = new URLSearchParams(query).toString();
  const url = `${baseUrl}${pathOf(name, { operation, ...parts })}${search && `?${search}`}`;
  // What is signed has to be what is sent.
  if (new URL(url).href !== url)
    throw new Error('The address of a connector is not in its usual form');
  const key = encryptionKey(keys);
  if (!key) throw new Error('A connector has no pinned key to encrypt to');
  const sealed = secrets === undefined ? {} : { secrets: encryptSecrets(secrets, key, operation) };
  const certified = await certify?.(own);
  const request = {
    method: declared.method,
    url,
    headers: {
      ...(declared.request && { 'content-type': 'application/json' }),
      'billhook-protocol': String(PROTOCOL),
      'billhook-connector': id,
      'billhook-operation': operation,
      ...(certified && { [CERTIFICATE_HEADER]: certified.certificate }),
    },
    body: declared.request ? jsonBytes({ ...document, ...sealed }) : NO_BODY,
  };
  if (request.body.length > MAX_BODY_BYTES)
    throw new Error('A request to a connector is too large');
  const created = Math.floor(clock() / 1000);
  const { signer } = certified ?? { signer: own };
  return signRequest(request, { signer, created, nonce: newNonce() });
}

/** Signed by a pinned key, over this very request, and about this operation of this connector. */
function isTheirs(
  { id, keys }: RemoteConnector,
  { clock }: WireDeps,
  request: WireRequest,
  response: WireResponse,
): boolean {
  const nonce = /;nonce="([\w-]+)"/.exec(request.headers['signature-input'] ?? '')?.[1] ?? '';
  const verified = verifyMessage('response', response, request, {
    keyOf: (keyid) => signingKey(keys, keyid),
    now: clock() / 1000,
    nonce,
  });
  const { headers } = response;
  return (
    verified.ok &&
    headers['billhook-protocol'] === String(PROTOCOL) &&
    headers['billhook-connector'] === id &&
    headers['billhook-operation'] === request.headers['billhook-operation']
  );
}

function read({ name, operation }: WireCall, { status, headers, body }: WireResponse): Exchanged {
  const json = readJson(body);
  if (!json) return doubt('no-document');
  if (status >= 400) {
    const problem = v.safeParse(problemDocument, json.value);
    if (!problem.success || problem.output.status !== status) return doubt('no-document');
    return { kind: 'refused', code: problem.output.code, ...retryAfterOf(headers['retry-after']) };
  }
  const { response, envelope = response }: WireOperation = operations[name];
  if (envelope) {
    const parsed = v.safeParse(envelope, json.value);
    const isRight = status === 200 && parsed.success;
    return isRight ? { kind: 'document', document: parsed.output } : doubt('no-document');
  }
  const state = v.safeParse(operationState, json.value);
  if (!state.success || state.output.operation !== operation) return doubt('no-document');
  const expected = state.output.state === 'running' ? 202 : 200;
  return status === expected ? { kind: 'state', state: state.output } : doubt('no-document');
}

function retryAfterOf(text: string | undefined): { readonly retryAfterSeconds?: number } {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return {};
  return { retryAfterSeconds: Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) };
}

function doubt(reason: DoubtReason): Exchanged {
  return { kind: 'doubt', reason };
}
