import { createHmac, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { keyRings } from '@billhook/core/key-rings/rings';
import { firstKeys } from '@billhook/core/key-rings/rotation';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import {
  readToken,
  renewAccessToken,
  signAccessToken,
  signSsoToken,
  verifyToken,
} from '@billhook/runtime/callers/tokens';
import { keyRingStore } from '@billhook/runtime/stores/key-ring-store';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { changedToken, signedBy, unsigned } from '../../../support/tokens.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const asked = {
  clientId: 'cl_a',
  partnerId: 'ptn_a',
  generation: 3,
  nonce: true,
  accessTokenExpiresIn: 3600,
  now,
  expiresAt: now + 60_000,
};

const { kms } = fakeKms();
const tokenKey = openTokenKey({ table: memoryTable(), clock: () => now, aws: { kms } });

beforeAll(() => {
  vi.stubEnv('TOKEN_KEY_ARN', 'arn:aws:kms:eu-west-1:000000000000:key/token-key');
});

afterAll(() => {
  vi.unstubAllEnvs();
});

test('a token is proven by our key alone, for its own use, until it expires', async () => {
  const token = await signSsoToken(tokenKey, asked);
  const claims = await verifyToken(tokenKey, token, 'sso', now);
  if (!claims) throw new Error('Our own token is refused');
  expect(claims).toMatchObject({
    sub: 'cl_a',
    partnerId: 'ptn_a',
    kind: 'sso',
    generation: 3,
    nonce: true,
    exp: Math.floor(asked.expiresAt / 1000),
    familyExp: Math.floor(asked.expiresAt / 1000) + 3600,
  });
  expect(claims.family).toBe(claims.jti);

  const later = asked.expiresAt - 1000;
  const access = await signAccessToken(tokenKey, claims, {
    ...{ generation: 3, now: later },
    renewal: 'digest',
  });
  const accessClaims = await verifyToken(tokenKey, access, 'access', later);
  expect(accessClaims).toMatchObject({
    sub: 'cl_a',
    kind: 'access',
    family: claims.jti,
    generation: 3,
    renewal: 'digest',
    exp: Math.floor(later / 1000) + 3600,
  });
  expect(accessClaims?.jti).not.toBe(claims.jti);
  expect(accessClaims?.exp).toBeLessThanOrEqual(claims.familyExp);

  await expectPublished(token);
  await expectRefusals(token, access);
  expect(await readToken(tokenKey, token, now), 'expired, but ours').toMatchObject({
    jti: claims.jti,
  });
});

async function onlyKey() {
  const [key, ...others] = await tokenKey.published();
  expect(others).toEqual([]);
  if (!key) throw new Error('No key is published');
  return key;
}

async function expectPublished(token: string) {
  const jwk = await onlyKey();
  const [header = '', payload, signature = ''] = token.split('.');
  expect(JSON.parse(text(header))).toEqual({ alg: 'ES256', typ: 'JWT', kid: jwk.kid });
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const proof = { key, dsaEncoding: 'ieee-p1363' as const };
  const bytes = Buffer.from(signature, 'base64url');
  expect(verify('sha256', Buffer.from(`${header}.${payload}`), proof, bytes)).toBe(true);
}

