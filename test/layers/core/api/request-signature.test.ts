import {
  checkSignedDate,
  type SignedRequest,
  signedTexts,
} from '@billhook/core/api/request-signature';
import { describe, expect, test } from 'vitest';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const DATE = '2026-11-21T12:00:00.000Z';

function pathsOf(path: string, query: SignedRequest['query'], signedPath?: string): string[] {
  const request = { method: 'GET', path, query, apiKey: 'KEY', date: DATE, signedPath };
  return [...signedTexts(request)].map((text) => {
    expect(text).toMatch(new RegExp(`^GET:.*:KEY:${DATE.replaceAll('.', '\\.')}$`));
    return text.slice('GET:'.length, -`:KEY:${DATE}`.length);
  });
}

describe('the date', () => {
  const at = (seconds: number, milliseconds = 0) =>
    new Date(NOW + seconds * 1000 + milliseconds).toISOString();

  test.each([
    [at(0), 'in-time'],
    [at(-300), 'in-time'],
    [at(300), 'in-time'],
    [at(-300, -1), 'out-of-time'],
    [at(300, 1), 'out-of-time'],
    [at(-301), 'out-of-time'],
    [at(301), 'out-of-time'],
    ['2026-11-21T12:00:00Z', 'in-time'],
    ['2026-11-21T12:00Z', 'in-time'],
    ['2026-11-21T12:00:00.123456+00:00', 'in-time'],
    ['2026-11-21T13:00:00+01:00', 'in-time'],
    ['2026-11-21T12:00:00+01:00', 'out-of-time'],
    ['2026-11-21T12:00:00+0000', 'in-time'],
    ['2026-11-21T07:00:00.000-0500', 'in-time'],
    ['2026-11-21T12:00:00+0100', 'out-of-time'],
    ['2026-11-21T12:00:00+00', 'malformed'],
    ['2026-11-21+0000', 'malformed'],
    ['2026-11-21T12:00:00', 'malformed'],
    ['2026-11-21', 'malformed'],
    ['2026-11-31T12:00:00Z', 'malformed'],
    ['2026-11-21 12:00:00Z', 'malformed'],
    ['2026-11-21T12:00:00Z ', 'malformed'],
    ['2026-11-21t12:00:00z', 'malformed'],
    ['20261121T120000Z', 'malformed'],
    ['Sat, 21 Nov 2026 12:00:00 GMT', 'malformed'],
    [String(NOW), 'malformed'],
    ['1', 'malformed'],
    ['', 'malformed'],
  ] as const)('%j is %s', (date, expected) => {
    expect(checkSignedDate(date, NOW)).toBe(expected);
  });
});

