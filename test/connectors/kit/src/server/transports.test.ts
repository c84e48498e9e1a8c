import type { AddressInfo } from 'node:net';
import { lambdaHandler, nodeServer, type ServerOptions } from '@billhook/connector-kit';
import { overHttp } from '@billhook/connector-kit/verify/http-transport';
import type { WireRequest, WireResponse } from '@billhook/connector-kit/wire/message';
import { describe, expect, test } from 'vitest';
import { goodConnector, suite } from '../../../support/good-connector.ts';

const seen: WireRequest[] = [];
const connector = {
  handle: async (request: WireRequest): Promise<WireResponse> => {
    seen.push(request);
    const body = Buffer.from('{"ü":1}');
    return { status: 202, headers: { 'x-one': '1', 'x-none': undefined }, body };
  },
  update: async () => false,
  close: () => {},
};

describe('On Node', () => {
  test('a request and its response arrive as they are', async () => {
    const server = nodeServer(connector, 'https://connector.example');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/v1/companies?since=a%20b&cursor=`;
      const body = Buffer.from('{"a":"ü"}');
      const headers = { 'billhook-operation': 'a' };
      const response = await overHttp({ method: 'PUT', url, headers, body });
      expect(seen.at(-1)).toMatchObject({
        method: 'PUT',
        url: 'https://connector.example/v1/companies?since=a%20b&cursor=',
        headers,
      });
      expect(Buffer.from(seen.at(-1)?.body ?? []).equals(body)).toBe(true);
      expect(response.status).toBe(202);
      expect(response.headers).toMatchObject({ 'x-one': '1' });
      expect(Buffer.from(response.body).toString()).toBe('{"ü":1}');
      await overHttp({ method: 'PUT', url, headers, body: Buffer.alloc(2_000_000) });
      expect(seen.at(-1)?.body.length).toBe(262_145);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('On Lambda', () => {
  test.each([
    ['{"a":1}', false],
    [Buffer.from('{"a":1}').toString('base64'), true],
  ])('the body %s arrives', async (body, isBase64Encoded) => {
    const handler = lambdaHandler(connector, 'https://connector.example');
    const result = await handler({
      rawPath: '/v1/companies',
      rawQueryString: 'since=a%20b',
      headers: { 'Billhook-Operation': 'a' },
      body,
      isBase64Encoded,
      requestContext: { http: { method: 'GET' } },
    });
    expect(seen.at(-1)).toMatchObject({
      method: 'GET',
      url: 'https://connector.example/v1/companies?since=a%20b',
      headers: { 'billhook-operation': 'a' },
    });
    expect(Buffer.from(seen.at(-1)?.body ?? []).toString()).toBe('{"a":1}');
    expect(result).toEqual({ statusCode: 202, headers: { 'x-one': '1' }, body: '{"ü":1}' });
  });
});

test.each<[string, Partial<ServerOptions>]>([
  ['fingerprintSecret', { fingerprintSecret: 'short' }],
  ['baseUrl', { baseUrl: 'https://connector.example/path' }],
  ['baseUrl', { baseUrl: 'connector.example' }],
  ['suite', { callers: [{ name: 'suite', keys: { keys: [] } }] }],
  ['a/b', { callers: [{ ...suite, name: 'a/b' }] }],
  ['Two callers', { callers: [suite, suite] }],
  ['Two callers', { callers: [suite, { ...suite, name: 'other' }] }],
])('A server is not made with a wrong %s', (name, options) => {
  expect(() => goodConnector(options)).toThrow(name);
});
