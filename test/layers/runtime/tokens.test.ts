import { signSsoToken, verifyToken } from '@billhook/runtime/tokens';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeKms } from '../../support/kms.ts';

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

beforeEach(() => {
  vi.stubEnv('TOKEN_KEY_ARN', 'arn:aws:kms:eu-west-1:000000000000:key/token-key');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a token names its client, partner, kind, family and generation', async () => {
  // The public key is read once a process, so that one test makes and refuses.
  fakeKms();
  const token = await signSsoToken(asked);
  const claims = await verifyToken(token, now);
  expect(claims).toMatchObject({
    sub: 'cl_a',
    partnerId: 'ptn_a',
    kind: 'sso',
    generation: 3,
    nonce: true,
    exp: Math.floor(asked.expiresAt / 1000),
  });
  expect(claims?.family).toBe(claims?.jti);
  await expectRefusals(token);
});

async function expectRefusals(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ ...JSON.parse(text(payload)), sub: 'cl_b' }));
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' }));
  const refused = {
    'at its last moment': verifyToken(token, asked.expiresAt),
    'with another client': verifyToken(`${header}.${encode(forged)}.${signature}`, now),
    'with another algorithm': verifyToken(`${encode(none)}.${payload}.${signature}`, now),
    'without a signature': verifyToken(`${header}.${payload}.`, now),
    'with a short signature': verifyToken(`${header}.${payload}.${signature.slice(0, 40)}`, now),
    'with a fourth part': verifyToken(`${token}.x`, now),
    'of nothing': verifyToken('', now),
  };
  for (const [how, result] of Object.entries(refused)) {
    expect(await result, how).toBeUndefined();
  }
  expect(await verifyToken(token, asked.expiresAt - 1), 'a moment before').toBeDefined();
}

function text(part: string): string {
  return Buffer.from(part, 'base64url').toString('utf8');
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}
