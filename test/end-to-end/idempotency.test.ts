import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { newTokenClient } from '../support/client-access.ts';
import { encryptJwe, publicKeyOf } from '../support/encrypt.ts';
import { expectRefusal, readProblem, sendRaw } from '../support/raw.ts';
import { scanTable } from '../support/table-server.ts';
import { givenBank, newName, openWorld, refusal, valueFrom } from '../support/world.ts';

const { api, newClient } = openWorld();
const PATH = '/payment';
let clientId: string;

beforeAll(async () => {
  clientId = await newClient();
});

/** Sends a body under a key as it is. */
function post(key: string, body: string, more: { path?: string; apiKey?: string } = {}) {
  return sendRaw({
    ...{ method: 'POST', path: more.path ?? PATH, body, apiKey: more.apiKey },
    headers: { 'Idempotency-Key': key },
  });
}

async function methodsOf(client: string): Promise<string[]> {
  const { data } = valueFrom(await api.payment.listPaymentMethods({ clientId: client }));
  return data.map(({ _id }) => _id);
}

describe('a repetition', () => {
  test('links one method, and gets the same answer with an id of its own', async () => {
    const client = await newClient();
    const [key, body] = [newName(), JSON.stringify(givenBank(client))];
    const [one, two] = [await post(key, body), await post(key, body)];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await two.text()).toBe(await one.text());
    expect(one.headers.has('idempotent-replayed')).toBe(false);
    expect(two.headers.get('idempotent-replayed')).toBe('true');
    expect(two.headers.get('request-id')).not.toBe(one.headers.get('request-id'));
    expect(two.headers.has('ratelimit')).toBe(true);
    expect(await methodsOf(client)).toHaveLength(1);
  });

  test('of a refusal is the same refusal, with the id of its own request', async () => {
    const given = givenBank('cl_00000000000000000000');
    const [key, body] = [newName(), JSON.stringify(given)];
    const [one, two] = [await post(key, body), await post(key, body)];
    expect(two.headers.get('idempotent-replayed')).toBe('true');
    // `readProblem` holds the body's id against the header's.
    const [first, second] = [await readProblem(one), await readProblem(two)];
    expect(first.code).toBe('client_not_found');
    expect({ ...second, requestId: '' }).toEqual({ ...first, requestId: '' });
    expect(second.requestId).not.toBe(first.requestId);
  });

  test('with other white space is the same, with another value it is not', async () => {
    const [key, given] = [newName(), givenBank(clientId)];
    expect((await post(key, JSON.stringify(given))).status).toBe(200);
    const spaced = await post(key, JSON.stringify(given, null, 2));
    expect(spaced.headers.get('idempotent-replayed')).toBe('true');
    const other = await post(key, JSON.stringify({ ...given, name: 'Grace Hopper' }));
    expect((await readProblem(other)).code).toBe('idempotency_key_reused');
  });

  test('that is encrypted is the same as the one that was not', async () => {
    const { kid, pem: _pem, ...jwk } = valueFrom(await api.partner.createEncryptionKey());
    const [key, given] = [newName(), givenBank(clientId)];
    const encrypted = (text: string) =>
      JSON.stringify({ encrypted: kid, hash: encryptJwe(publicKeyOf(jwk), text) });
    const plain = await post(key, JSON.stringify(given));
    const body = await plain.text();
    expect(plain.status).toBe(200);
    for (let count = 0; count < 2; count += 1) {
      const again = await post(key, encrypted(JSON.stringify(given)));
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await again.text()).toBe(body);
    }
    const other = await post(key, encrypted(JSON.stringify({ ...given, name: 'Grace Hopper' })));
    expect((await readProblem(other)).code).toBe('idempotency_key_reused');
    valueFrom(await api.partner.deleteEncryptionKey({ keyId: kid }));
  });

  test('by the typed client says so', async () => {
    const idempotencyKey = newName();
    const given = { identifier: newName() };
    const one = await api.client.createClient(given, { idempotencyKey });
    const two = await api.client.createClient(given, { idempotencyKey });
    expect(one.ok && one.replayed).toBeUndefined();
    expect(two).toMatchObject({ ok: true, replayed: true, value: valueFrom(one) });
  });
});

