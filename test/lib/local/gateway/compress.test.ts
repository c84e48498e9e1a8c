import { gunzipSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed } from '../../../../lib/local/gateway/compress.ts';
import type { GatewayRequest } from '../../../../lib/local/gateway/event.ts';

const body = '{"a":"b"}'.repeat(200);
const asking = (accepted?: string) =>
  ({
    rawHeaders: accepted === undefined ? [] : [['Accept-Encoding', accepted]],
  }) as unknown as GatewayRequest;
const answer = (more = {}) => ({ status: 200, headers: [['a', 'b'] as const], body, ...more });

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['deflate, gzip;q=0.5', 'deflate'],
  ['br;q=0, GZIP', 'gzip'],
])('of %s it takes %s', (accepted, encoding) => {
  const { headers, body: sent } = compressed(asking(accepted), answer(), 1_000);
  expect(headers).toContainEqual(['content-encoding', encoding]);
  const decode = encoding === 'gzip' ? gunzipSync : inflateSync;
  expect(decode(sent as Buffer).toString()).toBe(body);
  expect(sent.length).toBeLessThan(body.length / 4);
});

test.each([
  ['a caller that takes none', undefined, body, 1_000],
  ['a caller that would rather have Brotli', 'br,gzip', body, 1_000],
  ['a caller that refuses it', 'gzip;q=0', body, 1_000],
  ['what is small', 'gzip', 'a'.repeat(999), 1_000],
  ['an API that does not say from when on', 'gzip', body, undefined],
])('%s gets it as it is', (_whom, accepted, sent, minimum) => {
  const response = answer({ body: sent });
  expect(compressed(asking(accepted), response, minimum)).toBe(response);
});

test('what a function has compressed itself stays as it is', () => {
  const response = answer({ headers: [['Content-Encoding', 'br']] });
  expect(compressed(asking('gzip'), response, 0)).toBe(response);
});
