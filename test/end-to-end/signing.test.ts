import { createHash, type KeyObject } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rootKey } from '@billhook/core/base/table-keys';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addPartner } from '../support/partners.ts';
import { jwkOf, pemOf, rsaPair, signText } from '../support/signing.ts';
import { callTable, findTable } from '../support/table-server.ts';

const pair = rsaPair();
const other = rsaPair();

type Sent = {
  readonly method: string;
  /** With `/v1`, exactly as it goes over the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

type Received = { readonly status: number; readonly code: string; readonly value: Answer };
type Answer = {
  readonly code?: string;
  readonly keys?: readonly { readonly kid?: string; readonly fingerprint: string }[];
  readonly lastRefresh?: { readonly outcome: string; readonly detail: string };
  readonly signing?: Answer;
  readonly required?: boolean;
  readonly errors?: readonly { readonly field: string }[];
};

/** Node's `fetch` would tidy the address up. */
function send({ method, path, headers, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(inject('service').baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const value = JSON.parse(Buffer.concat(chunks).toString()) as Answer;
        resolve({ status: response.statusCode ?? 0, code: value.code ?? '', value });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

type Signed = Sent & {
  readonly apiKey: string;
  readonly key?: KeyObject;
  readonly date?: string;
  /** What is signed in place of the path that is sent. */
  readonly signedPath?: string;
  readonly digest?: string;
};

function sendSigned(given: Signed): Promise<Received> {
  const { method, path, apiKey, key = pair.privateKey, digest, body } = given;
  const date = given.date ?? new Date().toISOString();
  const end = digest === undefined ? '' : `:${digest}`;
  const text = `${method}:${given.signedPath ?? path}:${apiKey}:${date}${end}`;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    date,
    signature: signText(text, key),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(digest !== undefined && { 'content-digest': digest }),
    ...given.headers,
  };
  return send({ method, path, headers, body });
}

async function partnerWithKey(): Promise<string> {
  const { apiKey } = await addPartner(inject('service'));
  const set = await put(apiKey, { publicKey: pemOf(pair.publicKey), required: true });
  expect(set).toMatchObject({ status: 200, value: { required: true } });
  return apiKey;
}

function put(apiKey: string, settings: object): Promise<Received> {
  const body = JSON.stringify(settings);
  return sendSigned({ method: 'PUT', path: '/v1/partner/signing', apiKey, body });
}

const simple = { method: 'GET', path: '/v1/company/categories' };

describe('a partner who requires signatures', () => {
  let apiKey: string;
  beforeAll(async () => {
    apiKey = await partnerWithKey();
  });

  test('is refused without one', async () => {
    const authorization = `Bearer ${apiKey}`;
    const date = new Date().toISOString();
    const requests: Record<string, string>[] = [
      { authorization },
      { authorization, date },
      { authorization, signature: 'AAAA' },
    ];
    for (const headers of requests) {
      expect(await send({ ...simple, headers })).toMatchObject({
        status: 401,
        code: 'signature_missing',
      });
    }
  });

  test('is refused with that of another key, and with an old one', async () => {
    expect(await sendSigned({ ...simple, apiKey, key: other.privateKey })).toMatchObject({
      status: 401,
      code: 'signature_invalid',
    });
    const date = new Date(Date.now() - 310_000).toISOString();
    expect(await sendSigned({ ...simple, apiKey, date })).toMatchObject({
      status: 401,
      code: 'signature_expired',
    });
  });

  const spellings = [
    '/v1/company/categories',
    '/v1/company/categories?',
    '/v1/company/categories?q=a%20b',
    '/v1/company/categories?q=a+b',
    '/v1/company/categories?q=a%2Fb',
    '/v1/company/categories?q=a/b',
    '/v1/company/categories?q=a%2Bb',
    '/v1/company/categories?q=1&q=2',
    '/v1/company/categories?b=1&a=2',
    '/v1/company/categories?q',
    '/v1/company/categories?q=',
    '/v1/company/categories?q=%C3%A9&empty=',
    '/v1/company/categories?at=2026-11-21T00:00:00Z',
  ];

  test.each(spellings)('may call %s', async (path) => {
    expect((await sendSigned({ method: 'GET', path, apiKey })).status).toBe(200);
  });

  test('may have an encoded slash in an id', async () => {
    const sent = await sendSigned({ method: 'GET', path: '/v1/bill/a%2Fb%20c', apiKey });
    expect(sent).toMatchObject({ status: 404, code: 'bill_not_found' });
  });

  test('may name a stranger spelling, if it says the same', async () => {
    const path = '/v1/company/categories?%71=a%2fb&r=1&q=2';
    expect((await sendSigned({ method: 'GET', path, apiKey })).code).toBe('signature_invalid');
    const named = { 'signed-path': path };
    expect((await sendSigned({ method: 'GET', path, apiKey, headers: named })).status).toBe(200);
    const elsewhere = {
      ...simple,
      apiKey,
      signedPath: '/v1/company',
      headers: { 'signed-path': '/v1/company' },
    };
    expect((await sendSigned(elsewhere)).code).toBe('signature_invalid');
  });

  test('may sign the body too', async () => {
    const body = JSON.stringify({ identifier: 'signed-body' });
    const digestOf = (text: string) =>
      `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
    const post = { method: 'POST', path: '/v1/client', apiKey };
    const digest = digestOf(body);
    expect((await sendSigned({ ...post, body, digest })).status).toBe(200);
    expect(await sendSigned({ ...post, body: `${body} `, digest })).toMatchObject({
      status: 400,
      code: 'digest_mismatch',
    });
    const swapped = { 'content-digest': digestOf(`${body} `) };
    const changed = await sendSigned({ ...post, body: `${body} `, digest, headers: swapped });
    expect(changed.code).toBe('signature_invalid');
  });

  test('cannot do away with the last key', async () => {
    expect((await put(apiKey, { publicKey: null })).code).toBe('no_valid_key');
    const lifted = await put(apiKey, { publicKey: null, required: false });
    expect(lifted).toMatchObject({ status: 200, value: { required: false, keys: [] } });
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await send({ ...simple, headers })).status).toBe(200);
  });
});

describe('a signature', () => {
  test('makes a request that is accepted, and none with any byte of it changed', async () => {
    const method = 'GET';
    const path = '/v1/bill/list/cl_00000000000000000000?limit=5';
    const date = new Date().toISOString();
    const apiKey = await partnerWithKey();
    const text = `${method}:${path}:${apiKey}:${date}`;
    const signature = signText(text, pair.privateKey);
    const headers = { authorization: `Bearer ${apiKey}`, date, signature };
    // The client is unknown, which only a caller who got through is told.
    expect((await send({ method, path, headers })).code).toBe('client_not_found');
    const refused = async (sent: Sent) => {
      const { status, code } = await send(sent);
      expect(`${status} ${code}`, `${sent.method} ${sent.path}`).toMatch(
        /^(401 (signature_(invalid|expired)|api_key_invalid)|404 route_not_found)$/,
      );
    };
    // There is no operation of another method at this path, for anybody.
    for (const changed of ['POST', 'PUT', 'DELETE']) {
      const { status, code } = await send({ method: changed, path, headers });
      expect(`${status} ${code}`).toBe('405 method_not_allowed');
    }
    for (let index = '/v1/bill/list/'.length; index < path.length; index += 1) {
      if (path[index] !== '?') await refused({ method, path: replaced(path, index), headers });
    }
    for (let index = 0; index < date.length; index += 3) {
      await refused({ method, path, headers: { ...headers, date: replaced(date, index) } });
    }
    for (let index = 0; index < apiKey.length; index += 9) {
      const authorization = `Bearer ${replaced(apiKey, index)}`;
      await refused({ method, path, headers: { ...headers, authorization } });
    }
    for (let index = 0; index < signature.length; index += 17) {
      await refused({
        method,
        path,
        headers: { ...headers, signature: replaced(signature, index) },
      });
    }
  });
});

function replaced(text: string, index: number): string {
  const byte = text[index] === '1' ? '2' : '1';
  return text.slice(0, index) + byte + text.slice(index + 1);
}

describe('keys of an address', () => {
  let server: Server;
  let url: string;
  let answer: unknown;
  let seen: string | undefined;

  beforeAll(async () => {
    server = createServer((asked, response) => {
      seen = asked.headers['x-partner'] as string | undefined;
      response.setHeader('content-type', 'application/json');
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  });
  afterAll(() => server.close());

  test('are fetched at once, rotated with an overlap, and kept when a fetch fails', async () => {
    const { apiKey, partnerId } = await addPartner(inject('service'));
    answer = { keys: [jwkOf(pair.publicKey, { kid: 'one' })] };
    const settings = { jwksUrl: url, headers: { 'X-Partner': 'header-canary' }, required: true };
    const set = await put(apiKey, settings);
    expect(set).toMatchObject({ status: 200, value: { required: true, keys: [{ kid: 'one' }] } });
    expect(seen).toBe('header-canary');
    expect((await sendSigned({ ...simple, apiKey, key: other.privateKey })).status).toBe(401);

    answer = {
      keys: [jwkOf(other.publicKey, { kid: 'two' }), jwkOf(pair.publicKey, { kid: 'one' })],
    };
    const refresh = { method: 'POST', path: '/v1/partner/signing/refresh', apiKey };
    await cooled(partnerId);
    expect((await sendSigned(refresh)).value.keys).toHaveLength(2);
    expect(seen).toBe('header-canary');
    for (const { privateKey } of [pair, other]) {
      expect((await sendSigned({ ...simple, apiKey, key: privateKey })).status).toBe(200);
    }

    answer = 'no JSON';
    await cooled(partnerId);
    expect((await sendSigned(refresh)).value.lastRefresh?.outcome).toBe('invalid_json');
    expect((await sendSigned({ ...simple, apiKey, key: other.privateKey })).status).toBe(200);

    answer = { keys: [jwkOf(other.publicKey, { kid: 'two' })] };
    await cooled(partnerId);
    expect((await sendSigned(refresh)).value.keys).toHaveLength(1);
    expect((await sendSigned({ ...simple, apiKey })).code).toBe('signature_invalid');

    const shown = await sendSigned({ ...get, apiKey, key: other.privateKey });
    expect(shown.value.signing).toMatchObject({
      required: true,
      jwksUrl: url,
      keys: [{ kid: 'two', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      lastRefresh: { outcome: 'refreshed', at: expect.any(String) },
    });
    expect(JSON.stringify(shown.value)).not.toContain('header-canary');
  });
  const get = { method: 'GET', path: '/v1/partner' };
  /** A refresh within two seconds of the last one answers that one's outcome: it was three ago. */
  const cooled = async (partnerId: string) => {
    const { tableUrl } = inject('service');
    const { pk, sk } = rootKey(partnerId);
    await callTable(tableUrl, 'UpdateItem', {
      TableName: await findTable(tableUrl),
      Key: { pk: { S: pk }, sk: { S: sk } },
      UpdateExpression: 'SET signing.jwks.#last.#at = :at',
      ExpressionAttributeNames: { '#last': 'last', '#at': 'at' },
      ExpressionAttributeValues: { ':at': { S: new Date(Date.now() - 3_000).toISOString() } },
    });
  };

  test('cannot be required when the first fetch brings none', async () => {
    const { apiKey } = await addPartner(inject('service'));
    answer = { keys: [] };
    expect((await put(apiKey, { jwksUrl: url, required: true })).code).toBe('no_valid_key');
    const set = await put(apiKey, { jwksUrl: url });
    expect(set.value).toMatchObject({
      required: false,
      keys: [],
      lastRefresh: { outcome: 'no_usable_key' },
    });
  });

  test.each([
    'http://10.0.0.1/jwks.json',
    'https://169.254.169.254/latest',
    'https://user:pw@keys.example/',
    'ftp://localhost/',
    'https://metadata.google.internal/',
  ])('are not fetched from %s', async (jwksUrl) => {
    const { apiKey } = await addPartner(inject('service'));
    const { status, value } = await put(apiKey, { jwksUrl });
    expect(status).toBe(400);
    expect(value.errors).toMatchObject([{ field: 'jwksUrl' }]);
  });
});

test.each([
  ['no PEM', 'publicKey'],
  [pemOf(rsaPair(1024).publicKey), 'publicKey'],
  [pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string, 'publicKey'],
])('a key that is none is refused', async (publicKey, field) => {
  const { apiKey } = await addPartner(inject('service'));
  const { status, value } = await put(apiKey, { publicKey });
  expect(status).toBe(400);
  expect(value.errors).toMatchObject([{ field }]);
});

test('signatures cannot be required without a key', async () => {
  const { apiKey } = await addPartner(inject('service'));
  expect(await put(apiKey, { required: true })).toMatchObject({
    status: 409,
    code: 'no_valid_key',
  });
  const refresh = { method: 'POST', path: '/v1/partner/signing/refresh', apiKey };
  expect((await sendSigned(refresh)).code).toBe('jwks_url_missing');
});
