/** Reports as connectors send them, and everything that is no report of theirs. */
import { randomBytes } from 'node:crypto';
import { REPORT_PATH } from '@billhook/connector-kit/protocol/operations';
import { newOwnKeys, type OwnKeys } from '@billhook/connector-kit/wire/keys';
import { jsonBytes, type WireRequest } from '@billhook/connector-kit/wire/message';
import { newNonce, signerOf, signRequest } from '@billhook/connector-kit/wire/signature';
import { newOwnedId } from '@billhook/core/base/ids';
import { connectorKey, ownedKey, wirePaymentKey } from '@billhook/core/base/table-keys';
import { runningStore } from '@billhook/runtime/stores/running-store';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportOperation } from '../../../functions/connector/contract.ts';
import { handler } from '../../../functions/connector/report-operation.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { clientId, NOW, partnerId } from '../../support/records.ts';

const wireId = 'w'.repeat(43);
const operation = `${wireId}-1`;
const paymentId = newOwnedId('pay', clientId, randomBytes);
const later = new Date(NOW + 86_400_000).toISOString();

let keys: OwnKeys;
let table: MemoryTable;

beforeAll(() => {
  vi.stubEnv('STAGE', 'production');
  return () => {
    vi.unstubAllEnvs();
  };
});
afterAll(() => {
  vi.restoreAllMocks();
});

const registered = (id: string, own: OwnKeys, more: object = {}) => ({
  put: {
    ...connectorKey(id),
    ...{ id, version: 1, baseUrl: 'https://connector.example' },
    keys: [own.signing.publicJwk, own.encryption.publicJwk],
    ...more,
  },
});

beforeEach(async () => {
  keys = newOwnKeys();
  table = memoryTable(() => NOW);
  const payment = {
    ...{ _id: paymentId, clientId, partnerId, version: 1, status: 'pending', resting: true },
    ...{ amountCents: 100, submission: 1, dueShard: 'due#1', dueAt: later, dueKind: 'payment' },
  };
  const key = ownedKey('pay', paymentId);
  if (!key) throw new Error('The id of the payment is malformed');
  await table.write([
    registered('network', keys),
    { put: { ...wirePaymentKey('network', wireId), paymentId } },
    { put: { ...key, ...payment } },
  ]);
});

type Made = {
  readonly connector?: string;
  readonly by?: OwnKeys;
  readonly host?: string;
  readonly operation?: string;
  readonly header?: string;
  readonly of?: string;
  readonly protocol?: string;
  readonly created?: number;
  readonly nonce?: string;
  readonly kind?: 'request' | 'report';
};

async function signed(made: Made = {}): Promise<WireRequest> {
  const { connector = 'network', by = keys, host = 'api.example', created = NOW / 1000 } = made;
  const path = REPORT_PATH.replace('{operation}', made.operation ?? operation);
  const state = {
    ...{ operation: made.of ?? made.operation ?? operation, sequence: 3, state: 'done' },
    result: { kind: 'paid', amount: { cents: 1, currency: 'USD' }, paidAt: later },
  };
  const request = {
    method: 'POST',
    url: `https://${host}${path}`,
    headers: {
      'content-type': 'application/json',
      'billhook-protocol': made.protocol ?? '1',
      'billhook-connector': connector,
      'billhook-operation': made.header ?? made.operation ?? operation,
    },
    body: jsonBytes(state),
  };
  const signing = { signer: signerOf(by.signing), created, nonce: made.nonce ?? newNonce() };
  return signRequest(request, signing, made.kind ?? 'report');
}

type Change = (event: {
  headers: Record<string, string[]>;
  body: string;
  query: Record<string, string[]>;
}) => void;

/** As the gateway hands a request on that was sent to `api.example`. */
async function send(request: WireRequest, change: Change = () => {}) {
  const own = {
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [String(value)]]),
    ),
    body: Buffer.from(request.body).toString(),
    query: {},
  };
  change(own);
  return handler.over({ table, clock: () => NOW })({
    httpMethod: request.method,
    multiValueHeaders: own.headers,
    multiValueQueryStringParameters: own.query,
    body: own.body,
    isBase64Encoded: false,
    requestContext: {
      ...{ domainName: 'api.example', path: new URL(request.url).pathname },
      extendedRequestId: 'r-1',
    },
  } as unknown as APIGatewayProxyEvent);
}

const dueNow = () => {
  const key = ownedKey('pay', paymentId);
  return table.items.get(`${key?.pk} ${key?.sk}`)?.dueAt;
};

