import { beforeAll, describe, expect, inject, test } from 'vitest';
import { allOperations } from '../support/operations.ts';
import { addPartner } from '../support/partners.ts';
import { expectRefusal, readProblem, sendRaw } from '../support/raw.ts';
import { openWorld, valueFrom } from '../support/world.ts';

const world = openWorld();
let ids: { clientId: string; billId: string };

beforeAll(async () => {
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  ids = { clientId, billId: bill._id };
});

describe('the key', () => {
  const guarded = allOperations.filter(({ operation }) => !operation.callers.includes('anyone'));
  const paths = guarded.map(({ name, operation }) => ({
    name,
    method: operation.method,
    path: operation.path.replace(/\{\w+\}/g, 'any'),
    body: operation.body ? '{}' : undefined,
  }));

  test.each(paths)('of $name is required', async ({ method, path, body }) => {
    const request = { method, path, body };
    await expectRefusal({ ...request, apiKey: '' }, 'api_key_missing');
    for (const header of ['Basic YTpi', 'Bearer', 'bearer x y']) {
      const response = await sendRaw({
        ...request,
        apiKey: '',
        headers: { authorization: header },
      });
      const problem = await readProblem(response);
      expect(`${problem.status} ${problem.code}`, header).toMatch(
        /^401 api_key_(missing|invalid)$/,
      );
    }
    await expectRefusal({ ...request, apiKey: 'bh_sandbox_nonsense' }, 'api_key_invalid');
  });

  test('that is missing is asked for as RFC 9110 has it', async () => {
    const response = await sendRaw({ method: 'GET', path: '/partner', apiKey: '' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="billhook"',
    ]);
  });

  test('with a wrong secret, an unknown id or of another stage is refused', async () => {
    const { apiKey } = inject('service');
    const request = { method: 'GET', path: '/company/categories' };
    const last = apiKey.at(-1) === 'a' ? 'b' : 'a';
    const [bh, , keyId, secret] = apiKey.split('_');
    const wrong = [
      `${apiKey.slice(0, -1)}${last}`,
      `${apiKey}a`,
      apiKey.slice(0, -1),
      `${bh}_sandbox_${'0'.repeat(28)}_${secret}`,
      `${bh}_production_${keyId}_${secret}`,
    ];
    for (const key of wrong) await expectRefusal({ ...request, apiKey: key }, 'api_key_invalid');
  });

  test('that has expired or was revoked is refused, and one that has not yet is not', async () => {
    const request = { method: 'GET', path: '/company/categories' };
    const place = inject('service');
    const instant = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const expired = await addPartner(place, { expires: instant(-1) });
    const revoked = await addPartner(place, { revoked: instant(-1) });
    const living = await addPartner(place, { expires: instant(600) });
    await expectRefusal({ ...request, apiKey: expired.apiKey }, 'api_key_invalid');
    await expectRefusal({ ...request, apiKey: revoked.apiKey }, 'api_key_invalid');
    expect((await sendRaw({ ...request, apiKey: living.apiKey })).status).toBe(200);
  });
});

describe('a route', () => {
  const unknownRoutes = [
    ['GET', '/'],
    ['GET', '/nothing'],
    ['GET', '/bill'],
    ['GET', '/bill/list/a/b'],
    ['GET', '/payment/schedule/any/more'],
    ['OPTIONS', '/nothing'],
  ] as const;

  test.each(unknownRoutes)('%s %s that no operation has is not found', async (method, path) => {
    await expectRefusal({ method, path }, 'route_not_found');
  });

  test.each([
    ['PUT', '/client', 'POST'],
    ['PATCH', '/bill/any', 'GET, OPTIONS'],
    ['HEAD', '/bill/any', 'GET, OPTIONS'],
    ['DELETE', '/company/categories', 'GET, OPTIONS'],
    ['OPTIONS', '/client', 'POST'],
    ['DELETE', '/partner', 'GET'],
  ] as const)('%s %s is not allowed, and says what is', async (method, path, allow) => {
    const response = await sendRaw({ method, path });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect((await readProblem(response)).code).toBe('method_not_allowed');
  });

  test.each([
    ['/company/categories', '/v1/company/categories'],
    ['/bill/list/cl_1', '/v1/bill/list/cl_1'],
    ['/', '/v1/client'],
    ['/nothing', '/v1/client'],
    ['/v2/client', '/v1/client'],
  ])('%s outside of /v1 is not found, with a hint', async (path, example) => {
    const { origin } = new URL(inject('service').baseUrl);
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${origin}${path}`, { method });
      const { status, code, detail } = await readProblem(response);
      expect([status, code]).toEqual([404, 'route_not_found']);
      expect(detail).toMatch(new RegExp(`Every path begins with /v1, as in ${example}\\.$`));
    }
  });

  test('that no operation has is as unknown without a key', async () => {
    const response = await sendRaw({ method: 'GET', path: '/nothing', apiKey: '' });
    expect((await readProblem(response)).code).toMatch(/^(route_not_found|api_key_missing)$/);
  });
});

describe('a page', () => {
  test.each(['0', '101', '-1', '1.5', 'ten', '', '1e1', ' 5'])(
    'of limit %j is refused',
    async (limit) => {
      const query = `limit=${encodeURIComponent(limit)}`;
      for (const path of [
        `/auth/list/${ids.clientId}`,
        `/bill/list/${ids.clientId}`,
        `/payment/list/${ids.clientId}`,
      ]) {
        const problem = await expectRefusal(
          { method: 'GET', path: `${path}?${query}` },
          'invalid_request',
        );
        expect(problem.errors?.[0]?.field).toBe('limit');
      }
    },
  );

  test('behind a cursor of another list is refused', async () => {
    const { data, nextCursor } = valueFrom(
      await world.api.payment.listPaymentMethods({ clientId: ids.clientId, limit: 100 }),
    );
    expect(data).toHaveLength(1);
    expect(nextCursor).toBeUndefined();
    const cursor = Buffer.from('bill_x').toString('base64url');
    const path = `/payment/list/${ids.clientId}?cursor=${cursor}`;
    await expectRefusal({ method: 'GET', path }, 'invalid_cursor');
  });
});

test('an id of any form that is not ours is not found', async () => {
  const odd = [
    'x',
    '..%2F..%2Fx',
    '%00',
    '%E2%82%AC',
    'a'.repeat(250),
    `${ids.billId}x`,
    ids.clientId,
  ];
  for (const id of odd) {
    await expectRefusal({ method: 'GET', path: `/bill/${id}` }, 'bill_not_found');
  }
});

test('an error is problem+json for who asks for it', async () => {
  const headers = { accept: 'application/problem+json' };
  const response = await sendRaw({ method: 'GET', path: '/bill/none', headers });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(response.status).toBe(404);
});
