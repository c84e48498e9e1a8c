import type { RequestListener, RequestOptions } from 'node:http';
import { createServer, request as httpsRequest, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { requestConnector } from '@billhook/runtime/companies/remote/request-connector';
import { fetchJson } from '@billhook/runtime/outbound/safe-fetch';
import type { RequestDeps } from '@billhook/runtime/outbound/safe-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { certificateFor } from '../../../../support/certificate.ts';

const HOST = 'connector.bank.internal';
const INSIDE = '10.1.2.7';

let server: Server;
let ca: string;
let answer: RequestListener;
let connections: RequestOptions[];

beforeAll(async () => {
  const { key, cert } = certificateFor(HOST);
  ca = cert;
  server = createServer({ key, cert }, (...given) => answer(...given));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('PRIVATE_CONNECTORS', JSON.stringify({ [HOST]: ['10.1.2.0/24', 'fd12:3456::/32'] }));
  connections = [];
  answer = (_, response) => response.end('{}');
});

/** The name leads there, and the wire from there to the test's own server. */
function leadingTo(...addresses: readonly string[]): RequestDeps {
  return {
    allowLocal: false,
    resolve: async () => addresses,
    request: (options) => {
      connections.push(options);
      const { port } = server.address() as AddressInfo;
      return httpsRequest({ ...options, host: '127.0.0.1', port, ca });
    },
  };
}

function ask(url: string, deps: RequestDeps) {
  const limits = { timeoutMilliseconds: 2_000, maxBytes: 1_000, readsBody: () => true };
  return requestConnector({ url, method: 'GET', headers: {}, ...limits }, deps);
}

const REFUSED = { ok: false, reason: 'address_refused' };

describe('A connector inside the operator’s network', () => {
  test.each([INSIDE, 'fd12:3456::7'])(
    'is reached at %s, which its ranges have',
    async (address) => {
      expect(await ask(`https://${HOST}/v1/health`, leadingTo(address))).toMatchObject({
        ok: true,
      });
      expect(connections).toMatchObject([{ host: address, servername: HOST }]);
    },
  );

  test.each([
    ['another private range', '10.1.3.1'],
    ['loopback', '127.0.0.1'],
    ['loopback in IPv6', '::1'],
    ['loopback, mapped', '::ffff:127.0.0.1'],
    ['a private address, mapped', '::ffff:10.1.2.7'],
    ['link-local', '169.254.1.1'],
    ['the credentials of a machine', '169.254.169.254'],
    ['the credentials of a machine in IPv6', 'fd00:ec2::254'],
    ['link-local in IPv6', 'fe80::1'],
    ['a public address', '93.184.216.34'],
    ['nothing that is an address', 'somewhere'],
  ])('is not followed to %s', async (_what, address) => {
    expect(await ask(`https://${HOST}/`, leadingTo(address))).toEqual(REFUSED);
    expect(await ask(`https://${HOST}/`, leadingTo(INSIDE, address))).toEqual(REFUSED);
    expect(connections).toEqual([]);
  });

  test('is not followed to the credentials of a machine, whatever ranges have them', async () => {
    vi.stubEnv('PRIVATE_CONNECTORS', JSON.stringify({ [HOST]: ['fd00::/8', '169.254.0.0/16'] }));
    for (const address of ['fd00:ec2::254', '169.254.169.254']) {
      expect(await ask(`https://${HOST}/`, leadingTo(address))).toEqual(REFUSED);
    }
  });

  test('is looked up once a request: a name that leads elsewhere then changes nothing', async () => {
    const answers = [[INSIDE], ['127.0.0.1']];
    const deps = { ...leadingTo(), resolve: async () => answers.shift() ?? [] };
    expect((await ask(`https://${HOST}/`, deps)).ok).toBe(true);
    expect(answers).toHaveLength(1);
    // The next request looks again, and is refused.
    expect(await ask(`https://${HOST}/`, deps)).toEqual(REFUSED);
    expect(connections).toMatchObject([{ host: INSIDE }]);
  });

  test.each(['http://169.254.169.254/latest/', `https://${HOST}/elsewhere`])(
    'is not followed to %s, where it sends us',
    async (location) => {
      answer = (_, response) => response.writeHead(307, { location }).end();
      const requested = await ask(`https://${HOST}/`, leadingTo(INSIDE));
      expect(requested).toMatchObject({ ok: true, answer: { status: 307 } });
      expect(connections).toHaveLength(1);
    },
  );

  test.each([
    `http://${HOST}/`,
    `https://user@${HOST}/`,
    `https://${HOST}:22/`,
    'https://other.bank.internal/',
    `https://${INSIDE}/`,
    'https://constructor/',
    'https://[fd12:3456::7]/',
  ])('opens nothing to %s', async (url) => {
    expect(await ask(url, leadingTo(INSIDE))).toEqual(REFUSED);
    expect(connections).toEqual([]);
  });

  test('opens nothing to what partners give: webhooks, and keys of theirs', async () => {
    const fetched = await fetchJson(`https://${HOST}/jwks.json`, {}, leadingTo(INSIDE));
    expect(fetched).toEqual({ ok: false, reason: 'address_refused' });
  });

  test('is none where the stage names none', async () => {
    vi.stubEnv('PRIVATE_CONNECTORS', '');
    expect(await ask(`https://${HOST}/`, leadingTo(INSIDE))).toEqual(REFUSED);
    expect(await ask('https://connector.example/', leadingTo(INSIDE))).toEqual(REFUSED);
  });
});
