import type { RequestListener, RequestOptions } from 'node:http';
import { createServer, request as httpsRequest, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { checkAddress } from '@billhook/runtime/outbound/public-address';
import { type FetchDeps, fetchJson } from '@billhook/runtime/outbound/safe-fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { certificateFor } from '../../../support/certificate.ts';

const PUBLIC = '93.184.216.34';
const URL_TEXT = 'https://keys.example/jwks.json?a=b';

let server: Server;
let ca: string;
let answer: RequestListener;
let connections: (RequestOptions & { servername?: string })[] = [];

beforeAll(async () => {
  const { key, cert } = certificateFor('keys.example');
  ca = cert;
  server = createServer({ key, cert }, (...given) => answer(...given));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  connections = [];
  answer = (_, response) => response.end('{"keys":[]}');
});

/** The name leads to a public address, and the wire from there to the test's own server. */
function deps(more: FetchDeps = {}): FetchDeps {
  return {
    allowLocal: false,
    timeoutMilliseconds: 500,
    resolve: async () => [PUBLIC],
    request: (options) => {
      connections.push(options);
      const { port } = server.address() as AddressInfo;
      return httpsRequest({ ...options, host: '127.0.0.1', port, ca });
    },
    ...more,
  };
}

const refusedFor = (reason: string) => ({ ok: false, reason });

describe('fetching JSON', () => {
  test('goes to the address that was checked, under the host’s name', async () => {
    let seen: unknown;
    answer = ({ headers, url, method }, response) => {
      seen = { host: headers.host, extra: headers['x-extra'], url, method };
      response.end('{"keys":[]}');
    };
    const fetched = await fetchJson(URL_TEXT, { 'X-Extra': 'yes' }, deps());
    expect(fetched).toEqual({ ok: true, value: { keys: [] } });
    expect(seen).toEqual({
      host: 'keys.example',
      extra: 'yes',
      url: '/jwks.json?a=b',
      method: 'GET',
    });
    expect(connections).toMatchObject([{ host: PUBLIC, servername: 'keys.example' }]);
  });

  test('cannot be given another host, or a connection that is kept', async () => {
    let host: string | undefined;
    answer = ({ headers }, response) => {
      host = headers.host;
      response.end('{}');
    };
    await fetchJson(URL_TEXT, { host: 'evil.example', connection: 'keep-alive' }, deps());
    expect(host).toBe('keys.example');
  });

  test('looks the name up once: a second answer is never asked for', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const fetched = await fetchJson(
      URL_TEXT,
      {},
      deps({ resolve: async () => answers.shift() ?? [] }),
    );
    expect(fetched.ok).toBe(true);
    expect(answers).toHaveLength(1);
    expect(connections).toMatchObject([{ host: PUBLIC }]);
  });

  test.each([
    ['private', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['link-local', ['169.254.169.254']],
    ['IPv4-mapped', ['::ffff:10.0.0.1']],
    ['public with a private one behind', [PUBLIC, '10.0.0.1']],
    ['private with a public one behind', ['::1', PUBLIC]],
    ['no address', ['localhost']],
  ])('is refused when the name leads to %s', async (_, addresses) => {
    const fetched = await fetchJson(URL_TEXT, {}, deps({ resolve: async () => addresses }));
    expect(fetched).toEqual(refusedFor('address_refused'));
    expect(connections).toEqual([]);
  });

  test.each([
    'http://keys.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://a:b@keys.example/',
  ])('is refused for %s before anything is looked up', async (url) => {
    const resolve = () => Promise.reject(new Error('looked up'));
    expect(await fetchJson(url, {}, deps({ resolve }))).toEqual(refusedFor('address_refused'));
  });

  test('is refused when the name leads nowhere', async () => {
    const empty = deps({ resolve: async () => [] });
    expect(await fetchJson(URL_TEXT, {}, empty)).toEqual(refusedFor('name_not_found'));
    const failing = deps({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await fetchJson(URL_TEXT, {}, failing)).toEqual(refusedFor('name_not_found'));
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    answer = (_, response) =>
      response.writeHead(status, { location: 'https://keys.example/' }).end();
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('redirected'));
    expect(connections).toHaveLength(1);
  });

  test.each([201, 204, 304, 400, 401, 404, 500, 503])(
    'takes no answer of status %i',
    async (status) => {
      answer = (_, response) =>
        response.writeHead(status).end([204, 304].includes(status) ? undefined : '{}');
      expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('unexpected_status'));
    },
  );

  const hanging: Record<string, FetchDeps | RequestListener> = {
    'the name': { resolve: () => new Promise(() => {}) },
    'the headers': () => {},
    'the body': (_, response) => {
      response.writeHead(200).write('{');
    },
    'each byte of the body': (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(timer));
    },
  };

  test.each(Object.entries(hanging))('gives up when %s takes too long', async (_, slow) => {
    if (typeof slow === 'function') answer = slow;
    const started = performance.now();
    const fetched = await fetchJson(URL_TEXT, {}, deps(typeof slow === 'function' ? {} : slow));
    expect(fetched).toEqual(refusedFor('timed_out'));
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  test('gives up when TLS takes too long', async () => {
    const silent = createTcpServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const request: FetchDeps['request'] = (options) =>
      httpsRequest({ ...options, host: '127.0.0.1', port });
    expect(await fetchJson(URL_TEXT, {}, deps({ request }))).toEqual(refusedFor('timed_out'));
    silent.close();
  });

  const MAX = 65_536;
  const json = (length: number) => `"${'a'.repeat(length - 2)}"`;

  test('takes 64 KiB and not a byte more, announced or not', async () => {
    answer = (_, response) => response.end(json(MAX));
    expect((await fetchJson(URL_TEXT, {}, deps())).ok).toBe(true);
    answer = (_, response) => response.end(json(MAX + 1));
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('too_large'));
    answer = (_, response) => {
      response.write(json(MAX + 1));
      response.end();
    };
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('too_large'));
  });

  test('stops reading a body without end', async () => {
    let sent = 0;
    answer = (_, response) => {
      const chunk = Buffer.alloc(16_384, 0x20);
      const pump = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', pump);
      pump();
    };
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('too_large'));
    expect(sent).toBeLessThan(64 * MAX);
  });

  test('takes no headers without end', async () => {
    answer = (_, response) => {
      for (let count = 0; count < 100; count += 1)
        response.setHeader(`x-${count}`, 'a'.repeat(1_000));
      response.end('{}');
    };
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('connection_failed'));
  });

  test.each(['', 'nothing', '{', '{"a":1}x', 'NaN'])('takes %j for no JSON', async (body) => {
    answer = (_, response) => response.end(body);
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('invalid_json'));
  });

  test('takes no text that is not UTF-8, and none that is compressed', async () => {
    answer = (_, response) => response.end(Buffer.from([0x22, 0xff, 0x22]));
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('invalid_json'));
    answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from('1f8b08', 'hex'));
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('invalid_json'));
  });

  test('takes no answer that breaks off', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{}');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await fetchJson(URL_TEXT, {}, deps())).toEqual(refusedFor('connection_failed'));
  });

  test('takes no certificate of another name, and none that nobody vouches for', async () => {
    const other = 'https://other.example/';
    expect(await fetchJson(other, {}, deps())).toEqual(refusedFor('connection_failed'));
    const { port } = server.address() as AddressInfo;
    const request: FetchDeps['request'] = (options) =>
      httpsRequest({ ...options, host: '127.0.0.1', port });
    expect(await fetchJson(URL_TEXT, {}, deps({ request }))).toEqual(
      refusedFor('connection_failed'),
    );
  });
});

describe('registering an address', () => {
  test('refuses what leads to any address that is not public', async () => {
    expect(await checkAddress(URL_TEXT, deps())).toBeUndefined();
    const trap = deps({ resolve: async () => [PUBLIC, '10.0.0.1'] });
    expect(await checkAddress(URL_TEXT, trap)).toBe('not-public');
    expect(await checkAddress('http://keys.example/', deps())).toBe('not-https');
    expect(connections).toEqual([]);
  });

  test('does not hold against a name that it is not found yet', async () => {
    const failing = deps({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await checkAddress(URL_TEXT, failing)).toBeUndefined();
  });

  test('lets loopback through where that is allowed, and nothing else', async () => {
    const allowLocal = true;
    const to = (address: string) => deps({ allowLocal, resolve: async () => [address] });
    expect(await checkAddress('http://localhost:1/', to('127.0.0.1'))).toBeUndefined();
    expect(await checkAddress('http://keys.example/', to('10.0.0.1'))).toBe('not-public');
  });
});
