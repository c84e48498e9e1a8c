/**
 * Messages of the connector protocol as they are on the wire, made with keys that are published with
 * them. They are kept as long as they verify: signatures and encryption are different each time.
 */
import { createPublicKey } from 'node:crypto';
import { newPrivateJwk, openKeyPair, type PrivateJwk } from '@billhook/connector-kit/wire/keys';
import type { WireRequest, WireResponse } from '@billhook/connector-kit/wire/message';
import { agreementOf, decryptSecrets, encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import {
  signerOf,
  signRequest,
  signResponse,
  verifyMessage,
} from '@billhook/connector-kit/wire/signature';
import { baseOf, type MessageKind } from '@billhook/connector-kit/wire/signature-base';

export type Examples = {
  readonly note: string;
  readonly keys: Readonly<
    Record<
      'callerSigning' | 'callerEncryption' | 'connectorSigning' | 'connectorEncryption',
      PrivateJwk
    >
  >;
  readonly secrets: unknown;
  readonly connection: unknown;
  readonly messages: Readonly<Record<ExampleName, ExampleMessage>>;
};

export type ExampleName = 'request' | 'response' | 'report' | 'manifest';

export type ExampleMessage = {
  readonly kind: MessageKind;
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The signature base, line by line. */
  readonly base: readonly string[];
};

const CREATED = Date.UTC(2027, 0, 31, 12) / 1000;
const OPERATION = 'q1Zk0vX3Jm8sT2bN7cRdYw';
const NONCES = [
  'Yp4mK2sVt8QwXz1bNcRfGA',
  'Hn3jL6uWx9RyAa2cPdSgJB',
  'Kq5oN8yZa1TzBb3dQeUhKC',
] as const;

const headers = {
  'content-type': 'application/json',
  'billhook-protocol': '1',
  'billhook-connector': 'my-connector',
  'billhook-operation': OPERATION,
};

export async function makeExamples(): Promise<Examples> {
  const keys = {
    callerSigning: newPrivateJwk('sig'),
    callerEncryption: newPrivateJwk('enc'),
    connectorSigning: newPrivateJwk('sig'),
    connectorEncryption: newPrivateJwk('enc'),
  };
  const by = (jwk: PrivateJwk, nonce: string) => ({
    signer: signerOf(openKeyPair(jwk)),
    created: CREATED,
    nonce,
  });
  const secrets = { form: { username: 'ada', password: 'correct horse' } };
  const connection = { connection: { value: 'device', expiresAt: '2027-04-30T12:00:00.000Z' } };
  const request = await signRequest(
    loginRequest(sealed(secrets, keys.connectorEncryption)),
    by(keys.callerSigning, NONCES[0]),
  );
  const state = {
    operation: OPERATION,
    sequence: 2,
    state: 'done',
    result: { kind: 'verified' },
    secrets: sealed(connection, keys.callerEncryption),
  };
  const body = Buffer.from(JSON.stringify(state));
  const response = await signResponse(
    { status: 200, headers, body },
    request,
    by(keys.connectorSigning, NONCES[0]),
  );
  const report = await signRequest(
    {
      method: 'POST',
      url: `https://api.billhook.example/v1/connector/operations/${OPERATION}`,
      headers,
      body,
    },
    by(keys.connectorSigning, NONCES[1]),
    'report',
  );
  const asked = {
    method: 'GET',
    url: 'https://connector.example/.well-known/billhook-connector',
    headers: {},
    body: Buffer.alloc(0),
  };
  const { 'billhook-operation': _, ...manifestHeaders } = headers;
  const manifest = await signResponse(
    {
      status: 200,
      headers: manifestHeaders,
      body: Buffer.from('{"protocols":[1],"id":"my-connector"}'),
    },
    asked,
    by(keys.connectorSigning, NONCES[2]),
    'manifest',
  );
  return {
    note: 'These keys are published. Use them for nothing but these examples.',
    keys,
    secrets,
    connection,
    messages: {
      request: shown('request', request),
      response: shown('response', response, request),
      report: shown('report', report),
      manifest: shown('manifest', manifest, asked),
    },
  };
}

/** Whether the protocol still has them as they are. */
export async function examplesVerify({
  keys,
  messages,
  secrets,
  connection,
}: Examples): Promise<boolean> {
  const wire = (one: ExampleMessage) => ({ ...one, body: Buffer.from(one.body) }) as never;
  const verifies = (name: ExampleName, key: PrivateJwk, asked?: WireRequest) => {
    const { kid, privateKey } = openKeyPair(key);
    const keyOf = (keyid: string) => (keyid === kid ? createPublicKey(privateKey) : undefined);
    const message = messages[name];
    return verifyMessage(message.kind, wire(message), asked, { keyOf, now: CREATED }).ok;
  };
  const manifestUrl = 'https://connector.example/.well-known/billhook-connector';
  const asked = { method: 'GET', url: manifestUrl, headers: {}, body: Buffer.alloc(0) };
  return (
    verifies('request', keys.callerSigning) &&
    verifies('response', keys.connectorSigning, wire(messages.request)) &&
    verifies('report', keys.connectorSigning) &&
    verifies('manifest', keys.connectorSigning, asked) &&
    (await opens(messages.request, keys.connectorEncryption, secrets)) &&
    (await opens(messages.response, keys.callerEncryption, connection))
  );
}

async function opens({ body }: ExampleMessage, key: PrivateJwk, value: unknown): Promise<boolean> {
  const { secrets } = JSON.parse(body) as { secrets: string };
  const opened = await decryptSecrets(secrets, [agreementOf(openKeyPair(key))], OPERATION);
  return JSON.stringify(opened?.value) === JSON.stringify(value);
}

function loginRequest(secrets: string): WireRequest {
  const document = {
    company: 'example-power',
    auth: 'Vb7xR2nLq9KsWd4mTz1cEg',
    attended: true,
    at: '2027-01-31T12:00:00.000Z',
    round: 1,
    purpose: 'bill',
    secrets,
  };
  return {
    method: 'POST',
    url: `https://connector.example/v1/logins/${OPERATION}`,
    headers,
    body: Buffer.from(JSON.stringify(document)),
  };
}

function sealed(value: unknown, jwk: PrivateJwk): string {
  const { kid, privateKey } = openKeyPair(jwk);
  return encryptSecrets(value, { kid, use: 'enc', key: createPublicKey(privateKey) }, OPERATION);
}

function shown(
  kind: MessageKind,
  message: WireRequest | WireResponse,
  asked?: WireRequest,
): ExampleMessage {
  const input = (message.headers['signature-input'] ?? '').replace(/^billhook=/, '');
  const base = Buffer.from(baseOf(kind, message, asked, input) ?? []).toString();
  const { body, ...rest } = message;
  return { kind, ...rest, body: Buffer.from(body).toString(), base: base.split('\n') };
}
