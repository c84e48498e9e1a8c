import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { REPEAT_MILLISECONDS } from '@billhook/core/api/token-marks';
import { describe, expect, inject, test } from 'vitest';
import {
  apiWith,
  newTokenClient,
  spendEarlier,
  suspendPartner,
  useToken,
} from '../support/client-access.ts';
import { addPartner } from '../support/partners.ts';
import { expectRefusal, sendRaw } from '../support/raw.ts';
import { changedToken, claimsOf, signedBy, unsigned } from '../support/tokens.ts';
import { newName, openWorld, refusal, valueFrom } from '../support/world.ts';

const { api } = openWorld();
const other = apiWith(inject('otherPartner').apiKey);

const INVALID = '401 token_invalid';
const verifier = 'v'.repeat(43);
const SECOND_MILLISECONDS = 1000;

async function newToken(options: object = {}) {
  return valueFrom(await api.client.createToken({ identifier: newName(), ...options })).token;
}

const exchange = (token: string, given?: string) =>
  api.client.createAccessToken({ token, ...(given && { verifier: given }) });

/** Exchanged at once, and begun before all tests: most of its time is over when it is looked at. */
async function briefToken() {
  const expiresAt = Date.now() + 3 * SECOND_MILLISECONDS;
  const token = await newToken({ expiration: new Date(expiresAt).toISOString() });
  return { expiresAt, token, accessToken: valueFrom(await exchange(token)).accessToken };
}

const brief = { refused: briefToken(), revoked: briefToken() };

async function expired(name: keyof typeof brief) {
  const { expiresAt, ...tokens } = await brief[name];
  await new Promise((resolve) => setTimeout(resolve, expiresAt - Date.now()));
  return tokens;
}

describe('an SSO token', () => {
  test('makes the client of an identifier that was not seen before, and finds it again', async () => {
    const identifier = newName();
    const first = valueFrom(await api.client.createToken({ identifier })).token;
    const { clientId } = valueFrom(await exchange(first));
    expect(valueFrom(await api.client.createClient({ identifier })).clientId).toBe(clientId);
    const second = valueFrom(await api.client.createToken({ identifier })).token;
    expect(valueFrom(await exchange(second)).clientId).toBe(clientId);
  });

  const instant = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const DAYS_30 = 30 * 86_400_000;
  const expirations: [string, () => string, boolean][] = [
    ['a minute ahead', () => instant(60_000), true],
    ['almost 30 days ahead', () => instant(DAYS_30 - 10_000), true],
    ['more than 30 days ahead', () => instant(DAYS_30 + 10_000), true],
    ['years ahead', () => '2099-01-01T00:00:00Z', true],
    ['in a minute, without an offset', () => instant(60_000).slice(0, 19), true],
    ['now', () => instant(0), false],
    ['a day that does not exist', () => '2099-02-30T00:00:00Z', false],
    ['no date', () => 'tomorrow', false],
    ['a number as text', () => '1800000000', false],
  ];
  test.each(expirations)('that expires %s is made, or not', async (_when, expiration, accepted) => {
    const result = await api.client.createToken({
      identifier: newName(),
      expiration: expiration(),
    });
    expect(result.ok || refusal(result)).toBe(accepted || '400 invalid_request');
  });

  const lifetimes = [
    [59, false],
    [60, true],
    [86_400, true],
    [86_401, false],
    [60.5, false],
  ] as const;
  test.each(lifetimes)(
    'with access tokens of %s s is made, or not',
    async (accessTokenExpiresIn, accepted) => {
      const given = { identifier: newName(), accessTokenExpiresIn };
      const result = await api.client.createToken(given);
      expect(result.ok || refusal(result)).toBe(accepted || '400 invalid_request');
      if (!result.ok) return;
      const answer = valueFrom(await exchange(result.value.token));
      expect(answer.expiresIn).toBe(accessTokenExpiresIn);
      const { iat, exp } = claimsOf(answer.accessToken) as { iat: number; exp: number };
      expect(exp - iat).toBe(accessTokenExpiresIn);
    },
  );

  test('opens nothing by itself', async () => {
    expect(await useToken(await newToken())).toBe(INVALID);
  });

  test('that is not for one use can be exchanged again, each time for another token', async () => {
    const token = await newToken();
    const tokens = [valueFrom(await exchange(token)), valueFrom(await exchange(token))];
    expect(tokens[0]?.accessToken).not.toBe(tokens[1]?.accessToken);
  });

  test('that has expired is refused, and the access token that it was exchanged for is not', async () => {
    const { token, accessToken } = await expired('refused');
    expect(refusal(await exchange(token))).toBe(INVALID);
    expect(await useToken(accessToken)).toBe('200 ok');
  });

  test('is exchanged without an API key, and with a wrong one', async () => {
    for (const apiKey of ['', 'bh_sandbox_nonsense']) {
      const body = JSON.stringify({ token: await newToken() });
      const request = { method: 'POST', path: '/client/access-token', body, apiKey };
      expect((await sendRaw(request)).status).toBe(200);
    }
  });
});

