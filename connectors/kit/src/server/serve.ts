/** A connector's server, without a transport: a signed request in, a signed response out. */
import * as v from 'valibot';
import { ANSWER_SECONDS, MAX_BODY_BYTES, PROTOCOL } from '../protocol/limits.ts';
import { stateOf } from '../protocol/machine.ts';
import { manifest as manifestSchema } from '../protocol/manifest.ts';
import { type OperationState, operations } from '../protocol/operations.ts';
import type { PayResult, SwapResult } from '../protocol/payments.ts';
import { problemOf, problems } from '../protocol/problems.ts';
import { keySetOf, openKeySet } from '../wire/keys.ts';
import {
  CONNECTOR_HEADER,
  jsonBytes,
  OPERATION_HEADER,
  PROTOCOL_HEADER,
  type WireRequest,
  type WireResponse,
} from '../wire/message.ts';
import { newNonce, signerOf, signResponse } from '../wire/signature.ts';
import { admit } from './admit.ts';
import type { Caller, OpenCaller, Opened, ServerOptions } from './options.ts';
import { type Refused, readRequest, routeOf } from './read-request.ts';
import { findRecord, submissionKey } from './records.ts';
import { type Reporter, sendReport } from './report.ts';
import { isAsAsked, tellFailure, wrongMember } from './results.ts';
import { finish } from './run-operation.ts';
import { answerSimple } from './simple.ts';
import { answerPoll, answerStateful, isStateful } from './stateful.ts';

const MIN_SECRET_LENGTH = 32;
const RETRY_AFTER_SECONDS = '30';

export type ConnectorServer = {
  /** Never throws. */
  handle(request: WireRequest): Promise<WireResponse>;
  /**
   * Stores what became of a submission later, settled or returned, and reports it. Returns whether that
   * was news. @throws Error when the result is none of a submission.
   */
  update(what: SubmissionUpdate): Promise<boolean>;
  /** Ends reports that are under way. */
  close(): void;
};

export type SubmissionUpdate = {
  readonly caller: string;
  readonly kind: 'payment' | 'swap';
  readonly id: string;
  readonly submission: number;
  readonly result: PayResult | SwapResult;
};

/** @throws Error when the options are not as they must be. */
export function createConnectorServer(options: ServerOptions): ConnectorServer {
  const stop = new AbortController();
  const server = opened(options, stop.signal);
  return {
    handle: (request) => handle(server, request),
    update: (what) => update(server, what),
    close: () => stop.abort(),
  };
}

