import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/support/directory/seeded.ts';
import { openCaller } from './caller.ts';
import { drive } from './drive.ts';
import { failuresOf, newRecord, noteFailure, quantile } from './record.ts';
import { verdictsOf } from './report.ts';
import { openWorld } from './world.ts';

const partner = { partnerId: 'ptn_1', apiKey: 'none' };

async function driveAt(respond: RequestListener) {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caller = openCaller(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  const { below } = seededRandom(7);
  const world = openWorld([partner], () => below(1_000) / 1_000);
  try {
    return await drive({ caller, world }, { requestsPerSecond: 400, seconds: 0.3 });
  } finally {
    caller.close();
    server.close();
  }
}

test('requests are sent at their rate, and each answer is noted by what it was', async () => {
  let count = 0;
  const record = await driveAt((request, response) => {
    count += 1;
    const body = request.url === '/v1/partner' ? { _id: partner.partnerId } : { data: [1] };
    response.writeHead(200).end(JSON.stringify(body));
  });
  expect(count).toBe(record.sent);
  expect(record.sent).toBeGreaterThan(0);
  expect(record.answered).toBe(record.sent);
  expect([...record.latencies.values()].flat()).toHaveLength(record.sent);
});

test('a response that is not what was asked for is wrong, and one that has no body of its form too', async () => {
  const record = await driveAt((_request, response) => {
    response.writeHead(200).end('{"_id":"ptn_other"}');
  });
  expect(record.wrongs).toContain('getPartner: the partner is ptn_other, and not ptn_1');
  expect(record.wrongs.join()).toMatch(/listPartnerBills: the body is not as described/);
});

test.each([
  ['is no JSON', '<html>', 'is not as described'],
  ['lacks what later requests need', '{}', 'has no clientId'],
])('a 2xx whose body %s is wrong', async (_what, body, said) => {
  const record = await driveAt((request, response) => {
    response.writeHead(request.url === '/v1/client' ? 200 : 503).end(body);
  });
  const wrongs = record.wrongs.filter((wrong) => wrong.startsWith('createClient: '));
  expect(wrongs.length).toBeGreaterThan(0);
  expect(wrongs.every((wrong) => wrong.includes(said))).toBe(true);
});

test('an operation that was never answered, and requests that were not sent, miss their bars', () => {
  const verdicts = verdictsOf({
    ...{ real: { ...newRecord(), skipped: 3 }, plain: newRecord(), held: found, afterRamp: found },
    ...{ ramp: [], quietAfterSeconds: 0, options: {} as never },
    samples: [sampleAt(0, 1)],
  });
  const missed = verdicts.filter(({ met }) => !met).map(({ what }) => what);
  expect(missed).toContain('0 failed requests, 3 not sent');
  expect(missed).toContain('getBill was never answered');
});

test('refusals are counted by status and code, and those that do not say when to come again', async () => {
  let count = 0;
  const record = await driveAt((_request, response) => {
    count += 1;
    const headers = count === 1 ? {} : { 'retry-after': '1' };
    response.writeHead(503, headers).end('{"code":"service_unavailable"}');
  });
  expect([...record.failures]).toEqual([
    ['503 service_unavailable', { count: record.sent, withoutRetryAfter: 1 }],
  ]);
});

test('a connection that breaks off is a failure, and no answer', async () => {
  const record = await driveAt((request) => request.socket.destroy());
  expect(record.answered).toBe(0);
  expect(failuresOf(record)).toBe(record.sent);
});

const found = {
  links: 0,
  orders: { accepted: 0, refused: 0, unknown: 0 },
  paid: 0,
  charges: 0,
  chargedCents: 0,
  events: 0,
  duplicates: 0,
  wrongs: [],
};
const sampleAt = (seconds: number, serviceBytes: number) =>
  ({ seconds, serviceBytes, tableFileBytes: 0, messages: 0 }) as never;

test.each([
  ['as fast as three times the plain service', 900, 300, true],
  ['slower than that, and fast enough', 250, 10, true],
  ['slower than that, and too slow', 251, 10, false],
])('a read that is %s', (_what, own, plain, met) => {
  const recordOf = (milliseconds: number) => ({
    ...newRecord(),
    latencies: new Map([['getBill', [milliseconds]]]),
  });
  const verdicts = verdictsOf({
    ...{ real: recordOf(own), plain: recordOf(plain), held: found, afterRamp: found },
    ...{ ramp: [], quietAfterSeconds: 0, options: {} as never },
    samples: [0, 100, 300, 500, 600].map((at) => sampleAt(at, 100)),
  });
  expect(verdicts.find(({ what }) => what.includes('getBill'))?.met).toBe(met);
});

test.each([
  ['429 too_many_requests', true, true],
  ['503 service_unavailable', true, true],
  ['503 service_unavailable', false, false],
  ['504 service_unavailable', true, false],
  ['timeout', false, false],
])('past its limit, %s with Retry-After %s', (what, hasRetryAfter, met) => {
  const record = newRecord();
  noteFailure(record, what, hasRetryAfter);
  const step = { requestsPerSecond: 1, answeredPerSecond: 1, record };
  const verdicts = verdictsOf({
    ...{ real: newRecord(), plain: newRecord(), held: found, afterRamp: found, samples: [] },
    ...{ ramp: [step], quietAfterSeconds: 0, options: {} as never },
  });
  expect(verdicts.find((one) => one.what.includes('Retry-After'))?.met).toBe(met);
});

test('memory may grow by a twentieth from when all is loaded to the end', () => {
  const grownTo = (end: number) =>
    verdictsOf({
      ...{ real: newRecord(), plain: newRecord(), held: found, afterRamp: found },
      ...{ ramp: [], quietAfterSeconds: 0, options: {} as never },
      samples: [sampleAt(0, 1), sampleAt(300, 100), sampleAt(900, 500), sampleAt(1_800, end)],
    }).find(({ what }) => what.includes('memory'))?.met;
  expect([grownTo(105), grownTo(106)]).toEqual([true, false]);
});

test('the middle of values is at a half, and the end of few is the last', () => {
  expect([quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.99), quantile([], 0.5)]).toEqual([
    2,
    3,
    Number.NaN,
  ]);
});
