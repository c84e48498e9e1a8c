/**
 * Requests with what a connector has to say of them, for tests in any language: kept as long as they hold,
 * since signatures are different each time.
 */
import { createConnectorServer, memoryStore } from '@billhook/connector-kit';
import { operations } from '@billhook/connector-kit/protocol/operations';
import {
  CERTIFICATE_HEADER,
  type Certified,
  certify,
} from '@billhook/connector-kit/wire/certificate';
import { newPrivateJwk, openKeyPair, type PrivateJwk } from '@billhook/connector-kit/wire/keys';
import { readJson, type WireRequest } from '@billhook/connector-kit/wire/message';
import { type Signer, signerOf, signRequest } from '@billhook/connector-kit/wire/signature';
import { baseOf } from '@billhook/connector-kit/wire/signature-base';
import { manifest } from '../../../connectors/kit/template/manifest.ts';
import type { Examples } from './make-examples.ts';

export type Vector = {
  readonly name: string;
  /** The connector's clock, in seconds since the epoch. */
  readonly at: number;
  readonly request: Pick<WireRequest, 'method' | 'url' | 'headers'> & { readonly body: string };
  /** The signature base, line by line. */
  readonly base: readonly string[];
  /** What becomes of it, sent so often: `accepted`, or the code of the refusal. */
  readonly results: readonly string[];
};

export type Vectors = { readonly note: string; readonly vectors: readonly Vector[] };

const CREATED = Date.UTC(2027, 0, 31, 12) / 1000;
const BASE_URL = 'https://connector.example';
const MINUTE = 60;

export async function makeVectors({ keys }: Examples): Promise<Vectors> {
  const own = signerOf(openKeyPair(keys.callerSigning));
  const made = (connector = manifest.id, now = CREATED, by: Signer = own) =>
    certify(by, { connector, now });
  const good = await made();
  const stranger = signerOf(openKeyPair(newPrivateJwk('sig')));
  const twice = ['accepted', 'replayed'];
  const vectors = [
    await vectorOf('signed by the caller’s own key', twice, { signer: own }),
    await vectorOf('signed by a certified key', twice, good),
    await vectorOf(
      'with a certificate that is over',
      ['clock'],
      await made(undefined, CREATED - 901),
    ),
    await vectorOf(
      'with a certificate that begins in two minutes',
      ['clock'],
      await made(undefined, CREATED + 2 * MINUTE),
    ),
    await vectorOf(
      'with a certificate for another connector',
      ['not_signed'],
      await made('another-one'),
    ),
    await vectorOf('signed by another key than the certified one', ['not_signed'], {
      ...good,
      signer: stranger,
    }),
    await vectorOf(
      'with a certificate by a stranger’s key',
      ['not_signed'],
      await made(undefined, CREATED, stranger),
    ),
    await vectorOf(
      'with a certificate by a certified key',
      ['not_signed'],
      await made(undefined, CREATED, good.signer),
    ),
    await vectorOf('signed by a certified key, without its certificate', ['not_signed'], {
      signer: good.signer,
    }),
    await vectorOf(
      'that comes when the clock is 5 minutes further',
      ['clock'],
      good,
      CREATED + 5 * MINUTE,
    ),
    await vectorOf(
      'that comes when the clock is 20 minutes further',
      ['clock'],
      good,
      CREATED + 20 * MINUTE,
    ),
    await vectorOf(
      'that comes when the clock is 5 minutes behind',
      ['clock'],
      good,
      CREATED - 5 * MINUTE,
    ),
  ];
  const note =
    'The keys are those of examples.json: the caller’s sign, and the connector is my-connector.';
  return { note, vectors };
}

let count = 0;

async function vectorOf(
  name: string,
  results: readonly string[],
  { signer, certificate }: Partial<Certified> & Pick<Certified, 'signer'>,
  at = CREATED,
): Promise<Vector> {
  count += 1;
  const id = String(count).padStart(2, '0');
  const { method, path } = operations.echo;
  const request = {
    ...{ method, url: `${BASE_URL}${path}`, body: Buffer.from(`{"text":"${name}"}`) },
    headers: {
      'content-type': 'application/json',
      'billhook-protocol': '1',
      'billhook-connector': manifest.id,
      'billhook-operation': `operation-of-vector-${id}`,
      ...(certificate !== undefined && { [CERTIFICATE_HEADER]: certificate }),
    },
  };
  const signing = { signer, created: CREATED, nonce: `nonce-of-vector-${id}` };
  const { body, ...signed } = await signRequest(request, signing);
  const input = (signed.headers['signature-input'] ?? '').replace(/^billhook=/, '');
  const base = Buffer.from(baseOf('request', { ...signed, body }, undefined, input) ?? []);
  const text = Buffer.from(body).toString();
  return {
    name,
    at,
    request: { ...signed, body: text },
    base: base.toString().split('\n'),
    results,
  };
}

/** What the kit says of a request, sent so often. */
export async function resultsOf(
  { keys }: Examples,
  { at, request, results }: Vector,
): Promise<string[]> {
  const connector = createConnectorServer({
    ...{ manifest, baseUrl: BASE_URL, store: memoryStore(), now: () => at * 1000 },
    keys: {
      signing: openKeyPair(keys.connectorSigning),
      encryption: openKeyPair(keys.connectorEncryption),
    },
    callers: [
      { name: 'caller', keys: { keys: [keys.callerSigning, keys.callerEncryption].map(publicOf) } },
    ],
    fingerprintSecret: 'of nothing but these examples, so it is no secret',
    author: {
      companies: () => ({ companies: [], asOf: new Date(0).toISOString() }),
      logIn: () => ({ kind: 'authenticate' }),
    },
  });
  const said: string[] = [];
  for (const _ of results) {
    const { status, body } = await connector.handle({
      ...request,
      body: Buffer.from(request.body),
    });
    const { code } = (readJson(body)?.value ?? {}) as { readonly code?: string };
    said.push(status === 200 ? 'accepted' : (code ?? String(status)));
  }
  return said;
}

function publicOf({ d: _private, ...key }: PrivateJwk) {
  return key;
}

/** Whether the protocol still has them as they are. */
export async function vectorsHold(examples: Examples, { vectors }: Vectors): Promise<boolean> {
  for (const vector of vectors) {
    const said = await resultsOf(examples, vector);
    if (said.join() !== vector.results.join()) return false;
  }
  return true;
}
