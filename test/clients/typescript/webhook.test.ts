import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, type WebhookRequest } from '../../../clients/typescript/src/webhook.ts';

const secret = `whsec_${Buffer.from('a secret of 32 bytes, as ours is').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret of thirty-two byt').toString('base64')}`;
const now = Date.parse('2026-11-22T12:00:00.500Z');
const seconds = Math.floor(now / 1_000);
const id = 'evt_1';
const body = JSON.stringify({ event: { _id: id, type: 'bill.payment.sent', subject: 'pay_ü' } });

function sign(by: string, at = seconds, what = body, as = id): string {
  return new Webhook(by).sign(as, new Date(at * 1_000), what);
}

function request(
  changes: Record<string, string | undefined> = {},
  more: Partial<WebhookRequest> = {},
) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': sign(secret),
    ...changes,
  };
  return { secret, headers, body, now, ...more };
}

async function reasonFor(given: WebhookRequest): Promise<string> {
  return await verifyWebhook(given).then(
    () => 'accepted',
    (error) => error.reason ?? String(error),
  );
}

describe('what the service signed is accepted', () => {
  test('with its event', async () => {
    expect(await verifyWebhook(request())).toMatchObject({ _id: id, type: 'bill.payment.sent' });
  });

  test.each([
    ['text', body],
    ['bytes', Buffer.from(body)],
    ['bytes within others', Buffer.from(`..${body}..`).subarray(2, -2)],
    ['a buffer', new TextEncoder().encode(body).buffer],
  ])('as %s', async (_, given) => {
    expect(await reasonFor(request({}, { body: given }))).toBe('accepted');
  });

  test('with the headers of fetch, or of any spelling', async () => {
    const { headers } = request();
    const shouting = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
    const given = { headers: new Headers(headers as Record<string, string>) };
    expect(await reasonFor(request({}, given))).toBe('accepted');
    const other = { headers: Object.fromEntries(shouting) };
    expect(await reasonFor(request({}, other))).toBe('accepted');
  });

  test('by either secret, while one takes the place of the other', async () => {
    const both = { 'webhook-signature': `${sign(other)} v1a,unknown ${sign(secret)}` };
    expect(await reasonFor(request(both))).toBe('accepted');
    expect(await reasonFor(request(both, { secret: other }))).toBe('accepted');
  });

  test.each([-300, -1, 0, 1, 300])('%i seconds away', async (away) => {
    const at = seconds + away;
    const changes = { 'webhook-timestamp': String(at), 'webhook-signature': sign(secret, at) };
    const exact = { now: seconds * 1_000 };
    expect(await reasonFor(request(changes, exact))).toBe('accepted');
  });
});

describe('what anybody else sends is refused', () => {
  test.each([
    ['with another secret', { 'webhook-signature': sign(other) }, 'not-signed'],
    ['of another text', { 'webhook-signature': sign(secret, seconds, '{}') }, 'not-signed'],
    ['with another id', { 'webhook-id': 'evt_2' }, 'not-signed'],
    ['at another time', { 'webhook-timestamp': String(seconds + 1) }, 'not-signed'],
    ['with half a signature', { 'webhook-signature': sign(secret).slice(0, -20) }, 'not-signed'],
    ['of another version', { 'webhook-signature': sign(secret).replace('v1', 'v2') }, 'not-signed'],
    ['with no Base64', { 'webhook-signature': `${sign(secret)}\u00e9` }, 'not-signed'],
    ['without a signature', { 'webhook-signature': undefined }, 'header-missing'],
    ['with an empty id', { 'webhook-id': '' }, 'header-missing'],
    ['without a time', { 'webhook-timestamp': undefined }, 'header-missing'],
    ['with a time that is none', { 'webhook-timestamp': '1e9' }, 'too-old'],
  ])('%s', async (_, changes, reason) => {
    expect(await reasonFor(request(changes))).toBe(reason);
  });

  test.each([
    [-301, 'too-old'],
    [301, 'too-new'],
    [-86_400, 'too-old'],
  ])('once it is %i seconds away, though it is signed', async (away, reason) => {
    const at = seconds + away;
    const changes = { 'webhook-timestamp': String(at), 'webhook-signature': sign(secret, at) };
    expect(await reasonFor(request(changes, { now: seconds * 1_000 }))).toBe(reason);
  });

  test('with more signatures than ours ever has', async () => {
    const many = Array(500).fill(sign(other));
    const changes = { 'webhook-signature': [...many, sign(secret)].join(' ') };
    expect(await reasonFor(request(changes))).toBe('not-signed');
  });

  test.each(['', 'not JSON', '[]', '{"event":{}}', 'null'])(
    'with %j for an event',
    async (text) => {
      const changes = { 'webhook-signature': sign(secret, seconds, text) };
      expect(await reasonFor(request(changes, { body: text }))).toBe('not-an-event');
    },
  );

  test('where a key is empty', async () => {
    const signature = createHmac('sha256', '').update(`${id}.${seconds}.${body}`).digest('base64');
    const changes = { 'webhook-signature': `v1,${signature}` };
    for (const none of ['', 'whsec_', 'whsec_é']) {
      expect(await reasonFor(request(changes, { secret: none }))).toMatch('TypeError');
    }
  });
});