test('50 at once under one key have one effect, and are answered 200 or 409 only', async () => {
  const client = await newClient();
  const [key, body] = [newName(), JSON.stringify(givenBank(client))];
  const responses = await Promise.all(Array.from({ length: 50 }, () => post(key, body)));
  const answers = new Set<string>();
  for (const response of responses) {
    if (response.status === 200) answers.add(await response.text());
    else {
      expect(response.headers.get('retry-after')).toBe('1');
      expect((await readProblem(response)).code).toBe('request_in_progress');
    }
  }
  expect(answers.size).toBe(1);
  expect(await methodsOf(client)).toHaveLength(1);
});

test('a secret is made once, and shown once', async () => {
  const idempotencyKey = newName();
  const given = { identifier: newName() };
  expect((await api.client.createToken(given, { idempotencyKey })).ok).toBe(true);
  const again = await api.client.createToken(given, { idempotencyKey });
  expect(refusal(again)).toBe('409 answer_not_kept');
});

test('a search has no effect: nothing of it is kept, and each is a search of its own', async () => {
  const { accessToken, clientId: searching } = await newTokenClient();
  const key = newName();
  const search = (query: string) =>
    post(key, JSON.stringify({ query }), { path: '/company/search', apiKey: accessToken });
  for (const query of ['Regular', 'Regular', 'MFA', 'Regular']) {
    const response = await search(query);
    expect(response.status).toBe(200);
    expect(response.headers.has('idempotent-replayed')).toBe(false);
    const { data } = (await response.json()) as { data: { name: string }[] };
    expect(data[0]?.name).toContain(query);
  }
  const items = await scanTable(inject('service').tableUrl);
  const kept = items.filter(({ pk }) => String(pk?.S).startsWith(`${searching}#idempotency#`));
  expect(kept).toEqual([]);
});

describe('a key', () => {
  test('of a client is none of its partner, nor of another client', async () => {
    const [one, two] = [await newTokenClient(), await newTokenClient()];
    const key = newName();
    const by = (client: string, apiKey?: string) =>
      post(key, JSON.stringify(givenBank(client)), { apiKey });
    const responses = [
      await by(one.clientId, one.accessToken),
      await by(one.clientId),
      await by(two.clientId, two.accessToken),
    ];
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.has('idempotent-replayed')).toBe(false);
    }
    expect(await methodsOf(one.clientId)).toHaveLength(2);
    expect(await methodsOf(two.clientId)).toHaveLength(1);
    const again = await by(one.clientId, one.accessToken);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await methodsOf(one.clientId)).toHaveLength(2);
  });

  test('of a partner is none of another partner', async () => {
    const { baseUrl } = inject('service');
    const other = createApiClient({ baseUrl, ...inject('otherPartner'), validate: true });
    const [idempotencyKey, given] = [newName(), { identifier: newName() }];
    const ours = valueFrom(await api.client.createClient(given, { idempotencyKey }));
    const theirs = await other.client.createClient(given, { idempotencyKey });
    expect(theirs).not.toHaveProperty('replayed');
    expect(valueFrom(theirs)).not.toEqual(ours);
  });

  test.each([
    ['with a space', 'not a key'],
    ['of 256 characters', 'k'.repeat(256)],
  ])('%s is refused by its name', async (_what, key) => {
    const body = JSON.stringify(givenBank(clientId));
    const request = { method: 'POST', path: PATH, body };
    const headers = { 'Idempotency-Key': key };
    const problem = await expectRefusal({ ...request, headers }, 'invalid_request');
    expect(problem.errors?.map(({ field }) => field)).toEqual(['Idempotency-Key']);
  });

  test('of 255 characters is taken', async () => {
    const key = newName().padEnd(255, '~');
    expect((await post(key, JSON.stringify(givenBank(clientId)))).status).toBe(200);
  });

  test('is not spent by a request that is refused before it is carried out', async () => {
    const key = newName();
    const refused = await post(key, JSON.stringify({ ...givenBank(clientId), name: 7 }));
    expect((await readProblem(refused)).code).toBe('invalid_request');
    const given = JSON.stringify(givenBank(clientId));
    expect((await post(key, given)).status).toBe(200);
  });

  test('is not looked at where there is no caller, or nothing to repeat', async () => {
    const headers = { 'Idempotency-Key': 'not a key' };
    const get = await sendRaw({ method: 'GET', path: '/company/categories', headers });
    expect(get.status).toBe(200);
    const body = JSON.stringify({ token: 'a.b.c' });
    const open = { method: 'POST', path: '/client/access-token', body, headers };
    await expectRefusal({ ...open, apiKey: '' }, 'token_invalid');
  });
});