describe('a one-time token', () => {
  test('exchanged twice at once is exchanged once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = await newToken({ nonce: true });
      const results = await Promise.all([exchange(token), exchange(token)]);
      expect(results.map((one) => one.ok || refusal(one)).sort()).toEqual([INVALID, true].sort());
    }
  });

  test('exchanged 20 times at once is exchanged once', async () => {
    const token = await newToken({ nonce: true });
    const results = await Promise.all(Array.from({ length: 20 }, () => exchange(token)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of results) {
      if (!one.ok) expect(refusal(one)).toMatch(/^(401 token_invalid|409 request_conflict)$/);
    }
  });

  test('that was exchanged without a verifier is spent for good', async () => {
    const token = await newToken({ nonce: true });
    valueFrom(await exchange(token));
    expect(refusal(await exchange(token))).toBe(INVALID);
    expect(refusal(await exchange(token, verifier))).toBe(INVALID);
  });

  test('can be exchanged again with its verifier for 60 seconds, and no longer', async () => {
    const token = await newToken({ nonce: true });
    const { clientId } = valueFrom(await exchange(token, verifier));
    expect(refusal(await exchange(token))).toBe(INVALID);
    expect(refusal(await exchange(token, 'w'.repeat(43)))).toBe(INVALID);
    const { accessToken } = valueFrom(await exchange(token, verifier));
    expect(await useToken(accessToken)).toBe('200 ok');

    const family = claimsOf(token).jti as string;
    await spendEarlier(clientId, family, REPEAT_MILLISECONDS - 15 * SECOND_MILLISECONDS);
    expect((await exchange(token, verifier)).ok).toBe(true);
    await spendEarlier(clientId, family, 15 * SECOND_MILLISECONDS);
    expect(refusal(await exchange(token, verifier))).toBe(INVALID);
    expect(await useToken(accessToken)).toBe('200 ok');
  });

  const lengths = [
    [42, false],
    [43, true],
    [128, true],
    [129, false],
  ] as const;
  test.each(lengths)('takes a verifier of %s characters, or not', async (length, accepted) => {
    const result = await exchange(await newToken({ nonce: true }), 'v'.repeat(length));
    expect(result.ok || refusal(result)).toBe(accepted || '400 invalid_request');
  });
});