describe('A report', () => {
  test('is taken where the protocol says', () => {
    expect(`/v1${reportOperation.path}`).toBe(REPORT_PATH);
  });

  test('has its payment asked at once, and changes nothing else', async () => {
    const key = ownedKey('pay', paymentId);
    const before = table.items.get(`${key?.pk} ${key?.sk}`);
    const { statusCode, body, headers } = await send(await signed());
    expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'request-id': 'r-1' });
    expect(dueNow()).toBe(new Date(NOW).toISOString());
    const { dueAt: _due, ...rest } = before ?? {};
    const { dueAt: _now, ...after } = table.items.get(`${key?.pk} ${key?.sk}`) ?? {};
    expect(after).toEqual(rest);
  });

  test.each([-60, 60])('that was signed %d seconds away is taken', async (seconds) => {
    const { statusCode } = await send(await signed({ created: NOW / 1000 + seconds }));
    expect(statusCode).toBe(204);
  });

  test('counts once, and signed anew it counts again', async () => {
    const request = await signed();
    const answers = await Promise.all([send(request), send(request), send(request)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404, 404]);
    expect((await send(await signed())).statusCode).toBe(204);
    const [seen] = [...table.items.values()].filter(({ pk }) => String(pk).includes('nonce'));
    expect(seen).toMatchObject({ pk: 'passing#nonce#network', expiresAt: NOW / 1000 + 600 });
  });

  test('of what is running at its connector is taken, and of nobody else’s', async () => {
    const running = 'running-operation-1';
    await table.write([
      runningStore(table).begin({ connector: 'network', operation: running }, NOW),
    ]);
    expect((await send(await signed({ operation: running }))).statusCode).toBe(204);
    const other = newOwnKeys();
    await table.write([registered('other', other)]);
    const theirs = await signed({ operation: running, connector: 'other', by: other });
    expect((await send(theirs)).statusCode).toBe(404);
  });

  test('whose nonce another connector has used is taken', async () => {
    const other = newOwnKeys();
    await table.write([
      registered('other', other),
      { put: { ...wirePaymentKey('other', wireId), paymentId } },
    ]);
    const nonce = newNonce();
    expect((await send(await signed({ nonce }))).statusCode).toBe(204);
    const theirs = await signed({ nonce, connector: 'other', by: other });
    expect((await send(theirs)).statusCode).toBe(204);
  });
});

describe('What is no report', () => {
  const cases: Readonly<Record<string, () => Promise<[WireRequest, Change?]>>> = {
    'of an unknown operation': async () => [await signed({ operation: `${'x'.repeat(43)}-1` })],
    'of an operation that moves no money': async () => [
      await signed({ operation: 'l'.repeat(43) }),
    ],
    'of an unknown connector': async () => [await signed({ connector: 'nobody' })],
    'of a name that no connector can have': async () => [await signed({ connector: 'A#b' })],
    'of another connector': async () => {
      const other = newOwnKeys();
      await table.write([registered('other', other)]);
      return [await signed({ connector: 'other', by: other })];
    },
    'of a connector that was removed': async () => {
      await table.write([registered('network', keys, { removedAt: later })]);
      return [await signed()];
    },
    'signed by a stranger': async () => [await signed({ by: newOwnKeys() })],
    'signed as a request': async () => [await signed({ kind: 'request' })],
    'signed for another address': async () => [await signed({ host: 'elsewhere.example' })],
    'signed too early': async () => [await signed({ created: NOW / 1000 - 61 })],
    'signed too late': async () => [await signed({ created: NOW / 1000 + 61 })],
    'of another protocol': async () => [await signed({ protocol: '2' })],
    'with another operation in its header': async () => [await signed({ header: 'h'.repeat(20) })],
    'with another operation in its body': async () => [await signed({ of: 'b'.repeat(20) })],
    'without a signature': async () => [
      await signed(),
      ({ headers }) => {
        headers.signature = [];
      },
    ],
    'with a header twice': async () => [
      await signed(),
      ({ headers }) => {
        headers['Billhook-Connector'] = ['network'];
      },
    ],
    'with two signatures': async () => [
      await signed(),
      ({ headers }) => {
        headers.signature = [...(headers.signature ?? []), 'billhook=:AA==:'];
      },
    ],
    'with another body': async () => [
      await signed(),
      (event) => {
        event.body = event.body.replace('"sequence":3', '"sequence":4');
      },
    ],
    'with a query': async () => [
      await signed(),
      (event) => {
        event.query = { a: ['b'] };
      },
    ],
    empty: async () => [
      await signed(),
      (event) => {
        event.body = '';
        event.headers = {};
      },
    ],
  };

  test.each(Object.entries(cases))('%s is refused as any other', async (_what, make) => {
    const [request, change] = await make();
    const items = table.items.size;
    const { statusCode, headers, body } = await send(request, change);
    expect(statusCode).toBe(404);
    expect(headers?.['content-type']).toBe('application/problem+json');
    expect(JSON.parse(body)).toEqual({
      ...{ type: 'about:blank', status: 404, code: 'not_found' },
      title: 'There is no such operation, session or path for this caller.',
    });
    expect(dueNow()).toBe(later);
    // A nonce is remembered only once everything else was right.
    const known = _what.startsWith('of an') && !_what.includes('connector') ? 1 : 0;
    expect(table.items.size - items).toBeLessThanOrEqual(
      known || _what === 'of another connector' ? 1 : 0,
    );
  });

  test('is not read when it is too large', async () => {
    const { statusCode, body } = await send(await signed(), (event) => {
      event.body = 'x'.repeat(262_145);
    });
    expect(statusCode).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ code: 'too_large' });
  });

  test('for which the table fails is to be sent again', async () => {
    table.get = async () => {
      throw new Error('down');
    };
    const { statusCode, body } = await send(await signed());
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ code: 'failed' });
  });
});
