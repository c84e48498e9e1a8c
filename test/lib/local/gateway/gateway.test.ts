import { describe, expect, test, vi } from 'vitest';
import { createProxyEvent, type GatewayRequest } from '../../../../lib/local/gateway/event.ts';
import { openGateway } from '../../../../lib/local/gateway/gateway.ts';
import { readProxyResponse } from '../../../../lib/local/gateway/proxy.ts';
import { createGatewayResponse } from '../../../../lib/local/gateway/responses.ts';
import { type Api, findResource } from '../../../../lib/local/gateway/routes.ts';

const resource = (path: string) => ({
  id: path,
  path,
  segments: path.split('/').slice(1),
  methods: new Map([
    ['GET', { integration: { type: 'MOCK', status: 200, headers: {}, body: '' } as const }],
  ]),
});
const api: Api = {
  id: 'api',
  stageName: 'v1',
  stageVariables: null,
  deploymentId: 'd',
  binaryMediaTypes: [],
  resources: ['/bill/list', '/bill/{billId}', '/bill/{billId}/pay', '/{proxy+}'].map(resource),
  gatewayResponses: new Map([
    [
      'DEFAULT_4XX',
      {
        parameters: { 'gatewayresponse.header.request-id': 'context.extendedRequestId' },
        templates: {
          'application/json':
            '{"code":"$context.authorizer.code","m":$context.error.messageString}',
        },
      },
    ],
  ]),
};
const request = (more: Partial<GatewayRequest> = {}): GatewayRequest => ({
  requestId: 'r',
  extendedRequestId: 'x',
  receivedAt: new Date(0),
  method: 'GET',
  rawPath: '/bill/a%20b',
  rawQuery: '',
  rawHeaders: [],
  sourceIp: '127.0.0.1',
  body: Buffer.alloc(0),
  ...more,
});

describe('a path', () => {
  test.each([
    ['/bill/list', '/bill/list', null],
    ['/bill/a%20b', '/bill/{billId}', { billId: 'a%20b' }],
    ['//bill/list', '/bill/list', null],
    ['/bill/list/', '/bill/list', null],
    ['/bill//pay', '/{proxy+}', { proxy: 'bill//pay' }],
    ['/bill//', '/{proxy+}', { proxy: 'bill/' }],
    ['/%62ill/list', '/{proxy+}', { proxy: '%62ill/list' }],
    ['/bill/%6cist', '/bill/{billId}', { billId: '%6cist' }],
    ['/bill/1/pay', '/bill/{billId}/pay', { billId: '1' }],
    ['/bill/1/other', '/{proxy+}', { proxy: 'bill/1/other' }],
    ['/x', '/{proxy+}', { proxy: 'x' }],
  ])('%s is served by %s', (path, expected, parameters) => {
    const match = findResource(api, path);
    expect([match?.resource.path, match?.parameters]).toEqual([expected, parameters]);
  });
});

describe('the event', () => {
  const match = findResource(api, '/bill/a%20b') as NonNullable<ReturnType<typeof findResource>>;
  test('keeps the path as it was sent, and decodes the query', () => {
    const event = createProxyEvent(api, match, request({ rawQuery: 'a=1&a=%32&b=x+y' }));
    expect(event.requestContext.path).toBe('/v1/bill/a%20b');
    expect(event.pathParameters).toEqual({ billId: 'a%20b' });
    expect(event.queryStringParameters).toEqual({ a: '2', b: 'x y' });
    expect(event.multiValueQueryStringParameters).toEqual({ a: ['1', '2'], b: ['x y'] });
  });
  test('has nulls where there is nothing', () => {
    const event = createProxyEvent(api, match, request());
    expect([event.body, event.queryStringParameters, event.stageVariables]).toEqual([
      null,
      null,
      null,
    ]);
  });
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'has a header named %s as any other',
    (name) => {
      const rawHeaders = [
        [name, '1'],
        [name, '2'],
      ] as const;
      const event = JSON.parse(
        JSON.stringify(createProxyEvent(api, match, request({ rawHeaders }))),
      );
      expect(Object.entries(event.headers)).toContainEqual([name, '2']);
      expect(Object.entries(event.multiValueHeaders)).toContainEqual([name, ['1', '2']]);
    },
  );
  test('keeps headers as they were sent, the last one winning', () => {
    const rawHeaders = [
      ['X-A', '1'],
      ['X-A', '2'],
      ['Connection', 'close'],
    ] as const;
    const event = createProxyEvent(api, match, request({ rawHeaders }));
    expect(event.headers['X-A']).toBe('2');
    expect(event.multiValueHeaders['X-A']).toEqual(['1', '2']);
    expect(event.headers.Connection).toBeUndefined();
  });
});

