/** How a check asks the connector: signed and encrypted as Billhook does it, or deliberately not so. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { PROTOCOL } from '../protocol/limits.ts';
import type { Manifest, Scenario, TestLogin } from '../protocol/manifest.ts';
import {
  type OperationName,
  type OperationState,
  operationState,
  operations,
  pathOf,
} from '../protocol/operations.ts';
import {
  encryptionKey,
  type OpenKey,
  type OpenKeys,
  type OwnKeys,
  signingKey,
} from '../wire/keys.ts';
import {
  jsonBytes,
  NO_BODY,
  readJson,
  type WireRequest,
  type WireResponse,
} from '../wire/message.ts';
import { type Agreement, agreementOf, decryptSecrets, encryptSecrets } from '../wire/secrets.ts';
import { newNonce, type Signer, signerOf, signRequest, verifyMessage } from '../wire/signature.ts';

/** Sends a request as it is. @throws Error when there is no response. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/** What signs the caller's requests, and opens what a connector returns. */
export type CallerKeys = { readonly signer: Signer; readonly agreements: readonly Agreement[] };

export function callerKeys({ signing, encryption }: OwnKeys): CallerKeys {
  return { signer: signerOf(signing), agreements: [agreementOf(encryption)] };
}

export type ProbeOptions = {
  readonly baseUrl: string;
  readonly send: Transport;
  readonly keys: CallerKeys;
  readonly manifest: Manifest;
  readonly connectorKeys: OpenKeys;
  /** How long a second is: tests are in a hurry. */
  readonly secondMilliseconds: number;
  /** Reports that have arrived for an operation, if there is a receiver. */
  readonly reportsOf?: (operation: string) => readonly OperationState[];
  /** Stops the connector and starts it again. */
  readonly restart?: () => Promise<void>;
};

export type Ask = {
  readonly parts?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly document?: Readonly<Record<string, unknown>>;
  readonly secrets?: unknown;
  readonly operation?: string;
  /** What the secrets are encrypted for, if not for this operation. */
  readonly secretsFor?: string;
  readonly encryptTo?: OpenKey;
};

export type Reply = {
  readonly request: WireRequest;
  readonly response: WireResponse;
  readonly status: number;
  readonly body: unknown;
  /** The connector has signed it, over this very request. */
  readonly isSigned: boolean;
  readonly code?: string;
  readonly state?: OperationState;
};

export type Probe = ReturnType<typeof openProbe>;

const MAX_SECONDS = 90;

export function openProbe(options: ProbeOptions) {
  const { send, keys, manifest, connectorKeys, secondMilliseconds } = options;
  const { signer } = keys;
  const received: WireResponse[] = [];

  const build = (name: OperationName, ask: Ask = {}) => unsigned(options, name, ask);
  const sign = (request: WireRequest, how: Partial<Signing> = {}) =>
    signRequest(
      request,
      {
        signer: how.signer ?? signer,
        created: Math.floor(Date.now() / 1000) + (how.seconds ?? 0),
        nonce: newNonce(),
      },
      how.kind,
    );
  /** Sends a request that is signed already, or wrongly, or not at all. */
  const sendAsIs = async (request: WireRequest): Promise<Reply> => {
    const response = await send(request);
    received.push(response);
    const { status } = response;
    const body = readJson(response.body)?.value;
    const isSigned = isSignedResponse(request, response, connectorKeys);
    const code = v.is(v.object({ code: v.string() }), body) ? body.code : undefined;
    const state = v.safeParse(operationState, body);
    return {
      request,
      response,
      status,
      body,
      isSigned,
      ...(status >= 400 && { code }),
      ...(status < 300 && state.success && { state: state.output }),
    };
  };
  const call = async (name: OperationName, ask: Ask = {}) => sendAsIs(await sign(build(name, ask)));
  const pause = (seconds: number) => wait(seconds * secondMilliseconds);
  return {
    ...options,
    signer,
    received,
    build,
    sign,
    sendAsIs,
    call,
    pause,
    /** What is in the secrets of a response. */
    open: (secrets: string, operation: string) =>
      decryptSecrets(secrets, keys.agreements, operation),
    testLogin: (scenario: Scenario): TestLogin | undefined =>
      manifest.testLogins?.find((login) => login.scenario === scenario),
    /** Polls until the operation is done. */
    async settled(reply: Reply): Promise<OperationState | undefined> {
      let { state } = reply;
      for (let seconds = 0; state?.state === 'running' && seconds < MAX_SECONDS; ) {
        await pause(state.askAgainAfterSeconds);
        seconds += state.askAgainAfterSeconds;
        const { operation } = state;
        state = (await call('poll', { operation })).state;
      }
      return state?.state === 'done' ? state : undefined;
    },
  };
}

/** The request before it is signed. */
function unsigned(
  { baseUrl, manifest, connectorKeys }: ProbeOptions,
  name: OperationName,
  ask: Ask,
): WireRequest {
  const { operation = newNonce() } = ask;
  const path = pathOf(name, { operation, ...ask.parts });
  const query = ask.query ? `?${new URLSearchParams(ask.query)}` : '';
  const to = ask.encryptTo ?? encryptionKey(connectorKeys);
  const secrets =
    ask.secrets !== undefined && to
      ? { secrets: encryptSecrets(ask.secrets, to, ask.secretsFor ?? operation) }
      : {};
  const hasBody = 'request' in operations[name];
  return {
    method: operations[name].method,
    url: `${baseUrl}${path}${query}`,
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      'billhook-protocol': String(PROTOCOL),
      'billhook-connector': manifest.id,
      'billhook-operation': operation,
    },
    body: hasBody ? jsonBytes({ ...secrets, ...ask.document }) : NO_BODY,
  };
}

export type Signing = {
  readonly signer: Signer;
  /** Added to the clock. */
  readonly seconds: number;
  readonly kind: 'request' | 'report';
};

export function isSignedResponse(
  request: WireRequest,
  response: WireResponse,
  connectorKeys: OpenKeys,
): boolean {
  const nonce = /;nonce="([^"]+)"/.exec(request.headers['signature-input'] ?? '')?.[1];
  const verified = verifyMessage('response', response, request, {
    keyOf: (keyid) => signingKey(connectorKeys, keyid),
    now: Date.now() / 1000,
    nonce: nonce ?? '',
  });
  return verified.ok;
}
