/**
 * What the table is asked for tokens that are refused: nobody is admitted before this function. And
 * which companies it shows.
 */
import { randomBytes } from 'node:crypto';
import type { TokenChange } from '@billhook/core/api/token-marks';
import { clientKey, rootKey } from '@billhook/core/base/table-keys';
import { newClient } from '@billhook/core/client/client';
import type { CompanyRecord } from '@billhook/core/company/company';
import { newPartner } from '@billhook/core/partner/partner';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { openTokenKey, type SigningKey } from '@billhook/runtime/callers/token-key';
import { readToken, signSsoToken } from '@billhook/runtime/callers/tokens';
import { importCompanies } from '@billhook/runtime/companies/import-companies';
import { countLinked } from '@billhook/runtime/companies/popular';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as createAccessToken } from '../../../functions/client/create-access-token.ts';
import { handler as openModuleSession } from '../../../functions/module/open-module-session.ts';
import { fakeKms } from '../../support/kms.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { partnerId } from '../../support/records.ts';
import { signedBy } from '../../support/tokens.ts';

const HOUR_SECONDS = 3_600;
/** Refusals of a family that are looked at one after another. */
const BURST = 30;
const clientId = `cl_${'a'.repeat(20)}`;
const client = newClient({ identifier: 'a' }, { clientId, partnerId, now: '' });
const partner = newPartner({ partnerId, name: 'A', now: '' });

beforeAll(() => {
  vi.stubEnv('TOKEN_KEY_ARN', 'arn:aws:kms:eu-west-1:000000000000:key/token-key');
  return () => {
    vi.unstubAllEnvs();
  };
});

let now: number;
let table: MemoryTable;
let aws: { readonly kms: ReturnType<typeof fakeKms>['kms'] };
let tokenKey: SigningKey;
let call: (body: object) => Promise<{ status: number; code?: string; accessToken?: string }>;

beforeEach(async () => {
  now = Date.parse('2026-11-22T12:00:00Z');
  table = memoryTable(() => now);
  aws = { kms: fakeKms().kms };
  tokenKey = openTokenKey({ table, clock: () => now, aws });
  call = instance(openModuleSession);
  await put({});
  await table.write([{ put: { ...rootKey(partnerId), ...partner } }]);
});

/** A process of its own of a function: it remembers nothing of the others. */
function instance(handler: typeof openModuleSession) {
  const handle = handler.over({ table, aws, clock: () => now });
  return async (body: object) => {
    const { statusCode, body: text } = await handle({
      body: JSON.stringify({ module: 'account-linking', ...body }),
      headers: { 'content-type': 'application/json' },
      requestContext: {},
    } as never as APIGatewayProxyEvent);
    return { status: statusCode, ...JSON.parse(text) };
  };
}

const put = (ofClient: object) =>
  table.write([{ put: { ...clientKey(clientId), ...client, ...ofClient } }]);

const newSso = (nonce = false) => {
  const asked = { clientId, partnerId, generation: 0, nonce, now, expiresAt: now + 600_000 };
  return signSsoToken(tokenKey, { ...asked, accessTokenExpiresIn: HOUR_SECONDS });
};

async function revokeFamilyOf(token: string): Promise<void> {
  const { family = '' } = (await readToken(tokenKey, token, now)) ?? {};
  const tokenMarks = { [family]: { until: now / 1000 + 9_999, revoked: true as const } };
  await put({ tokenGeneration: 0, tokenMarks } satisfies TokenChange);
}

async function readsOf(run: () => Promise<unknown>) {
  const before = { ...table.calls };
  await run();
  return { get: table.calls.get - before.get, query: table.calls.query - before.query };
}

const REFUSED = { status: 401, code: 'token_invalid' };
const NOTHING = { get: 0, query: 0 };

describe('a token that is refused', () => {
  test('has its client and partner read, and nothing for the page', async () => {
    const token = await newSso();
    await call({ token });
    await revokeFamilyOf(token);
    const reads = await readsOf(async () => expect(await call({ token })).toMatchObject(REFUSED));
    expect(reads).toEqual({ get: 2, query: 0 });
  });

  test('has nothing read when it has expired, but for which keys count, now and then', async () => {
    const token = await newSso();
    now += 600_001;
    const ask = async () => expect(await call({ token })).toMatchObject(REFUSED);
    expect(await readsOf(ask)).toEqual({ get: 1, query: 0 });
    now += 9_999;
    expect(await readsOf(ask)).toEqual(NOTHING);
    now += 1;
    expect(await readsOf(ask)).toEqual({ get: 1, query: 0 });
  });

  test('has which keys count read once a second, however many are forged', async () => {
    const token = signedBy(await newSso(), { kid: 'another' }, () => Buffer.alloc(64, 1));
    const ask = async () => expect(await call({ token })).toMatchObject(REFUSED);
    await ask();
    const many = async () => {
      for (let count = 1; count <= 100; count += 1) await ask();
    };
    expect(await readsOf(many)).toEqual(NOTHING);
    now += 1_000;
    expect(await readsOf(many)).toEqual({ get: 1, query: 0 });
  });

  test('is written down with a time to live', async () => {
    const token = await newSso();
    await revokeFamilyOf(token);
    await call({ token });
    const buckets = [...table.items.values()].filter(({ pk }) => String(pk).includes('#refused#'));
    expect(buckets).toEqual([expect.objectContaining({ expiresAt: expect.any(Number) })]);
    expect(buckets[0]?.expiresAt).toBeGreaterThan(now / 1000 + 30);
  });
});