function opened(options: ServerOptions, signal: AbortSignal): Opened {
  const { keys, fingerprintSecret, baseUrl } = options;
  if (fingerprintSecret.length < MIN_SECRET_LENGTH) {
    throw new Error(`fingerprintSecret must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  if (!URL.canParse(baseUrl) || new URL(baseUrl).origin !== baseUrl) {
    throw new Error('baseUrl must be an origin: https://connector.example');
  }
  const said = v.safeParse(manifestSchema, {
    ...options.manifest,
    protocols: [PROTOCOL],
    requestCertificates: true,
    keys: keySetOf(keys.signing, keys.encryption, ...(keys.earlier ?? [])),
  });
  if (!said.success) {
    const { member, rule, got } = wrongMember(said.issues[0]);
    throw new Error(`manifest.${member} breaks the rule ${rule}: it is ${got}`);
  }
  const manifest = said.output;
  const callers = openCallers(options.callers);
  const { now = Date.now, log = () => {}, onError = () => {}, fetch: send = fetch } = options;
  const signer = signerOf(keys.signing);
  const reporter: Reporter = { connectorId: manifest.id, signer, now, fetch: send, log, signal };
  return {
    ...options,
    manifest,
    callers,
    now,
    log,
    onError,
    fetch: send,
    answerSeconds: options.answerSeconds ?? ANSWER_SECONDS,
    running: new Map(),
    report: (caller, state) => void sendReport(reporter, caller, state),
  };
}

/** @throws Error when one could be taken for another: by its name, or by a key. */
function openCallers(given: readonly Caller[]): OpenCaller[] {
  const seen = new Set<string>();
  return given.map((caller) => {
    const keys = openKeySet(caller.keys);
    if (!keys) throw new Error(`The keys of ${caller.name} are no key set`);
    if (!/^[\w-]{1,64}$/.test(caller.name))
      throw new Error(`${caller.name} is no name of a caller`);
    for (const one of [caller.name, ...keys.map(({ kid }) => kid)]) {
      if (seen.has(one)) throw new Error(`Two callers have ${one}`);
      seen.add(one);
    }
    return { ...caller, keys };
  });
}

async function handle(server: Opened, request: WireRequest): Promise<WireResponse> {
  const route = routeOf(request);
  if (route?.name === 'manifest') return answerManifest(server, request);
  if (request.body.length > MAX_BODY_BYTES) return responseOf(server, '', { problem: 'too_large' });
  // A store that fails can't say whether the nonce was seen.
  const admitted = await admit(server, request).catch(
    () => ({ ok: false, problem: 'failed' }) as const,
  );
  if (!admitted.ok) {
    server.log({ what: 'request-refused', name: admitted.problem });
    return responseOf(server, '', admitted);
  }
  const { caller, operation, nonce } = admitted;
  const answer = await answerOf(server, request, { caller, operation }).catch((error): Refused => {
    tellFailure(server, error, { what: 'author-failed', operation, caller: caller.name });
    return { problem: 'failed' };
  });
  const response = responseOf(server, operation, answer);
  const created = Math.floor(server.now() / 1000);
  return signResponse(response, request, {
    signer: signerOf(server.keys.signing),
    created,
    nonce,
  });
}

type Called = Pick<Parameters<typeof answerPoll>[0], 'caller' | 'operation'>;
type Answer = Refused | { readonly state: OperationState } | { readonly document: unknown };

async function answerOf(server: Opened, request: WireRequest, called: Called): Promise<Answer> {
  const read = await readRequest(server, request, called.operation);
  if ('problem' in read) return read;
  const call = { server, ...called, request: read };
  if (read.name === 'poll') return answerPoll(call);
  if (isStateful(read.name)) return answerStateful({ ...call, name: read.name });
  return answerSimple(call);
}

function responseOf(server: Opened, operation: string, answer: Answer): WireResponse {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    [PROTOCOL_HEADER]: String(PROTOCOL),
    [CONNECTOR_HEADER]: server.manifest.id,
    [OPERATION_HEADER]: operation,
  };
  if ('problem' in answer) {
    const { status } = problems[answer.problem];
    const waits = status === 429 || status === 503;
    return {
      status,
      headers: {
        ...headers,
        'content-type': 'application/problem+json',
        ...(waits && { 'retry-after': RETRY_AFTER_SECONDS }),
      },
      body: jsonBytes(problemOf(answer.problem, answer.field)),
    };
  }
  if ('document' in answer) return { status: 200, headers, body: jsonBytes(answer.document) };
  const status = answer.state.state === 'running' ? 202 : 200;
  return { status, headers, body: jsonBytes(answer.state) };
}

function answerManifest(server: Opened, request: WireRequest): Promise<WireResponse> {
  const response = responseOf(server, '', { document: server.manifest });
  const created = Math.floor(server.now() / 1000);
  const signing = { signer: signerOf(server.keys.signing), created, nonce: newNonce() };
  return signResponse(response, request, signing, 'manifest');
}

async function update(server: Opened, what: SubmissionUpdate): Promise<boolean> {
  const key = submissionKey(what.caller, what.kind, what.id, what.submission);
  const kept = await findRecord(server, key);
  const caller = server.callers.find(({ name }) => name === what.caller);
  if (!kept || !caller) return false;
  const { result: schema } = operations[what.kind === 'payment' ? 'pay' : 'swap'];
  const { cents } = kept.record;
  if (!v.is(schema, what.result) || !isAsAsked(what.result, cents)) {
    throw new Error('The result is none of a submission, or of another amount');
  }
  const ended = await finish(server, key, { result: what.result });
  if (ended.sequence === kept.record.sequence) return false;
  server.report(caller, stateOf(ended));
  return true;
}
