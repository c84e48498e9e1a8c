/** Signed requests that somebody has captured, sent again in every way that might pass. */
import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { addPartner } from '../support/partners.ts';
import { pemOf, rsaPair, signText } from '../support/signing.ts';
import { scanTable } from '../support/table-server.ts';

const { baseUrl, tableUrl } = inject('service');
const pair = rsaPair();
let apiKey: string;

type Captured = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

const digestOf = (body: string) =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/** @param given `covered` puts the key into what is signed. */
function signed(
  method: string,
  path: string,
  given: { body?: object; key?: string; covered?: true; date?: string; digest?: false } = {},
): Captured {
  const date = given.date ?? new Date().toISOString();
  const body = method === 'POST' || method === 'PUT' ? JSON.stringify(given.body ?? {}) : undefined;
  const digest = body !== undefined && given.digest !== false ? digestOf(body) : undefined;
  const end = digest === undefined ? '' : `:${digest}${given.covered ? `:${given.key}` : ''}`;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    date,
    signature: signText(`${method}:/v1${path}:${apiKey}:${date}${end}`, pair.privateKey),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(digest !== undefined && { 'content-digest': digest }),
    ...(given.key !== undefined && { 'idempotency-key': given.key }),
  };
  return { method, path, headers, ...(body !== undefined && { body }) };
}

async function send({ path, ...request }: Captured) {
  const response = await fetch(`${baseUrl}${path}`, request);
  const value = await response.json();
  const code = response.ok ? 'ok' : `${response.status} ${value.code}`;
  return { code, value, replayed: response.headers.get('idempotent-replayed') };
}

const without = ({ headers, ...rest }: Captured, name: string): Captured => ({
  ...rest,
  headers: Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name)),
});
const having = (captured: Captured, headers: Record<string, string>): Captured => ({
  ...captured,
  headers: { ...captured.headers, ...headers },
});
const newClient = (more: { key?: string; covered?: true } = {}) =>
  signed('POST', '/client', { body: { identifier: `user-${randomUUID()}` }, ...more });

async function partnerWith(settings: object): Promise<string> {
  const added = await addPartner(inject('service'));
  apiKey = added.apiKey;
  const body = { publicKey: pemOf(pair.publicKey), required: true, ...settings };
  expect((await send(signed('PUT', '/partner/signing', { body }))).code).toBe('ok');
  return added.partnerId;
}

