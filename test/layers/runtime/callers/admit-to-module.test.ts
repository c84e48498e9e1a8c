import { clientKey, rootKey } from '@billhook/core/base/table-keys';
import { newClient } from '@billhook/core/client/client';
import { newPartner } from '@billhook/core/partner/partner';
import { admitToModule } from '@billhook/runtime/callers/admit-to-module';
import { authorizeClient, type TokenDeps } from '@billhook/runtime/callers/authorize-client';
import { createRateLimiter } from '@billhook/runtime/callers/rate-limiter';
import { openTokenKey, type SigningKey } from '@billhook/runtime/callers/token-key';
import { digestOfVerifier, signSsoToken, verifyToken } from '@billhook/runtime/callers/tokens';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeKms, fakeKms } from '../../../support/kms.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { partnerId } from '../../../support/records.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const HOUR_SECONDS = 3_600;
const clientId = `cl_${'a'.repeat(20)}`;
const verifier = 'v'.repeat(43);
const client = newClient({ identifier: 'a' }, { clientId, partnerId, now: '' });
const partner = newPartner({ partnerId, name: 'A', now: '' });

beforeAll(() => {
  vi.stubEnv('TOKEN_KEY_ARN', 'arn:aws:kms:eu-west-1:000000000000:key/token-key');
  return () => {
    vi.unstubAllEnvs();
  };
});

let fake: FakeKms;
let tokenKey: SigningKey;
let table: MemoryTable;

beforeEach(async () => {
  fake = fakeKms();
  table = memoryTable();
  tokenKey = openTokenKey({ table, clock: () => now, aws: { kms: fake.kms } });
  await put({}, {});
});

async function put(ofClient: object, ofPartner: object) {
  await table.write([
    { put: { ...clientKey(clientId), ...client, ...ofClient } },
    { put: { ...rootKey(partnerId), ...partner, ...ofPartner } },
  ]);
}

const newSso = (nonce = false) => {
  const asked = { clientId, partnerId, generation: 0, nonce, now, expiresAt: now + 60_000 };
  return signSsoToken(tokenKey, { ...asked, accessTokenExpiresIn: HOUR_SECONDS });
};

const origin = 'https://app.example.com';
let registered: readonly string[] = [];

function depsWith(limiter: TokenDeps['limiter']): TokenDeps {
  return { table, limiter, tokenKey, originsOf: async () => registered };
}

type Kind = Parameters<typeof admitToModule>[1];

function admit(kind: Kind, given: Parameters<typeof admitToModule>[2], at = now) {
  return admitToModule(depsWith(createRateLimiter(table)), kind, given, at);
}

async function accessOf(sessionId?: string) {
  const admitted = await admit('sso', { token: await newSso(), sessionId, verifier });
  if ('failure' in admitted) throw new Error(admitted.failure);
  return admitted.accessToken;
}

test('an SSO token is exchanged, a one-time one again with its verifier alone', async () => {
  const token = await newSso(true);
  const first = await admit('sso', { token, verifier });
  expect(first).toMatchObject({ clientId, expiresIn: HOUR_SECONDS, partner: { _id: partnerId } });
  expect(await admit('sso', { token, verifier })).toMatchObject({ clientId });
  const refused = { failure: 'token_invalid' };
  expect(await admit('sso', { token })).toMatchObject(refused);
  expect(await admit('sso', { token, verifier: 'w'.repeat(43) })).toMatchObject(refused);
});

test('an access token is answered with what is left of it', async () => {
  const token = await accessOf();
  const admitted = await admit('access', { token }, now + 600_500);
  expect(admitted).toMatchObject({ clientId, accessToken: token, expiresIn: HOUR_SECONDS - 600 });
});

