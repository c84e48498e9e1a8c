import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestConnector } from '@billhook/runtime/companies/remote/request-connector';
import { checkAddress } from '@billhook/runtime/outbound/public-address';
import { fetchJson } from '@billhook/runtime/outbound/safe-fetch';
import { postSafely } from '@billhook/runtime/outbound/safe-post';
import type { RequestDeps } from '@billhook/runtime/outbound/safe-request';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ForbiddenForm, loopbackForms, otherForms } from '../../../support/address-corpus.ts';

const PUBLIC = '93.184.216.34';
const POST = { headers: {}, body: '{}', timeoutMilliseconds: 2_000 };

/** What is asked at an address that somebody else gave. */
const ways = {
  'a webhook': (url: string, deps: RequestDeps) => postSafely(url, POST, deps),
  'a key set': (url: string, deps: RequestDeps) => fetchJson(url, {}, deps),
  'a connector': (url: string, deps: RequestDeps) => {
    const limits = { timeoutMilliseconds: 2_000, maxBytes: 1_000, readsBody: () => true };
    return requestConnector({ url, method: 'GET', headers: {}, ...limits }, deps);
  },
};
const eachWay = Object.entries(ways);

let listener: Server;
let connections = 0;

beforeAll(async () => {
  listener = createServer((_, response) => response.end('{}'));
  listener.on('connection', () => {
    connections += 1;
  });
  // All of loopback, IPv4 and IPv6.
  await new Promise<void>((resolve) => listener.listen(0, '::', resolve));
});

afterAll(() => {
  listener.close();
});

beforeEach(() => {
  connections = 0;
});

function textOf({ url }: ForbiddenForm): string {
  return url.replace('PORT', String((listener.address() as AddressInfo).port));
}

function namesOf({ leadsTo }: ForbiddenForm) {
  return vi.fn(async () => leadsTo ?? [PUBLIC]);
}

const forms = [...loopbackForms, ...otherForms].map((form) => [form.form, form] as const);

test('the corpus has more than sixty forms, none twice', () => {
  const urls = forms.map(([, { url, leadsTo }]) => `${url} ${leadsTo}`);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.length).toBeGreaterThan(60);
});

describe('no request leaves for', () => {
  test.each(forms)('%s', async (_, form) => {
    const request = vi.fn();
    const resolve = namesOf(form);
    const deps = { allowLocal: false, resolve, request };
    const url = textOf(form);
    expect(await checkAddress(url, deps)).toBeDefined();
    for (const [way, ask] of eachWay)
      expect(await ask(url, deps), way).toMatchObject({ reason: 'address_refused' });
    expect(request).not.toHaveBeenCalled();
    expect(resolve).toHaveBeenCalledTimes(form.leadsTo ? 1 + eachWay.length : 0);
  });
});

describe('nothing reaches this machine by', () => {
  test.each(loopbackForms.map((form) => [form.form, form] as const))('%s', async (_, form) => {
    const deps = { allowLocal: false, resolve: namesOf(form) };
    for (const [, ask] of eachWay) await ask(textOf(form), deps);
    expect(connections).toBe(0);
  });

  test('a redirect', async () => {
    const { port } = listener.address() as AddressInfo;
    const redirecting = createServer((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const to = (redirecting.address() as AddressInfo).port;
    const url = `http://localhost:${to}/`;
    const deps = { allowLocal: true };
    expect(await postSafely(url, POST, deps)).toMatchObject({ kind: 'answered', status: 307 });
    expect(await fetchJson(url, {}, deps)).toEqual({ ok: false, reason: 'redirected' });
    redirecting.close();
    expect(connections).toBe(0);
  });

  test('anything but what is meant to, where it is allowed: the listener does count', async () => {
    const { port } = listener.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    expect(await postSafely(url, POST, { allowLocal: true })).toMatchObject({ status: 200 });
    expect(connections).toBe(1);
  });
});

describe('a name that leads elsewhere the second time', () => {
  const URL_TEXT = 'https://rebinding.example/';

  function rebinding() {
    const answers = [[PUBLIC], ['127.0.0.1']];
    return vi.fn(async () => answers.shift() ?? []);
  }

  test.each(eachWay)('of %s is looked up once, and connected to as it was then', async (_, ask) => {
    const { port } = listener.address() as AddressInfo;
    const hosts: unknown[] = [];
    const request = (options: object) => {
      hosts.push({ ...options });
      return httpRequest({ ...options, protocol: 'http:', host: '127.0.0.1', port });
    };
    const resolve = rebinding();
    const asked = await ask(URL_TEXT, { allowLocal: false, resolve, request });
    expect(asked).not.toHaveProperty('reason');
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(hosts).toMatchObject([{ host: PUBLIC, servername: 'rebinding.example' }]);
    expect(hosts).not.toMatchObject([{ lookup: expect.anything() }]);
  });

  test.each(eachWay)('of %s is refused if it was public only when registered', async (_, ask) => {
    const request = vi.fn();
    const deps = { allowLocal: false, resolve: rebinding(), request };
    expect(await checkAddress(URL_TEXT, deps)).toBeUndefined();
    expect(await ask(URL_TEXT, deps)).toMatchObject({ reason: 'address_refused' });
    expect(request).not.toHaveBeenCalled();
  });
});