describe('Of a partner whose signatures count once, a captured request', () => {
  let partnerId: string;
  beforeAll(async () => {
    partnerId = await partnerWith({ requireDigest: true, refuseReplays: true });
  });

  test('passes once, also of two at the same time', async () => {
    const captured = newClient();
    const codes = (await Promise.all([send(captured), send(captured), send(captured)])).map(
      ({ code }) => code,
    );
    expect(codes.toSorted()).toEqual(['401 signature_used', '401 signature_used', 'ok']);
    expect((await send(captured)).code).toBe('401 signature_used');
  });

  test('passes for no other body, nor without its digest', async () => {
    const captured = newClient();
    const body = JSON.stringify({ identifier: 'thief' });
    expect((await send({ ...captured, body })).code).toBe('400 digest_mismatch');
    const digest = { 'content-digest': digestOf(body) };
    expect((await send(having({ ...captured, body }, digest))).code).toBe('401 signature_invalid');
    const bare = without({ ...captured, body }, 'content-digest');
    expect((await send(bare)).code).toBe('401 digest_missing');
    // None of that has used it up.
    expect((await send(captured)).code).toBe('ok');
  });

  test('is refused where it was signed without a digest, also without a body', async () => {
    for (const method of ['POST', 'PUT']) {
      const path = method === 'POST' ? '/partner/signing/refresh' : '/partner/modules';
      expect((await send(signed(method, path, { digest: false }))).code).toBe('401 digest_missing');
    }
  });

  test('is a retry with the same key, and with no other', async () => {
    const key = randomUUID();
    const captured = newClient({ key });
    const first = await send(captured);
    expect(first).toMatchObject({ code: 'ok', replayed: null });
    expect(await send(captured)).toMatchObject({ value: first.value, replayed: 'true' });
    const other = having(captured, { 'idempotency-key': randomUUID() });
    expect((await send(other)).code).toBe('401 signature_used');
    expect((await send(without(captured, 'idempotency-key'))).code).toBe('401 signature_used');
  });

  test('keeps a key that its signature covers', async () => {
    const captured = newClient({ key: randomUUID(), covered: true });
    const other = having(captured, { 'idempotency-key': randomUUID() });
    expect((await send(other)).code).toBe('401 signature_invalid');
    expect((await send(without(captured, 'idempotency-key'))).code).toBe('401 signature_invalid');
    expect((await send(captured)).code).toBe('ok');
    expect((await send(captured)).replayed).toBe('true');
  });

  test('cannot have its digest sent as a key, for another body to go with it', async () => {
    const captured = newClient();
    const digest = captured.headers['content-digest'] ?? '';
    const moved = having(without(captured, 'content-digest'), { 'idempotency-key': digest });
    const body = JSON.stringify({ identifier: 'thief' });
    for (const one of [moved, having(moved, { 'content-digest': digestOf(body) })]) {
      expect((await send({ ...one, body })).code).toMatch(
        /^401 (digest_missing|signature_invalid)$/,
      );
    }
  });

  test('passes again where it changes nothing', async () => {
    for (const one of [signed('GET', '/partner'), signed('POST', '/company/search')]) {
      expect([(await send(one)).code, (await send(one)).code]).toEqual(['ok', 'ok']);
    }
  });

  test('is used up where no key makes it a retry: PUT and DELETE take none', async () => {
    const key = randomUUID();
    const put = signed('PUT', '/partner/modules', { body: { bridgeName: 'app' }, key });
    expect([(await send(put)).code, (await send(put)).code]).toEqual(['ok', '401 signature_used']);
    const gone = signed('DELETE', '/webhook-endpoint/we_00000000000000000000', { key });
    expect([(await send(gone)).code, (await send(gone)).code]).toEqual([
      '404 webhook_endpoint_not_found',
      '401 signature_used',
    ]);
  });

  test('leaves only a hash behind, for no longer than it could be used', async () => {
    const captured = newClient({ key: randomUUID() });
    await send(captured);
    const items = await scanTable(tableUrl);
    const { signature = '', 'idempotency-key': key = '' } = captured.headers;
    expect(JSON.stringify(items)).not.toContain(signature);
    expect(JSON.stringify(items)).not.toContain(key);
    const spent = items.filter(({ pk }) => String(pk?.S).startsWith(`${partnerId}#signature#`));
    expect(spent.length).toBeGreaterThan(0);
    const latest = Math.max(...spent.map(({ expiresAt }) => Number(expiresAt?.N)));
    expect(latest - Date.now() / 1000).toBeLessThanOrEqual(601);
  });
});

test('A request with a Date of another form is refused with a message that says so', async () => {
  await partnerWith({});
  for (const date of [new Date().toUTCString(), '2026-11-22', '2026-11-22T10:00:00']) {
    const { code, value } = await send(signed('GET', '/partner', { date }));
    expect(code).toBe('401 signature_invalid');
    expect(value.detail).toContain('ISO 8601');
  }
  const { value } = await send({ ...signed('GET', '/partner'), path: '/company/categories' });
  expect(value.detail).not.toContain('ISO 8601');
});

test('Where signatures count as often as they are sent, nothing is kept of them', async () => {
  const partnerId = await partnerWith({ requireDigest: true });
  const captured = newClient();
  expect([(await send(captured)).code, (await send(captured)).code]).toEqual(['ok', 'ok']);
  const items = await scanTable(tableUrl);
  expect(items.some(({ pk }) => String(pk?.S).startsWith(`${partnerId}#signature#`))).toBe(false);
});

test('What rests on another setting cannot be on without it, and goes when that goes', async () => {
  await partnerWith({});
  const put = (body: object) => send(signed('PUT', '/partner/signing', { body }));
  expect(await put({ refuseReplays: true })).toMatchObject({
    code: '400 invalid_request',
    value: { errors: [{ field: 'refuseReplays' }] },
  });
  expect((await put({ required: false, requireDigest: true })).code).toBe('400 invalid_request');
  const on = { required: true, requireDigest: true, refuseReplays: true };
  expect((await put(on)).value).toMatchObject(on);
  expect((await put({ requireDigest: false })).value).toMatchObject({
    required: true,
    requireDigest: false,
    refuseReplays: false,
  });
  expect((await put(on)).value).toMatchObject(on);
  expect((await put({ required: false })).value).toMatchObject({
    required: false,
    requireDigest: false,
    refuseReplays: false,
  });
});