test('a failure of its own is seen, and answered', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const gateway = await openGateway('127.0.0.1', 0);
  const proxied = {
    integration: { type: 'AWS_PROXY', functionArn: 'a', timeoutMilliseconds: 1_000 },
  } as const;
  const one = { ...resource('/{proxy+}'), methods: new Map([['ANY', proxied]]) };
  const broken = { invoke: () => Promise.reject(new Error('no such worker')) };
  try {
    gateway.replace({ api: { ...api, resources: [one] }, functions: broken as never });
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/v1/x`);
    expect(answer.status).toBe(504);
    expect(JSON.stringify(said.mock.calls[0]?.map(String))).toContain('no such worker');
    gateway.replace({ api: undefined, functions: broken } as never);
    expect((await fetch(`http://127.0.0.1:${gateway.port}/v1/x`)).status).toBe(500);
    expect(said).toHaveBeenCalledTimes(2);
  } finally {
    said.mockRestore();
    await gateway.close();
  }
});

test('past two hundred requests at once, when none gets through, the gateway says to come again, until one of them is through', async () => {
  const gateway = await openGateway('127.0.0.1', 0);
  const proxied = {
    integration: { type: 'AWS_PROXY', functionArn: 'a', timeoutMilliseconds: 20_000 },
  } as const;
  const one = { ...resource('/{proxy+}'), methods: new Map([['ANY', proxied]]) };
  const held: ((answer: { payload: string }) => void)[] = [];
  const invoke = () => new Promise((answer) => held.push(answer));
  gateway.replace({ api: { ...api, resources: [one] }, functions: { invoke } as never });
  const call = () => fetch(`http://127.0.0.1:${gateway.port}/v1/x`);
  const through = { payload: '{"statusCode":200}' };
  try {
    const letIn = Array.from({ length: 200 }, call);
    await vi.waitFor(() => expect(held).toHaveLength(200), 20_000);
    expect((await call()).status).toBe(429);
    held[0]?.(through);
    await Promise.race(letIn);
    const next = call();
    await vi.waitFor(() => expect(held).toHaveLength(201), 20_000);
    for (const answer of held) answer(through);
    const all = await Promise.all([...letIn, next]);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await gateway.close();
  }
});

test.each([
  ['an unknown member', '{"statusCode":200,"status":1}'],
  ['no status', '{"body":"x"}'],
  ['a body that is no text', '{"statusCode":200,"body":{}}'],
  ['nothing', 'null'],
])('an answer with %s is malformed', (_what, payload) => {
  expect(readProxyResponse(api, request(), payload)).toBeUndefined();
});

test('the gateway’s own answers follow the default response of their class', () => {
  const answer = createGatewayResponse(api, 'ACCESS_DENIED', request(), {
    extendedRequestId: 'x',
    authorizer: { code: 'signature_missing' },
  });
  expect(answer.status).toBe(403);
  expect(answer.headers).toContainEqual(['request-id', 'x']);
  expect(JSON.parse(String(answer.body)).code).toBe('signature_missing');
});