describe.each(['POST /module/session', 'POST /client/access-token'])('%s', (path) => {
  const fresh = () =>
    path === 'POST /module/session'
      ? instance(openModuleSession)
      : (instance(createAccessToken as never) as typeof call);

  test('looks at a family that is refused on and on only once a second', async () => {
    const ask = fresh();
    const token = await newSso();
    await revokeFamilyOf(token);
    for (let count = 1; count <= BURST; count += 1)
      expect(await ask({ token })).toMatchObject(REFUSED);
    // The last of them emptied the bucket; the next one finds that out.
    await ask({ token });
    const limited = { status: 429, code: 'too_many_requests' };
    const many = await readsOf(async () => {
      for (let count = 1; count <= 500; count += 1)
        expect(await ask({ token })).toMatchObject(limited);
    });
    expect(many).toEqual(NOTHING);
    now += 1_000;
    expect(await ask({ token })).toMatchObject(REFUSED);
    expect(await ask({ token })).toMatchObject(limited);
  });

  test('counts over all instances', async () => {
    const token = await newSso();
    await revokeFamilyOf(token);
    for (let count = 1; count <= BURST; count += 1) await fresh()({ token });
    const another = fresh();
    expect(await another({ token })).toMatchObject(REFUSED);
    expect(await readsOf(() => another({ token }))).toEqual(NOTHING);
  });
});

describe('refusals of one token', () => {
  const flood = async (token: string) => {
    for (let count = 1; count <= BURST + 5; count += 1) await call({ token });
  };

  test('shut out no access token that it was exchanged for', async () => {
    const token = await newSso(true);
    const { accessToken = '' } = await call({ token });
    await flood(token);
    expect(await call({ token })).toMatchObject({ status: 429 });
    expect(await call({ token: accessToken })).toMatchObject({ status: 200 });
  });

  test('shut out no other token of the same client', async () => {
    const [spent, other] = [await newSso(true), await newSso(true)];
    await call({ token: spent });
    await flood(spent);
    expect(await call({ token: other })).toMatchObject({ status: 200 });
  });

  test('leave what is admitted as it was: it costs no more than before', async () => {
    const { accessToken = '' } = await call({ token: await newSso() });
    const reads = await readsOf(() => call({ token: accessToken }));
    expect(reads).toEqual({ get: 3, query: 1 });
  });
});

describe('a company that has been paused', () => {
  const row = (name: string) => companyOf({ name, categories: ['water'], logo: '#123456' });
  const [open, paused] = [row('Alder Light'), row('Pebblerun Water')];
  const pause = { by: 'local:ada', since: '2026-11-22T12:00:00.000Z' };
  const shut = (id: string, kind: 'company' | 'connector' = 'company') =>
    table.write([
      gateStore(table).save({ kind, id }, { version: 1, paused: pause }, undefined, now),
    ]);
  beforeEach(async () => {
    const outside = { table, clock: () => now, random: randomBytes };
    await importCompanies(outside, { companies: [open, paused] });
  });
  const session = async (more: object = {}): Promise<Shown> =>
    (await call({ token: await newSso(), ...more })) as never;
  const namesIn = ({ companies }: Shown) => companies.map(({ name }) => name).toSorted();

  test('is in maintenance where the page asks for it', async () => {
    expect((await session({ companyId: paused._id })).company?.status).toBe('operational');
    await shut(paused._id);
    expect((await session({ companyId: paused._id })).company?.status).toBe('maintenance');
    expect((await session({ companyId: open._id })).company?.status).toBe('operational');
  });

  test('is not among those to start with, five seconds later at the latest', async () => {
    expect(namesIn(await session())).toEqual([open.name, paused.name]);
    await shut(paused._id);
    now += 5_000;
    expect(namesIn(await session())).toEqual([open.name]);
    await shut(open.connector, 'connector');
    now += 5_000;
    expect(namesIn(await session())).toEqual([]);
  });
});

test('What the partner’s users link most is the first of the companies to start with', async () => {
  const [alder, zephyr] = ['Alder Light', 'Zephyr Gas'].map((name) =>
    companyOf({ name, categories: ['water'], logo: '#123456' }),
  ) as [CompanyRecord, CompanyRecord];
  const outside = { table, clock: () => now, random: randomBytes };
  await importCompanies(outside, { companies: [alder, zephyr] });
  const namesOf = async () => {
    const { companies } = (await instance(openModuleSession)({
      token: await newSso(),
    })) as never as Shown;
    return companies.map(({ name }) => name);
  };
  expect(await namesOf()).toEqual([alder.name, zephyr.name]);
  for (let count = 1; count <= 60; count += 1) {
    await countLinked(table, { partnerId, company: zephyr, now });
  }
  expect(await namesOf()).toEqual([zephyr.name, alder.name]);
});

type Shown = {
  readonly company?: { readonly status: string };
  readonly companies: readonly { readonly name: string }[];
};