describe('a revocation', () => {
  test('by identifier ends every token of the client at the next request', async () => {
    const client = await newTokenClient();
    const { token } = valueFrom(await api.client.createToken({ identifier: client.identifier }));
    expect(await useToken(client.accessToken)).toBe('200 ok');
    valueFrom(await api.client.revokeTokens({ identifier: client.identifier }));
    expect(await useToken(client.accessToken)).toBe(INVALID);
    expect(refusal(await exchange(client.ssoToken))).toBe(INVALID);
    expect(refusal(await exchange(token))).toBe(INVALID);
    const again = await newTokenClient(api, client.identifier);
    expect(await useToken(again.accessToken)).toBe('200 ok');
  });

  test.each(['ssoToken', 'accessToken'] as const)(
    'by its %s ends the token with those related to it, and no other',
    async (kind) => {
      const client = await newTokenClient();
      const sibling = valueFrom(await exchange(client.ssoToken)).accessToken;
      const apart = await newTokenClient(api, client.identifier);
      valueFrom(await api.client.revokeTokens({ clientToken: client[kind] }));
      expect(await useToken(client.accessToken)).toBe(INVALID);
      expect(await useToken(sibling)).toBe(INVALID);
      expect(refusal(await exchange(client.ssoToken))).toBe(INVALID);
      expect(await useToken(apart.accessToken)).toBe('200 ok');
      expect((await exchange(apart.ssoToken)).ok).toBe(true);
      expect((await api.client.revokeTokens({ clientToken: client[kind] })).ok).toBe(true);
    },
  );

  test('by identifier ignores a token that is sent with it', async () => {
    const [named, sent] = [await newTokenClient(), await newTokenClient()];
    for (const clientToken of [sent.accessToken, 'nonsense']) {
      const result = await api.client.revokeTokens({ identifier: named.identifier, clientToken });
      expect(result.ok).toBe(true);
    }
    expect(await useToken(named.accessToken)).toBe(INVALID);
    expect(await useToken(sent.accessToken)).toBe('200 ok');
  });

  test('by an expired SSO token ends the access tokens that came from it', async () => {
    const { token, accessToken } = await expired('revoked');
    valueFrom(await api.client.revokeTokens({ clientToken: token }));
    expect(await useToken(accessToken)).toBe(INVALID);
  });

  test('by a token of another partner, or one that we did not make, finds none', async () => {
    const client = await newTokenClient();
    const forged = changedToken(client.ssoToken, { iat: 0 });
    expect(refusal(await api.client.revokeTokens({ clientToken: forged }))).toBe(
      '404 token_not_found',
    );
    for (const clientToken of [client.ssoToken, client.accessToken]) {
      const result = await other.client.revokeTokens({ clientToken });
      expect(refusal(result)).toBe('404 token_not_found');
    }
    expect(await useToken(client.accessToken)).toBe('200 ok');
  });

  test('of many tokens at once loses none', async () => {
    const identifier = newName();
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => newTokenClient(api, identifier)),
    );
    const results = await Promise.all(
      clients.map(({ ssoToken }) => api.client.revokeTokens({ clientToken: ssoToken })),
    );
    for (const [index, { accessToken }] of clients.entries()) {
      expect(await useToken(accessToken)).toBe(results[index]?.ok ? INVALID : '200 ok');
    }
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  });

  test('is not the client’s own to make', async () => {
    const client = await newTokenClient();
    const result = await client.api.client.revokeTokens({ clientToken: client.accessToken });
    expect(refusal(result)).toBe('403 forbidden');
  });
});

test('the suspension of a partner ends the tokens of its clients at the next request', async () => {
  const partner = await addPartner(inject('service'));
  const client = await newTokenClient(apiWith(partner.apiKey));
  expect(await useToken(client.accessToken)).toBe('200 ok');
  await suspendPartner(partner.partnerId);
  expect(await useToken(client.accessToken)).toBe(INVALID);
  expect(refusal(await exchange(client.ssoToken))).toBe(INVALID);
});

describe('the published keys', () => {
  const read = async () => {
    const request = { method: 'GET', path: '/.well-known/jwks.json', apiKey: '' };
    const response = await sendRaw(request);
    const { keys } = (await response.json()) as { keys: Record<string, string>[] };
    return { response, keys };
  };

  test('verify our tokens, without a key of the caller, and may be kept by a cache', async () => {
    const { response, keys } = await read();
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
    const token = await newToken();
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    expect(header.kid).toBe(keys[0]?.kid);
  });

  test('make no token that is accepted, in any of the ways that are known', async () => {
    const { keys } = await read();
    const pem = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({
      format: 'pem',
      type: 'spki',
    });
    const mine = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const client = await newTokenClient();
    const forge = (token: string) => [
      unsigned(token),
      changedToken(token, { sub: 'cl_00000000000000000000' }),
      changedToken(token, { kind: claimsOf(token).kind === 'sso' ? 'access' : 'sso' }),
      changedToken(token, { exp: 9_999_999_999 }),
      signedBy(token, { alg: 'HS256' }, (text) => createHmac('sha256', pem).update(text).digest()),
      signedBy(token, {}, (text) =>
        sign('sha256', Buffer.from(text), { key: mine, dsaEncoding: 'ieee-p1363' }),
      ),
    ];
    for (const forged of forge(client.accessToken)) expect(await useToken(forged)).toBe(INVALID);
    for (const forged of forge(client.ssoToken)) {
      expect(refusal(await exchange(forged))).toBe(INVALID);
    }
    expect(refusal(await exchange(client.accessToken)), 'an access token').toBe(INVALID);
    expect(await useToken(client.ssoToken), 'an SSO token').toBe(INVALID);
    expect(await useToken(client.accessToken)).toBe('200 ok');
  });
});

test('a bearer of nonsense with dots is a token that is invalid', async () => {
  for (const token of ['a.b.c', '..', 'a.b', '.', `${'x'.repeat(3000)}.y.z`]) {
    const headers = { authorization: `Bearer ${token}` };
    await expectRefusal(
      { method: 'GET', path: '/company/categories', apiKey: '', headers },
      'token_invalid',
    );
  }
});