describe('the texts that may have been signed', () => {
  test('are the path as it was sent, and a bare question mark', () => {
    expect(pathsOf('/v1/bill/a%2Fb%20c', {})).toEqual([
      '/v1/bill/a%2Fb%20c',
      '/v1/bill/a%2Fb%20c?',
    ]);
  });

  const spelt: readonly [string, SignedRequest['query']][] = [
    ['q=a%20b', { q: ['a b'] }],
    ['q=a+b', { q: ['a b'] }],
    ['q=a%2Fb', { q: ['a/b'] }],
    ['q=a/b', { q: ['a/b'] }],
    ['q=a%2Bb', { q: ['a+b'] }],
    ['at=2026-11-21T00:00:00Z', { at: ['2026-11-21T00:00:00Z'] }],
    ['at=2026-11-21T00%3A00%3A00Z', { at: ['2026-11-21T00:00:00Z'] }],
    ['a=1&a=2&b=3', { a: ['1', '2'], b: ['3'] }],
    ['b=3&a=1&a=2', { b: ['3'], a: ['1', '2'] }],
    ['a=1&b=3', { b: ['3'], a: ['1'] }],
    ['a', { a: [''] }],
    ['a=', { a: [''] }],
    ['a&b=1', { a: [''], b: ['1'] }],
    ["q=it's(a)*!~", { q: ["it's(a)*!~"] }],
    ['q=it%27s%28a%29%2A%21~', { q: ["it's(a)*!~"] }],
    ['q=it%27s%28a%29*%21%7E', { q: ["it's(a)*!~"] }],
    ['q=%C3%A9%F0%9F%92%B3', { q: ['é💳'] }],
    ['q=%26%3D%23%25', { q: ['&=#%'] }],
    ['q%5B%5D=1', { 'q[]': ['1'] }],
    ['q%5b%5d=1', { 'q[]': ['1'] }],
    ['q=a%2fb', { q: ['a/b'] }],
    ['q=a%2fb%2Fc', { q: ['a/b/c'] }],
    ['q=a%2Fb&r=%2f%3A', { q: ['a/b'], r: ['/:'] }],
    ['q=a+b%2fc', { q: ['a b/c'] }],
    ['q=%c3%a9%C3%A9', { q: ['éé'] }],
    ['a=1&', { a: ['1'] }],
    ['a=%2f&', { a: ['/'] }],
    ['a==', { a: ['='] }],
    ['a=%3D', { a: ['='] }],
    ['a=b=c&d=1', { a: ['b=c'], d: ['1'] }],
    ['cursor=eyJhIjoxfQ==', { cursor: ['eyJhIjoxfQ=='] }],
  ];

  test.each(spelt)('have ?%s', (query, values) => {
    expect(pathsOf('/v1/x', values)).toContain(`/v1/x?${query}`);
  });

  test.each(spelt)('do not have ?%s for other values', (query, values) => {
    for (const [name, [value, ...others]] of Object.entries(values)) {
      const changed = { ...values, [name]: [`${value}x`, ...others] };
      expect(pathsOf('/v1/x', changed)).not.toContain(`/v1/x?${query}`);
    }
  });

  test('are at most two hundred, and none twice', () => {
    const all = pathsOf('/v1/x', { z: ["a b'/~*=?é"], a: ['', 'c d'] });
    expect(all.length).toBeLessThanOrEqual(200);
    expect(new Set(all).size).toBe(all.length);
  });

  test('are none for more than fifty parameters', () => {
    const values = (count: number) => ({ a: new Array<string>(count).fill('1') });
    expect(pathsOf('/v1/x', values(50))).not.toEqual([]);
    expect(pathsOf('/v1/x', values(51))).toEqual([]);
    const named = `/v1/x?${new Array(51).fill('a=1').join('&')}`;
    expect(pathsOf('/v1/x', values(51), named)).toEqual([named]);
  });

  test('go on with the digest of the body', () => {
    const request = { method: 'post', path: '/v1/x', query: {}, apiKey: 'KEY', date: DATE };
    const [text] = signedTexts({ ...request, contentDigest: 'sha-256=:AA==:' });
    expect(text).toBe(`POST:/v1/x:KEY:${DATE}:sha-256=:AA==:`);
  });
});

describe('a Signed-Path', () => {
  const path = '/v1/bill/a%2Fb';
  const query = { q: ['a b'], c: ['1', '2'], e: [''] };

  test.each([
    '/v1/bill/a%2Fb?q=a%20b&c=1&c=2&e=',
    '/v1/bill/a%2fb?q=a+b&c=1&c=2&e',
    '/v1/%62ill/a%2Fb?c=1&q=%61%20b&c=2&e=',
    '/v1/bill/a%2Fb?c=1&e&c=2&q=a b',
  ])('%s says the same request', (signedPath) => {
    expect(pathsOf(path, query, signedPath)).toEqual([signedPath]);
  });

  test.each([
    '/v1/bill/a/b?q=a%20b&c=1&c=2&e=',
    '/v1/bill/a%252Fb?q=a%20b&c=1&c=2&e=',
    '/v1/bill/A%2Fb?q=a%20b&c=1&c=2&e=',
    '/bill/a%2Fb?q=a%20b&c=1&c=2&e=',
    '/v1/bill/a%2Fb/?q=a%20b&c=1&c=2&e=',
    '//v1/bill/a%2Fb?q=a%20b&c=1&c=2&e=',
    '/v1/x/../bill/a%2Fb?q=a%20b&c=1&c=2&e=',
    '/v1/bill/a%2Fb?q=a%20b&c=2&c=1&e=',
    '/v1/bill/a%2Fb?q=a%20b&c=1&e=',
    '/v1/bill/a%2Fb?q=a%20b&c=1&c=2&e=&e=',
    '/v1/bill/a%2Fb?q=a%20b&c=1&c=2&e=&f=',
    '/v1/bill/a%2Fb?q=a%2Bb&c=1&c=2&e=',
    '/v1/bill/a%2Fb?q=a%20b&c=1&c=2&e=#f',
    '/v1/bill/a%2Fb',
    '/v1/bill/a%2Fb?',
    '/v1/bill/%ZZ?q=a%20b&c=1&c=2&e=',
    'https://api.example/v1/bill/a%2Fb?q=a%20b&c=1&c=2&e=',
    '',
    `/v1/bill/a%2Fb?q=a%20b&c=1&c=2&e=&${'&'.repeat(4096)}`,
  ])('%j says another', (signedPath) => {
    expect(pathsOf(path, query, signedPath)).toEqual([]);
  });
});