describe('a renewed access token', () => {
  test('is of the same client, family, session and length', async () => {
    const token = await accessOf('mine');
    const before = await verifyToken(tokenKey, token, 'access', now);
    // Its family ends a minute after the hour.
    const at = now + 30_000;
    const renewed = await admit('access', { token, renew: true, verifier }, at);
    if ('failure' in renewed) throw new Error(renewed.failure);
    expect(renewed.expiresIn).toBe(HOUR_SECONDS);
    const after = await verifyToken(tokenKey, renewed.accessToken, 'access', at);
    const { jti, iat, exp } = after ?? {};
    expect(jti).not.toBe(before?.jti);
    expect(after).toEqual({ ...before, jti, iat, exp });
    expect([iat, exp]).toEqual([at / 1000, at / 1000 + HOUR_SECONDS]);
    expect(after?.sessionId).toBe('mine');
  });

  test('ends with its family, however often it is renewed', async () => {
    let token = await accessOf();
    const familyExp = (now + 60_000) / 1000 + HOUR_SECONDS;
    for (const minutes of [2, 30, 59, 60.5]) {
      const at = now + minutes * 60_000;
      const renewed = await admit('access', { token, renew: true, verifier }, at);
      if ('failure' in renewed) throw new Error(renewed.failure);
      expect(at / 1000 + renewed.expiresIn).toBe(familyExp);
      token = renewed.accessToken;
    }
    const refused = { failure: 'token_invalid' };
    const late = { token, renew: true, verifier };
    expect(await admit('access', late, familyExp * 1000)).toMatchObject(refused);
  });

  test('of 60 seconds is nobody’s for longer who has not the verifier of its exchange', async () => {
    const stolen = await accessOf();
    const refused = { failure: 'verifier_required' };
    expect(await admit('access', { token: stolen, renew: true })).toMatchObject(refused);
    for (const guess of ['w'.repeat(43), digestOfVerifier(verifier)]) {
      const given = { token: stolen, renew: true, verifier: guess };
      expect(await admit('access', given)).toMatchObject(refused);
    }
    // It goes on opening what it opened, until its end, and so does the next one of its owner.
    expect(await admit('access', { token: stolen })).toMatchObject({ clientId, renewable: true });
    const renewed = await admit('access', { token: stolen, renew: true, verifier });
    if ('failure' in renewed) throw new Error(renewed.failure);
    const next = { token: renewed.accessToken, renew: true };
    expect(await admit('access', next)).toMatchObject(refused);
    expect(await admit('access', { ...next, verifier })).toMatchObject({ renewable: true });
  });

  test('there is none of an exchange without a verifier, which says so', async () => {
    const exchanged = await admit('sso', { token: await newSso() });
    if ('failure' in exchanged) throw new Error(exchanged.failure);
    expect(exchanged.renewable).toBe(false);
    const given = { token: exchanged.accessToken, renew: true, verifier };
    expect(await admit('access', given)).toMatchObject({ failure: 'verifier_required' });
    const opened = await admit('access', { token: exchanged.accessToken });
    expect(opened).toMatchObject({ renewable: false });
  });

  test('of one that release 0.1.0 issued needs no verifier, and ends with its family', async () => {
    const claims = await verifyToken(tokenKey, await accessOf(), 'access', now);
    const { renewal: _, ...earlier } = claims ?? {};
    const [header] = (await accessOf()).split('.');
    const payload = Buffer.from(JSON.stringify(earlier)).toString('base64url');
    const { text, signature } = await tokenKey.sign(() => `${header}.${payload}`);
    const token = `${text}.${signature.toString('base64url')}`;
    const renewed = await admit('access', { token, renew: true }, now + 60_000 * 30);
    if ('failure' in renewed) throw new Error(renewed.failure);
    const next = { token: renewed.accessToken, renew: true };
    const again = await admit('access', next, now + 60_000 * 59);
    if ('failure' in again) throw new Error(again.failure);
    expect(again.expiresIn).toBeLessThanOrEqual(2 * 60);
    const end = now + 60_000 + HOUR_SECONDS * 1000;
    const late = { token: again.accessToken, renew: true };
    expect(await admit('access', late, end)).toMatchObject({ failure: 'token_invalid' });
  });

  test('is revoked with the one before', async () => {
    const token = await accessOf();
    const renewed = await admit('access', { token, renew: true, verifier });
    if ('failure' in renewed) throw new Error(renewed.failure);
    const family = (await verifyToken(tokenKey, token, 'access', now))?.family ?? '';
    await put({ tokenMarks: { [family]: { until: now / 1000 + 9_999, revoked: true } } }, {});
    for (const one of [token, renewed.accessToken]) {
      for (const renew of [false, true]) {
        const given = { token: one, renew, verifier };
        expect(await admit('access', given)).toMatchObject({ failure: 'token_invalid' });
      }
    }
    expect(await admit('access', { token: await accessOf() })).toMatchObject({ clientId });
  });

  test('that is signed while its family is revoked opens nothing', async () => {
    const token = await accessOf();
    const family = (await verifyToken(tokenKey, token, 'access', now))?.family ?? '';
    const sign = tokenKey.sign;
    vi.spyOn(tokenKey, 'sign').mockImplementationOnce(async (textOf) => {
      await put({ tokenMarks: { [family]: { until: now / 1000 + 9_999, revoked: true } } }, {});
      return sign(textOf);
    });
    const renewed = await admit('access', { token, renew: true, verifier });
    if ('failure' in renewed) throw new Error(renewed.failure);
    const next = { token: renewed.accessToken, renew: true, verifier };
    expect(await admit('access', next)).toMatchObject({ failure: 'token_invalid' });
  });
});

