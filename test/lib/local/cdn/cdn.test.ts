import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cdn, openCdn } from '../../../../lib/local/cdn/cdn.ts';
import type { AddedHeader, Behavior } from '../../../../lib/local/cdn/distribution.ts';

const HOST = '127.0.0.1';
const script = 'let a = 1;\n'.repeat(200);
const etag = '"abc"';
const files: Record<string, string> = {
  '/assets/a.js': script,
  '/assets/small.js': 'let a;',
  '/assets/with space.js': 'let b;',
};

const bucket: Behavior['origin'] = {
  kind: 'bucket',
  find: (path) => {
    const text = files[path];
    const headers = { 'cache-control': 'immutable' };
    return text === undefined
      ? undefined
      : { body: Buffer.from(text), contentType: 'text/javascript', etag, headers };
  },
  missing: 404,
};
const origin = (path: string): Behavior['origin'] => ({
  kind: 'api',
  path,
  headers: [['x-edge', 'ours']],
});
const added: AddedHeader[] = [
  { name: 'x-content-type-options', value: 'nosniff', override: true },
  { name: 'referrer-policy', value: 'no-referrer', override: false },
];
const readOnly = new Set(['GET', 'HEAD']);
const behavior = (pattern: string, more: Partial<Behavior>): Behavior => ({
  ...{ pattern, methods: readOnly, compress: true, origin: bucket, headers: added },
  ...more,
});
const distribution = {
  behaviors: [
    behavior('/assets/*', {}),
    behavior('/failing/*', {
      origin: origin(''),
      before: () => {
        throw new Error('broken');
      },
    }),
    behavior('/changed/*', {
      origin: origin(''),
      before: ({ method, headers }) => ({
        ...{ method, uri: '/other', query: 'a=b' },
        headers: [...headers, ['x-viewer', 'told'] as const],
      }),
    }),
    behavior('/kept/*', { origin: origin(''), codings: ['gzip'] }),
    behavior('/v1/*', { origin: origin(''), methods: new Set(['GET', 'POST']) }),
    behavior('*', { origin: origin('/v1/page') }),
  ],
};

/** Answers what it was asked, as the gateway would have it. */
const api = createServer(async (incoming, outgoing) => {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  outgoing.writeHead(201, {
    'content-type': 'application/json',
    'referrer-policy': 'origin',
    'x-content-type-options': 'other',
  });
  outgoing.end(
    JSON.stringify({ url: incoming.url, method: incoming.method, headers: incoming.headers, body }),
  );
});
let cdn: Cdn;

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, HOST, resolve));
  cdn = await openCdn({ host: HOST, port: 0, apiPort: (api.address() as AddressInfo).port });
});
afterAll(async () => {
  await cdn.close();
  api.close();
});

type Got = { status?: number; headers: IncomingMessage['headers']; body: Buffer };