async function expectRefusals(token: string, access: string) {
  const jwk = await onlyKey();
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const pem = publicKey.export({ format: 'pem', type: 'spki' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const [header = '', payload = '', signature = ''] = token.split('.');
  const hmacWith = (key: string | Buffer) => (signed: string) =>
    createHmac('sha256', key).update(signed).digest();
  const zeros = Buffer.alloc(64).toString('base64url');
  const der = sign('sha256', Buffer.from(`${header}.${payload}`), other).toString('base64url');
  const refused: Record<string, string> = {
    'with another client': changedToken(token, { sub: 'cl_b' }),
    'with another kind': changedToken(token, { kind: 'access' }),
    'of a later expiry': changedToken(token, { exp: 9_999_999_999 }),
    'with no algorithm': unsigned(token),
    'with no algorithm and a signature': `${unsigned(token)}${signature}`,
    'HS256 with the public key as its secret': signedBy(token, { alg: 'HS256' }, hmacWith(pem)),
    'HS256 with the published x': signedBy(token, { alg: 'HS256' }, hmacWith(jwk.x)),
    'of another key': signedBy(token, {}, (signed) =>
      sign('sha256', Buffer.from(signed), { key: other, dsaEncoding: 'ieee-p1363' }),
    ),
    'with a key of its own in the header': signedBy(
      token,
      { jwk: other.export({ format: 'jwk' }) },
      (signed) => sign('sha256', Buffer.from(signed), { key: other, dsaEncoding: 'ieee-p1363' }),
    ),
    'of another key id': signedBy(token, { kid: 'another' }, () =>
      Buffer.from(signature, 'base64url'),
    ),
    'of zeros': `${header}.${payload}.${zeros}`,
    'in DER': `${header}.${payload}.${der}`,
    'without a signature': `${header}.${payload}.`,
    'with a short signature': `${header}.${payload}.${signature.slice(0, 40)}`,
    'with a padded signature': `${token}==`,
    'with a space': `${token} `,
    'with a fourth part': `${token}.x`,
    'of two parts': `${header}.${payload}`,
    'that is too long': `${token}${'A'.repeat(4096)}`,
    'of nothing': '',
    'of dots': '..',
  };
  for (const [how, forged] of Object.entries(refused)) {
    expect(await readToken(tokenKey, forged, now), how).toBeUndefined();
  }
  expect(
    await verifyToken(tokenKey, access, 'sso', now),
    'an access token as SSO token',
  ).toBeUndefined();
  expect(
    await verifyToken(tokenKey, token, 'access', now),
    'an SSO token as access token',
  ).toBeUndefined();
  expect(await verifyToken(tokenKey, token, 'sso', asked.expiresAt), 'at its end').toBeUndefined();
  expect(
    await verifyToken(tokenKey, token, 'sso', asked.expiresAt - 1),
    'a moment before',
  ).toBeDefined();
}

function text(part: string): string {
  return Buffer.from(part, 'base64url').toString('utf8');
}

describe('Signed by our own key, but not as we sign', () => {
  const DAY = 24 * 60 * 60 * 1000;
  /** A token of ours with other members of its header and other claims, signed by our key. */
  async function signedAnew(header: object, claims: object, at = now): Promise<string> {
    const token = await signSsoToken(tokenKey, { ...asked, now: at, expiresAt: at + 30 * DAY });
    const text = changedToken(token, claims).split('.')[1];
    const made = await tokenKey.sign((kid) => {
      const own = { alg: 'ES256', typ: 'JWT', kid, ...header };
      return `${Buffer.from(JSON.stringify(own)).toString('base64url')}.${text}`;
    });
    return `${made.text}.${made.signature.toString('base64url')}`;
  }
  const seconds = now / 1000;

  test.each([
    ['that demands an extension', { crit: ['exp'] }, {}],
    ['that demands one of its own', { crit: ['b64'], b64: false }, {}],
    ['of another type', { typ: 'at+jwt' }, {}],
    ['without a type', { typ: undefined }, {}],
    ['with a member that we do not write', { cty: 'JWT' }, {}],
    ['that is not valid yet', {}, { nbf: seconds + 1 }],
    ['whose beginning is no number', {}, { nbf: 'now' }],
    ['for somebody else', {}, { aud: 'another' }],
    ['for several', {}, { aud: ['billhook', 'another'] }],
    ['of another issuer', {}, { iss: 'another' }],
  ])('a token %s is refused', async (_, header, claims) => {
    const token = await signedAnew(header, claims);
    expect(await readToken(tokenKey, token, now)).toBeUndefined();
    expect(await verifyToken(tokenKey, token, 'sso', now)).toBeUndefined();
  });

  test('a token that is valid since now is taken', async () => {
    const token = await signedAnew({}, { nbf: seconds });
    expect(await verifyToken(tokenKey, token, 'sso', now)).toBeDefined();
  });

  test('ours are for this service', async () => {
    const token = await signSsoToken(tokenKey, asked);
    const claims = await verifyToken(tokenKey, token, 'sso', now);
    expect(claims?.aud).toBe('billhook');
    if (!claims) throw new Error('Our own token is refused');
    const access = await signAccessToken(tokenKey, claims, { generation: 3, renewal: false, now });
    expect((await verifyToken(tokenKey, access, 'access', now))?.aud).toBe('billhook');
  });

  test('one without an audience, as 0.1.0 signed it, is taken until the last of them has expired', async () => {
    const end = now + 31 * DAY;
    const token = await signedAnew({}, { aud: undefined }, end - DAY);
    // Until the schedule has looked, nobody knows since when the present release runs.
    expect(await verifyToken(tokenKey, token, 'sso', end)).toBeDefined();
    const table = memoryTable();
    const noted = keyRingStore(table, keyRings.token).save(
      firstKeys(process.env.TOKEN_KEY_ARN ?? '', now),
    );
    expect(await table.write([noted])).toBe('written');
    const laterKey = openTokenKey({ table, clock: () => now, aws: { kms } });
    expect(await verifyToken(laterKey, token, 'sso', end - 1)).toBeDefined();
    expect(await verifyToken(laterKey, token, 'sso', end)).toBeUndefined();
    const renewed = await renewAccessToken(
      tokenKey,
      { ...(await accessWithoutAudience()), familyExp: 9_999_999_999 },
      now,
    );
    expect((await readToken(laterKey, renewed.accessToken, end))?.aud).toBe('billhook');
  });

  async function accessWithoutAudience() {
    const claims = await readToken(tokenKey, await signSsoToken(tokenKey, asked), now);
    if (claims?.kind !== 'sso') throw new Error('Our own token is refused');
    const access = await signAccessToken(tokenKey, claims, { generation: 3, renewal: false, now });
    const own = await verifyToken(tokenKey, access, 'access', now);
    if (!own) throw new Error('Our own token is refused');
    return { ...own, aud: undefined };
  }
});