describe('nobody is let in', () => {
  test.each<[string, object, object]>([
    ['whose tokens were all revoked', { tokenGeneration: 1 }, {}],
    ['whose partner is suspended', {}, { status: 'suspended' }],
    ['who is another partner’s client', { partnerId: `ptn_${'x'.repeat(20)}` }, {}],
  ])('%s', async (_who, ofClient, ofPartner) => {
    const [sso, access] = [await newSso(), await accessOf()];
    await put(ofClient, ofPartner);
    const refused = { failure: 'token_invalid' };
    expect(await admit('sso', { token: sso })).toMatchObject(refused);
    for (const renew of [false, true]) {
      expect(await admit('access', { token: access, renew })).toMatchObject(refused);
    }
  });

  test('with a token of the other kind', async () => {
    const refused = { failure: 'token_invalid' };
    expect(await admit('access', { token: await newSso() })).toMatchObject(refused);
    expect(await admit('sso', { token: await accessOf() })).toMatchObject(refused);
  });
});

test('the authorizer looks at a revoked access token only once a second, and always refuses it', async () => {
  const token = await accessOf();
  await put({ tokenGeneration: 1 }, {});
  const deps = depsWith(createRateLimiter(table));
  const refused = { failure: 'token_invalid' };
  for (let count = 1; count <= 30; count += 1) await authorizeClient(deps, token, now);
  const before = { ...table.calls };
  for (let count = 1; count <= 100; count += 1) {
    expect(await authorizeClient(deps, token, now)).toMatchObject(refused);
  }
  expect(table.calls).toEqual(before);
  expect(await authorizeClient(deps, token, now + 1_000)).toMatchObject(refused);
  expect(table.calls.get).toBe(before.get + 2);
});

