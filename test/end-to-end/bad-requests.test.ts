import type { Operation } from '@billhook/core/operation';
import { type GenericSchema, safeParse } from 'valibot';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { allOperations } from '../support/operations.ts';
import { addApiKey } from '../support/partners.ts';
import { expectRefusal, type ProblemBody, readProblem, sendRaw } from '../support/raw.ts';
import {
  type Place,
  placesIn,
  type Sample,
  type SampleIds,
  samplesOf,
  spoil,
  valueAt,
} from '../support/samples.ts';
import { snapshot } from '../support/snapshot.ts';
import { newName, openWorld, valueFrom } from '../support/world.ts';

const MEBIBYTE = 1_048_576;
const world = openWorld();
let ids: SampleIds;
let before: unknown;

beforeAll(async () => {
  const identifier = newName();
  const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
  const methodId = await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  ids = {
    clientId,
    identifier,
    methodId,
    authId: bill.auth._id,
    billId: bill._id,
    companyId: bill.company._id,
  };
  before = await snapshot(world.api, clientId);
});

/** The samples' titles are known before the ids are. */
const titles = samplesOf({
  clientId: '',
  identifier: '',
  methodId: '',
  authId: '',
  billId: '',
  companyId: '',
}).map(({ title, name }) => ({ title, name }));

const sampleOf = (title: string) => samplesOf(ids).find((one) => one.title === title) as Sample;
const operationOf = (name: string) =>
  allOperations.find((one) => one.name === name)?.operation as Operation;

const post = ({ path }: Sample, body: unknown) => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Some error names the place, or what holds it where several forms are taken. */
function expectNamed({ errors }: ProblemBody, place: Place) {
  const path = place.join('.');
  const fields = errors?.map(({ field }) => field) ?? [];
  const names = fields.some((field) => field !== '' && `${path}.`.startsWith(`${field}.`));
  expect(names, `${path} in ${fields}`).toBe(true);
}

async function expectNothingChanged() {
  expect(await snapshot(world.api, ids.clientId)).toEqual(before);
}

test('every operation with a body has a sample', () => {
  const withBody = allOperations.filter(({ operation }) => operation.body).map(({ name }) => name);
  expect([...new Set(titles.map(({ name }) => name))].toSorted()).toEqual(withBody.toSorted());
});

describe.each(titles)('$title', ({ title, name }) => {
  test('its sample is valid, so that each refusal has the one reason', () => {
    const parsed = safeParse(operationOf(name).body as GenericSchema, sampleOf(title).body);
    expect(parsed.issues?.[0]?.message).toBeUndefined();
  });

  test('refuses what is no JSON object', async () => {
    const sample = sampleOf(title);
    const whole = JSON.stringify(sample.body);
    for (const body of [whole.slice(0, -1), `${whole}x`, '[]', 'null', '"text"', '1', '{a:1}']) {
      await expectRefusal(post(sample, body), 'invalid_json');
    }
    await expectNothingChanged();
  });

  test('refuses a value of another type anywhere, and names it', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      // No field takes an object with one unknown name, but a form or a meta.
      const wrong = typeof valueAt(sample.body, place) === 'object' ? 'text' : { wrong: [null] };
      const problem = await expectRefusal(
        post(sample, spoil(sample.body, place, wrong)),
        'invalid_request',
      );
      expectNamed(problem, place);
    }
    await expectNothingChanged();
  });

  test('refuses a body without a required field, and names it', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      const without = spoil(sample.body, place, undefined);
      if (safeParse(operationOf(name).body as GenericSchema, without).success) continue;
      const problem = await expectRefusal(post(sample, without), 'invalid_request');
      expectNamed(problem, place);
    }
    await expectNothingChanged();
  });

  test('refuses over-long text anywhere, without repeating it', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      if (typeof valueAt(sample.body, place) !== 'string') continue;
      const long = spoil(sample.body, place, 'x'.repeat(100_000));
      const problem = await expectRefusal(post(sample, long), 'invalid_request');
      expect(JSON.stringify(problem).length).toBeLessThan(4_000);
      expect(JSON.stringify(problem)).not.toContain('xxxx');
    }
    await expectNothingChanged();
  });

  test('refuses a value that a closed set does not have', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      const unknown = spoil(sample.body, place, 'no-such-value');
      if (safeParse(operationOf(name).body as GenericSchema, unknown).success) continue;
      const problem = await expectRefusal(post(sample, unknown), 'invalid_request');
      expect(problem.errors?.length).toBeGreaterThan(0);
    }
    await expectNothingChanged();
  });

  test('refuses a body one byte over 1 MiB, and takes one of exactly 1 MiB', async () => {
    const sample = sampleOf(title);
    const padded = (bytes: number) => {
      const empty = JSON.stringify({ ...sample.body, padding: '' });
      return JSON.stringify({ ...sample.body, padding: 'x'.repeat(bytes - empty.length) });
    };
    await expectRefusal(post(sample, padded(MEBIBYTE + 1)), 'body_too_large');
    await expectRefusal(post(sample, padded(5 * MEBIBYTE)), 'body_too_large');
    await expectNothingChanged();
    const broken = padded(MEBIBYTE).replace(/}$/, '!');
    await expectRefusal(post(sample, broken), 'invalid_json');
  });

  test('refuses another type of content', async () => {
    const sample = sampleOf(title);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', '']) {
      const request = { ...post(sample, sample.body), headers: { 'content-type': type } };
      await expectRefusal(request, 'unsupported_media_type');
    }
    await expectNothingChanged();
  });
});

describe('the key', () => {
  const paths = allOperations.map(({ name, operation }) => ({
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

  test('with a wrong secret, an unknown id or of another stage is refused', async () => {
    const { apiKey } = inject('service');
    const request = { method: 'GET', path: '/company/categories' };
    const last = apiKey.at(-1) === 'a' ? 'b' : 'a';
    const [bh, , keyId, secret] = apiKey.split('_');
    const wrong = [
      `${apiKey.slice(0, -1)}${last}`,
      `${apiKey}a`,
      apiKey.slice(0, -1),
      `${bh}_sandbox_000000000000_${secret}`,
      `${bh}_production_${keyId}_${secret}`,
    ];
    for (const key of wrong) await expectRefusal({ ...request, apiKey: key }, 'api_key_invalid');
  });

  test('that has expired or was revoked is refused, and one that has not yet is not', async () => {
    const { partnerId } = inject('otherPartner');
    const request = { method: 'GET', path: '/company/categories' };
    const place = inject('service');
    const instant = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const expired = await addApiKey(place, partnerId, { expires: instant(-1) });
    const revoked = await addApiKey(place, partnerId, { revoked: instant(-1) });
    const living = await addApiKey(place, partnerId, { expires: instant(600) });
    await expectRefusal({ ...request, apiKey: expired }, 'api_key_invalid');
    await expectRefusal({ ...request, apiKey: revoked }, 'api_key_invalid');
    expect((await sendRaw({ ...request, apiKey: living })).status).toBe(200);
  });
});

describe('a route', () => {
  const unknownRoutes = [
    ['GET', '/'],
    ['GET', '/nothing'],
    ['GET', '/bill'],
    ['GET', '/bill/list/a/b'],
    ['PUT', '/client'],
    ['PATCH', '/bill/any'],
    ['DELETE', '/bill/any'],
    ['POST', '/company/categories'],
    ['GET', '/payment/schedule/any/more'],
    ['POST', '/client/any'],
  ] as const;

  test.each(unknownRoutes)('%s %s that no operation has is not found', async (method, path) => {
    await expectRefusal({ method, path }, 'route_not_found');
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
