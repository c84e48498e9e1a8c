import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type EdgeRequest, runEdgeFunction } from '../../lib/local/cdn/edge-functions.ts';

const codeOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../lib/edge', `${name}.js`), 'utf8');
const page = runEdgeFunction(codeOf('page-request'));
const api = runEdgeFunction(codeOf('api-request'));

const partner = 'ptn_0123456789abcdefghij';
const other = 'ptn_9876543210abcdefghij';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Never verified here, so that it needs no signature. */
const tokenOf = (claims: unknown) => `${encode({ alg: 'ES256' })}.${encode(claims)}.c2ln`;
const token = tokenOf({ partnerId: partner, sub: 'cl_1', note: '>>>???ÿ' });

const request = (query: string, headers: EdgeRequest['headers'] = []): EdgeRequest => ({
  ...{ method: 'GET', uri: '/connect', query, headers, viewerIp: '192.0.2.7' },
});

describe('before the API is asked, the origin', () => {
  const originOf = (headers: EdgeRequest['headers']) =>
    new Map(api({ ...request('', headers), uri: '/v1/bill' }).headers).get('origin');

  test.each([
    ['of the modules’ host itself goes', 'https://pay.example', undefined],
    ['of another host stays', 'https://evil.example', 'https://evil.example'],
    [
      'that only ends so stays',
      'https://evil.example/pay.example',
      'https://evil.example/pay.example',
    ],
    ['of another port stays', 'https://pay.example:444', 'https://pay.example:444'],
    ['of an app stays', 'capacitor://pay.example', 'capacitor://pay.example'],
    ['that is none stays', 'null', 'null'],
  ])('%s', (_what, origin, expected) => {
    expect(
      originOf([
        ['host', 'pay.example'],
        ['origin', origin],
      ]),
    ).toBe(expected);
  });
});

describe('before a page is asked for, its query', () => {
  test.each([
    ['a token becomes the partner that it claims', `token=${token}`, `partner=${partner}`],
    ['a partner stays', `partner=${partner}`, `partner=${partner}`],
    ['a partner beside its token stays', `token=${token}&partner=${partner}`, `partner=${partner}`],
    ['a partner beside the token of another goes', `token=${token}&partner=${other}`, ''],
    ['two tokens of two partners go', `token=${token}&token=${tokenOf({ partnerId: other })}`, ''],
    ['two partners go', `partner=${partner}&partner=${other}`, ''],
    ['one partner twice stays once', `partner=${partner}&partner=${partner}`, `partner=${partner}`],
    ['an odd token takes the partner along', `token=odd&partner=${partner}`, ''],
    ['an empty token too', `token=&partner=${partner}`, ''],
    ['a token in four parts goes', `token=${token}.a`, ''],
    ['a payload that is no Base64 goes', 'token=a.$$$.c', ''],
    ['a payload that is null goes', `token=${tokenOf(null)}`, ''],
    ['a claim that is no text goes', `token=${tokenOf({ partnerId: [partner] })}`, ''],
    ['a claim that is no partner goes', `token=${tokenOf({ partnerId: 'a&b=c' })}`, ''],
    ['the language stays', 'locale=es-MX', 'locale=es-MX'],
    ['a language that is none goes', 'locale=%0d%0a', ''],
    ['all else goes', 'companyId=co_1&sessionId=s&items=bill&undefined=a&__proto__=b', ''],
    ['nothing comes of nothing', '', ''],
  ])('%s', (_what, query, wanted) => {
    expect(page(request(query)).query).toBe(wanted);
  });

  test('holds no part of a token afterwards, however it is written', () => {
    for (const query of [
      `token=${token}`,
      `TOKEN=${token}`,
      `a=${token}`,
      token,
      `locale=${token}`,
    ]) {
      for (const part of token.split('.')) expect(page(request(query)).query).not.toContain(part);
    }
  });
});

test.each([
  ...['/connect', '/card-swap', '/bill-pay', '/preview', '/connect/', '/nothing', '/missing'].map(
    (path) => [path, path],
  ),
  ...['/', '//', '/connect/more', '/a/b/', '//connect', '/connect.html', '/v1', '/a%2fb', ''].map(
    (path) => [path, '/missing'],
  ),
  [`/${token}`, '/missing'],
  [`/connect/${token}`, '/missing'],
  [`/${'a'.repeat(41)}`, '/missing'],
])('the page %j is asked for as %s', (uri, wanted) => {
  expect(page({ ...request(''), uri })).toMatchObject({ uri: wanted, query: '' });
});

test.each([
  ['a page', page],
  ['the API', api],
])('%s is asked in the name of the user’s own address, whatever was sent', (_what, run) => {
  const sent = [
    ['X-Billhook-Viewer', '198.51.100.1'],
    ['x-billhook-viewer', '198.51.100.2'],
    ['Accept', 'text/html'],
    ['Accept', 'text/plain'],
  ] as const;
  expect(run(request('', sent)).headers).toEqual([
    ['Accept', 'text/html'],
    ['Accept', 'text/plain'],
    ['x-billhook-viewer', '192.0.2.7'],
  ]);
});

test('what is asked of the API goes on as it was written', () => {
  const query = 'x=%2f&y&x=+&z=a%20b&=c';
  expect(api({ ...request(query), method: 'POST', uri: '/v1/bill/a%20b' })).toMatchObject({
    ...{ method: 'POST', uri: '/v1/bill/a%20b', query },
  });
});

test.each([
  ['throws', 'function handler() { throw new Error("a"); }'],
  ['takes too long', 'function handler() { for (;;) {} }'],
  ['answers by itself', 'function handler() { return { statusCode: 302 }; }'],
])('a function that %s lets nothing through', (_what, code) => {
  expect(() => runEdgeFunction(code)(request(''))).toThrow();
});