/** Nothing is decoded or normalized on the way, as `fetch` would. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET', sent = '') {
  return new Promise<Got>((resolve, reject) => {
    const asked = request({ host: HOST, port: cdn.port, path, method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const { statusCode: status } = answer;
      resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) });
    });
    asked.once('error', reject).end(sent);
  });
}

const asked = async (path: string, headers = {}, method = 'GET', sent = '') =>
  JSON.parse(String((await get(path, headers, method, sent)).body));

test('serves nothing before it knows what', async () => {
  expect((await get('/assets/a.js')).status).toBe(503);
  cdn.replace(distribution);
  expect((await get('/assets/a.js')).status).toBe(200);
});

describe('a path', () => {
  test.each([
    ['/v1/bill/a%20b?x=%2f&x=+', '/v1/bill/a%20b?x=%2f&x=+'],
    ['/connect?token=a.b.c', '/v1/page/connect?token=a.b.c'],
    ['/', '/v1/page/'],
    ['/v1', '/v1/page/v1'],
    ['/V1/bill', '/v1/page/V1/bill'],
  ])('%s is asked of the API as %s', async (path, wanted) => {
    expect((await asked(path)).url).toBe(wanted);
  });

  test.each([
    ['/assets/a.js', 200],
    ['/assets/a.js?v=1', 200],
    ['/assets/with%20space.js', 200],
    ['/assets/none.js', 404],
    ['/assets/', 404],
    ['/assets/%E0%A4%A', 404],
    ['/assets/../a.js', 404],
  ])('%s is looked for among the files: %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });
});

test('pages of other origins are told that they may read a file, where its policy says so', async () => {
  const headers = [
    { ...{ name: 'access-control-allow-origin', value: '*', override: true }, forOrigins: true },
  ] as const;
  cdn.replace({ behaviors: [behavior('*', { headers })] });
  const told = async (sent?: Record<string, string>) =>
    (await get('/assets/a.js', sent)).headers['access-control-allow-origin'];
  expect(await told({ origin: 'https://a.example' })).toBe('*');
  expect(await told()).toBeUndefined();
  cdn.replace(distribution);
  expect(await told({ origin: 'https://a.example' })).toBeUndefined();
});

describe('a request', () => {
  test.each([
    ['/v1/bill', 'gzip, deflate, br', 'gzip, deflate, br'],
    ['/kept/a', 'gzip, deflate, br', 'gzip'],
    ['/kept/a', 'br', undefined],
  ])('%s that accepts %s is passed on as one that accepts %s', async (path, sent, passed) => {
    const { headers } = await asked(path, { 'accept-encoding': sent });
    expect(headers['accept-encoding']).toBe(passed);
  });

  test('goes on whole, but for its host and with what the distribution adds', async () => {
    const sent = { authorization: 'Bearer a', signature: 'b', 'x-edge': 'forged' };
    const { headers, method, body } = await asked('/v1/bill', sent, 'POST', '{"a":1}');
    expect({ method, body }).toEqual({ method: 'POST', body: '{"a":1}' });
    expect(headers).toMatchObject({ authorization: 'Bearer a', signature: 'b', 'x-edge': 'ours' });
    expect(headers.host).toBe(`localhost:${(api.address() as AddressInfo).port}`);
  });

  test('goes on as a function before the API has made it, and nowhere when that fails', async () => {
    const { url, headers } = await asked('/changed/a?token=b', { 'x-own': 'c' });
    expect(url).toBe('/other?a=b');
    expect(headers).toMatchObject({ 'x-viewer': 'told', 'x-own': 'c' });
    expect((await get('/failing/a')).status).toBe(503);
  });

  test.each([
    ['/connect', 'POST'],
    ['/assets/a.js', 'DELETE'],
    ['/v1/bill', 'PATCH'],
  ])('to %s by %s is refused here', async (path, method) => {
    expect((await get(path, {}, method)).status).toBe(403);
  });

  test('by HEAD is answered without a body', async () => {
    const { status, body, headers } = await get('/assets/small.js', {}, 'HEAD');
    expect([status, body.length, headers['content-length']]).toEqual([200, 0, '6']);
  });
});

describe('an answer', () => {
  test('gets the headers that it lacks, and those that are ours to say', async () => {
    const page = await get('/connect');
    expect([page.status, page.headers['referrer-policy']]).toEqual([201, 'origin']);
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const file = await get('/assets/a.js');
    expect(file.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'immutable',
      'content-type': 'text/javascript',
    });
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('to who takes %s is in %s', async (accepted, encoding, decode) => {
    const { headers, body } = await get('/assets/a.js', { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(String(decode(body))).toBe(script);
  });

  test.each([
    ['/assets/a.js', 'identity'],
    ['/assets/small.js', 'br'],
  ])('of %s to who takes %s is as it stands', async (path, accepted) => {
    const { headers, body } = await get(path, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(String(body)).toBe(files[path]);
  });

  test('that the asker has already is not sent again', async () => {
    const { status, body } = await get('/assets/a.js', { 'if-none-match': etag });
    expect([status, body.length]).toEqual([304, 0]);
  });
});

test('while the API is away its paths are 502, and files are there', async () => {
  const alone = await openCdn({ host: HOST, port: 0, apiPort: 1 });
  alone.replace(distribution);
  const statusOf = async (path: string) =>
    (await fetch(`http://${HOST}:${alone.port}${path}`)).status;
  expect(await statusOf('/connect')).toBe(502);
  expect(await statusOf('/assets/a.js')).toBe(200);
  await alone.close();
});

test('a port that was asked for and is taken is said', async () => {
  await expect(openCdn({ host: HOST, port: cdn.port, apiPort: 1 })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${cdn.port}: the port is taken. Choose another with --modules-port.`,
  );
});