describe('the rate', () => {
  const limited = { failure: 'too_many_requests', retryAfterSeconds: expect.any(Number) };
  const signatures = () => fake.calls.filter((call) => call === 'SignCommand').length;

  test.each(['sso', 'access'] as const)(
    'of a client limits what is asked by an %s token, and nothing is signed beyond it',
    async (kind) => {
      const token = kind === 'sso' ? await newSso() : await accessOf();
      const given = { token, renew: true, verifier };
      const deps = depsWith(createRateLimiter(table));
      // The exchange that the access token came by was counted by another instance.
      const left = kind === 'sso' ? 100 : 98;
      for (let count = 1; count <= left; count += 1) {
        expect(await admitToModule(deps, kind, given, now)).toMatchObject({ clientId });
      }
      const before = signatures();
      expect(await admitToModule(deps, kind, given, now)).toMatchObject(limited);
      expect(signatures()).toBe(before);
      expect(await admitToModule(deps, kind, given, now + 1_000)).toMatchObject({ clientId });
    },
  );

  test('of a partner’s users limits all of them, and spends no token of theirs', async () => {
    await put({}, { rateLimit: { requestsPerSecond: 1, burst: 1 } });
    const token = await newSso(true);
    expect(await admit('sso', { token: await newSso() })).toMatchObject({ clientId });
    expect(await admit('sso', { token })).toMatchObject({ ...limited, retryAfterSeconds: 1 });
    expect(await admit('sso', { token }, now + 1_000)).toMatchObject({ clientId });
  });

  test('of a partner’s servers is left alone by its users', async () => {
    const limiter = createRateLimiter(table);
    const token = await newSso();
    const deps = depsWith(limiter);
    await put({}, { rateLimit: { requestsPerSecond: 10, burst: 50 } });
    for (let count = 1; count <= 50; count += 1) await admitToModule(deps, 'sso', { token }, now);
    expect(await admitToModule(deps, 'sso', { token }, now)).toMatchObject(limited);
    const server = { ...partner, rateLimit: { requestsPerSecond: 10, burst: 50 } };
    const state = await createRateLimiter(table).count(server, now);
    expect(state).toMatchObject({ rateRemaining: 49 });
    expect(state?.rateWait).toBeUndefined();
  });

  test('is asked once a call for the client and once for its partner’s users', async () => {
    const access = await accessOf();
    const count = vi.fn(
      async (_caller: { readonly _id: string; readonly part?: string }) => undefined,
    );
    const limiter = { count, waitOf: () => undefined };
    let lost = 1;
    const contested: typeof table = {
      ...table,
      write: async (changes) => (lost-- > 0 ? 'conflict' : table.write(changes)),
    };
    const token = await newSso(true);
    const deps = depsWith(limiter);
    const exchanged = await admitToModule({ ...deps, table: contested }, 'sso', { token }, now);
    expect(exchanged).toMatchObject({ clientId });
    expect(lost).toBe(-1);
    expect(count.mock.calls.map(([{ _id, part }]) => [_id, part])).toEqual([
      [clientId, undefined],
      [partnerId, 'users'],
    ]);
    await admitToModule(deps, 'access', { token: access, renew: true, verifier }, now);
    expect(count).toHaveBeenCalledTimes(4);
    await admitToModule(deps, 'sso', { token: 'a.b.c' }, now);
    expect(count).toHaveBeenCalledTimes(4);
    // It is spent: that counts for its family, and for neither of them.
    await admitToModule(deps, 'sso', { token }, now);
    expect(count).toHaveBeenCalledTimes(5);
    const refused = { _id: clientId, part: expect.stringMatching(/^refused#sso#/) };
    expect(count).toHaveBeenLastCalledWith(expect.objectContaining(refused), now);
  });
});

describe('a page of another origin', () => {
  const elsewhere = { origin: 'https://elsewhere.example' };
  const refused = { failure: 'origin_not_registered' };

  beforeEach(() => {
    registered = [origin];
    return () => {
      registered = [];
    };
  });

  test('exchanges no token of a partner that registered others, and spends none', async () => {
    const token = await newSso(true);
    expect(await admit('sso', { token, ...elsewhere })).toMatchObject(refused);
    expect(await admit('sso', { token, origin })).toMatchObject({ clientId });
  });

  test('gets nothing for an access token, nor a new one', async () => {
    const token = await accessOf();
    expect(await admit('access', { token, ...elsewhere })).toMatchObject(refused);
    const renewal = { token, renew: true, verifier };
    expect(await admit('access', { ...renewal, ...elsewhere })).toMatchObject(refused);
    expect(await admit('access', { ...renewal, origin })).toMatchObject({ clientId });
  });

  test('is told to the function by the authorizer, which knows whose the token is', async () => {
    const token = await accessOf();
    const deps = depsWith(createRateLimiter(table));
    const grant = (from?: string) => authorizeClient(deps, token, now, from);
    expect(await grant(elsewhere.origin)).toMatchObject({ clientId, originRefused: true });
    for (const from of [origin, undefined]) {
      expect(await grant(from)).not.toHaveProperty('originRefused');
    }
    registered = [];
    expect(await grant(elsewhere.origin)).not.toHaveProperty('originRefused');
  });

  test('that cannot be compared, since the table fails, gets no token', async () => {
    const deps = {
      ...depsWith(createRateLimiter(table)),
      originsOf: () => Promise.reject(new Error('down')),
    };
    const token = await newSso();
    await expect(admitToModule(deps, 'sso', { token, ...elsewhere }, now)).rejects.toThrow('down');
  });
});
