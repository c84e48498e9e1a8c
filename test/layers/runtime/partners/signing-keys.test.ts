import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isFailure } from '@billhook/core/base/errors';
import { newPartner } from '@billhook/core/partner/partner';
import { type SigningSettings, validKeys } from '@billhook/core/partner/signing';
import { openVault } from '@billhook/runtime/aws/vault';
import type { FetchDeps } from '@billhook/runtime/outbound/safe-fetch';
import { readKeySet } from '@billhook/runtime/partners/jwks';
import { readPem } from '@billhook/runtime/partners/parse-signing-key';
import { refreshSigning, setSigning } from '@billhook/runtime/partners/signing-keys';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { refreshDueKeys } from '@billhook/runtime/sweeps/refresh-due-keys';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refreshJwks } from '../../../../functions/schedule/contract.ts';
import { certificateFor } from '../../../support/certificate.ts';
import { fakeKms } from '../../../support/kms.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { jwkOf, pemOf, rsaPair } from '../../../support/signing.ts';

const pair = rsaPair();
const other = rsaPair();
const small = rsaPair(1024);
const large = rsaPair(3072);
const { cert } = certificateFor('keys.example');
const certified = new X509Certificate(cert).publicKey;
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('a key set', () => {
  const rsa = jwkOf(pair.publicKey, { kid: 'one' });
  const { use: _use, alg: _alg, ...bare } = rsa;
  const { n, e } = bare as { n: string; e: string };

  test('of one good key is that key', () => {
    const { outcome, detail, keys } = readKeySet({ keys: [rsa] });
    expect({ outcome, detail }).toEqual({ outcome: 'refreshed', detail: '1 kept.' });
    expect(keys).toEqual([{ kid: 'one', ...readPem(pemOf(pair.publicKey)) }]);
  });

  const left: readonly (readonly [string, unknown])[] = [
    ['on a curve', jwkOf(elliptic.publicKey)],
    ['of 1024 bits', jwkOf(small.publicKey)],
    ['of 3072 bits', jwkOf(large.publicKey)],
    ['for encryption', { ...rsa, use: 'enc' }],
    ['for another use', { ...rsa, use: '' }],
    ['for PS256', { ...rsa, alg: 'PS256' }],
    ['for RS512', { ...rsa, alg: 'RS512' }],
    ['for RSA-OAEP', { ...rsa, alg: 'RSA-OAEP' }],
    ['for wrapping', { ...rsa, key_ops: ['wrapKey'] }],
    ['with its private parts', { ...pair.privateKey.export({ format: 'jwk' }), use: 'sig' }],
    ['with one private part', { ...rsa, d: 'AQAB' }],
    ['that is symmetric', { kty: 'oct', k: 'AQAB' }],
    ['of an unknown type', { ...rsa, kty: 'rsa' }],
    ['without modulus', { ...rsa, n: undefined }],
    ['without exponent', { kty: 'RSA', n }],
    ['with an empty modulus', { ...rsa, n: '' }],
    ['with three signs of padding', { ...rsa, n: `${n}===` }],
    ['with a certificate that is none', { kty: 'RSA', x5c: ['AAAA'] }],
    ['with no certificate', { kty: 'RSA', x5c: [] }],
    ['with a modulus in Base64', { ...rsa, n: Buffer.from(n, 'base64url').toString('base64') }],
    ['with junk in the modulus', { ...rsa, n: `${n}!` }],
    ['with a number for a modulus', { ...rsa, n: 65537 }],
    [
      'with an even modulus',
      { ...rsa, n: Buffer.from(n, 'base64url').fill(0, 255).toString('base64url') },
    ],
    ['with exponent 1', { ...rsa, e: 'AQ' }],
    ['with exponent 3', { ...rsa, e: 'Aw' }],
    ['with an even exponent', { ...rsa, e: 'AQAC' }],
    ['with exponent 0', { ...rsa, e: 'AA' }],
    ['with a huge exponent', { ...rsa, e: n }],
    ['with a kid that is no text', { ...rsa, kid: 7 }],
    ['with an endless kid', { ...rsa, kid: 'k'.repeat(257) }],
    ['that is null', null],
    ['that is a text', 'key'],
    ['that is a list', [rsa]],
  ];

  test.each(left)('leaves out a key %s', (_, key) => {
    expect(readKeySet({ keys: [key] })).toMatchObject({ outcome: 'no_usable_key', keys: [] });
    const { keys, detail } = readKeySet({ keys: [key, jwkOf(other.publicKey)] });
    expect(keys).toHaveLength(1);
    expect(detail).toMatch(/^1 kept; left out: 1 /);
  });

  test.each([
    bare,
    { ...bare, use: 'sig' },
    { ...bare, alg: 'RS256' },
    { ...bare, key_ops: ['verify'] },
    { ...bare, n: `${n}==` },
    {
      ...bare,
      n: Buffer.concat([Buffer.alloc(1), Buffer.from(n, 'base64url')]).toString('base64url'),
    },
  ])('keeps a key that does not say more than it must', (key) => {
    expect(readKeySet({ keys: [key] }).keys).toMatchObject([readPem(pemOf(pair.publicKey))]);
  });

  test('has the key of a certificate, where an entry has nothing else', () => {
    const [first = ''] = cert.match(/[A-Za-z0-9+/=\n]{100,}/) ?? [];
    const key = { kty: 'RSA', kid: 'one', use: 'sig', x5c: [first.replaceAll('\n', '')] };
    expect(readKeySet({ keys: [key] }).keys).toEqual([
      { kid: 'one', ...readPem(pemOf(certified)) },
    ]);
  });

  test('may have one kid twice: both count; one key twice: once', () => {
    const twice = [rsa, jwkOf(other.publicKey, { kid: 'one' }), { ...rsa, kid: 'again' }];
    expect(readKeySet({ keys: twice }).keys.map(({ kid }) => kid)).toEqual(['one', 'one']);
  });

  test('counts ten keys and leaves out the rest', () => {
    const moduli = Array.from({ length: 12 }, (_, index) => {
      const bytes = Buffer.from(n, 'base64url');
      bytes[100] = index;
      return { kty: 'RSA', n: bytes.toString('base64url'), e };
    });
    const { keys, detail } = readKeySet({ keys: moduli });
    expect(keys).toHaveLength(10);
    expect(detail).toBe('10 kept; left out: 2 after the tenth.');
  });

  test.each([null, [], 'keys', 7, {}, { keys: {} }, { keys: null }, { keys: 'x' }])(
    'that is %j is none',
    (value) => {
      expect(readKeySet(value)).toEqual({ outcome: 'invalid_set', keys: [] });
    },
  );
});

describe('a key in PEM', () => {
  test('is the same in SPKI and PKCS#1', () => {
    const spki = readPem(pemOf(pair.publicKey));
    expect(spki).toEqual({ publicKey: expect.any(String), fingerprint: expect.any(String) });
    expect(readPem(pemOf(pair.publicKey, 'pkcs1'))).toEqual(spki);
    expect(readPem(`\n${pemOf(pair.publicKey).replaceAll('\n', '\r\n')}\n`)).toEqual(spki);
  });

  test.each([
    ['with escaped line breaks', (pem: string) => pem.replaceAll('\n', '\\n')],
    ['with escaped line breaks of Windows', (pem: string) => pem.replaceAll('\n', '\\r\\n')],
    ['indented', (pem: string) => pem.replaceAll(/^/gm, '    ')],
    ['in one line', (pem: string) => pem.replaceAll('\n', ' ')],
    [
      'with bag attributes',
      (pem: string) =>
        `Bag Attributes\n    localKeyID: 01\nKey Attributes: <No Attributes>\n${pem}`,
    ],
  ])('is read %s', (_, change) => {
    expect(readPem(change(pemOf(pair.publicKey)))).toEqual(readPem(pemOf(pair.publicKey)));
  });

  test('is that of a certificate', () => {
    expect(readPem(`subject=CN = keys.example\n${cert}`)).toEqual(readPem(pemOf(certified)));
  });

  test.each([
    ['one line of Base64', 'AAAA', /PEM, from -----BEGIN/],
    [
      'a request for a certificate',
      cert.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'),
      /CERTIFICATE/,
    ],
    ['a chain', cert + cert, /not several/],
    ['a key that was cut', pemOf(pair.publicKey).replace(/\w{8}\n/, '!\n'), /Base64/],
    [
      'a private key',
      pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
      /private/,
    ],
  ])('is not %s, and is told so', (_, pem, problem) => {
    expect(readPem(pem)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test.each([
    ['nothing', ''],
    ['no PEM', 'key'],
    ['of 1024 bits', pemOf(small.publicKey)],
    ['of 3072 bits', pemOf(large.publicKey)],
    ['on a curve', pemOf(elliptic.publicKey)],
    ['private', pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string],
    ['private in PKCS#1', pair.privateKey.export({ format: 'pem', type: 'pkcs1' }) as string],
    ['two', pemOf(pair.publicKey) + pemOf(other.publicKey)],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['cut off', pemOf(pair.publicKey).slice(0, 200)],
    ['of rubbish', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    ['of another label', pemOf(pair.publicKey).replaceAll('PUBLIC', 'RSA PUBLIC')],
  ])('that is %s is refused', (_, pem) => {
    expect(readPem(pem)).toHaveProperty('problem');
  });
});

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;
const URL_TEXT = 'https://keys.example/jwks.json';
const partnerId = 'ptn_00000000000000000001';
const actor = { kind: 'api-key', id: 'key_1' } as const;

/** Milliseconds for which the outcome of a fetch answers for the next. */
const COOLDOWN = 2_000;

describe('the keys of an address', () => {
  let server: Server;
  let answer: RequestListener;
  let table = memoryTable();
  const vault = openVault({ kms: fakeKms().kms });

  beforeAll(async () => {
    vi.stubEnv('VAULT_KEY_ARN', 'arn:key');
    server = createServer((...given) => answer(...given));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });
  beforeEach(async () => {
    table = memoryTable();
    await addPartner(partnerId);
    answer = keySet(jwkOf(pair.publicKey, { kid: 'one' }));
  });

  const keySet =
    (...keys: object[]): RequestListener =>
    (_, response) =>
      response.end(JSON.stringify({ keys }));

  async function addPartner(id: string) {
    const partner = newPartner({ partnerId: id, name: 'A', now: new Date(NOW).toISOString() });
    await table.write([partnerStore(table).save(partner)]);
  }

  function deps(fetch: FetchDeps = {}) {
    const resolve = async () => ['93.184.216.34'];
    const send: FetchDeps['request'] = (options) => {
      const { port } = server.address() as AddressInfo;
      return request({ ...options, protocol: 'http:', host: '127.0.0.1', port });
    };
    return {
      table,
      vault,
      fetch: { allowLocal: false, timeoutMilliseconds: 300, resolve, request: send, ...fetch },
    };
  }

  const standing = async (id = partnerId) =>
    (await partnerStore(table).get(id)).signing as SigningSettings;
  const item = (id = partnerId) => table.items.get(`${id} ${id}`);
  const set = (given: Parameters<typeof setSigning>[1], now = NOW, fetch: FetchDeps = {}) =>
    setSigning(deps(fetch), given, { partnerId, actor, now });
  const refresh = (now: number, fetch: FetchDeps = {}) =>
    refreshSigning(deps(fetch), { partnerId, actor, now });

  const failing: readonly (readonly [string, FetchDeps | RequestListener, string])[] = [
    ['is slow', () => {}, 'timed_out'],
    ['is huge', (_, response) => response.end(' '.repeat(70_000)), 'too_large'],
    ['redirects', (_, response) => response.writeHead(302, { location: '/' }).end(), 'redirected'],
    ['answers 500', (_, response) => response.writeHead(500).end(), 'unexpected_status'],
    ['answers no JSON', (_, response) => response.end('<html>'), 'invalid_json'],
    ['answers no set', (_, response) => response.end('[]'), 'invalid_set'],
    ['has no keys', keySet(), 'no_usable_key'],
    ['has EC keys', keySet(jwkOf(elliptic.publicKey)), 'no_usable_key'],
    ['has 1024-bit keys', keySet(jwkOf(small.publicKey)), 'no_usable_key'],
    ['hangs up', (asked) => asked.socket.destroy(), 'connection_failed'],
    ['moved to a private address', { resolve: async () => ['10.0.0.1'] }, 'address_refused'],
    ['moved to loopback', { resolve: async () => ['127.0.0.1'] }, 'address_refused'],
    ['is gone', { resolve: async () => [] }, 'name_not_found'],
  ];

  test.each(failing)(
    'stay in force when it %s, and the reason is recorded',
    async (_, bad, outcome) => {
      expect(isFailure(await set({ jwksUrl: URL_TEXT, required: true }))).toBe(false);
      if (typeof bad === 'function') answer = bad;
      await refresh(NOW + DAY, typeof bad === 'function' ? {} : bad);
      const signing = await standing();
      expect(signing.jwks?.last).toMatchObject({ outcome, at: new Date(NOW + DAY).toISOString() });
      expect(signing.jwks?.last.detail).toMatch(/^[^\n]{10,200}\.$/);
      expect(validKeys(signing, NOW + DAY)).toMatchObject([{ kid: 'one' }]);
      // Until the set is seven days old, and not a moment longer.
      expect(validKeys(signing, NOW + 7 * DAY - 1)).toHaveLength(1);
      expect(validKeys(signing, NOW + 7 * DAY)).toHaveLength(0);
    },
  );

  test.each(failing)('cannot be required when it %s from the start', async (_, bad, outcome) => {
    if (typeof bad === 'function') answer = bad;
    const fetch = typeof bad === 'function' ? {} : bad;
    const given = await set({ jwksUrl: URL_TEXT, required: true }, NOW, fetch);
    const refused = outcome === 'address_refused' ? 'invalid_request' : 'no_valid_key';
    expect(given).toMatchObject({ failure: refused });
    expect(await standing()).toBeUndefined();
  });

  test('are replaced, and those that stay keep their day', async () => {
    await set({ jwksUrl: URL_TEXT });
    answer = keySet(jwkOf(other.publicKey, { kid: 'one' }), jwkOf(pair.publicKey, { kid: 'one' }));
    await refresh(NOW + DAY);
    const [first, second] = (await standing()).keys;
    expect([first?.kid, second?.kid]).toEqual(['one', 'one']);
    expect(first?.addedAt).toBe(new Date(NOW + DAY).toISOString());
    expect(second?.addedAt).toBe(new Date(NOW).toISOString());
  });

  test('are fetched daily at one time of the day, every four hours while there is none', async () => {
    await set({ jwksUrl: URL_TEXT });
    const next = () => Date.parse(String(item()?.dueAt));
    expect(next()).toBeGreaterThan(NOW);
    expect(next()).toBeLessThanOrEqual(NOW + DAY);
    const first = next();
    await refresh(first + 1_000);
    expect(next()).toBe(first + DAY);
    answer = keySet();
    await set({ jwksUrl: 'https://other.example/' }, NOW);
    expect(NOW + 4 * 60 * 60 * 1000 - next()).toBeGreaterThanOrEqual(0);
    expect(NOW + 4 * 60 * 60 * 1000 - next()).toBeLessThan(10 * 60 * 1000);
  });

  test('are of one address: headers and keys do not go along to another', async () => {
    const seen: unknown[] = [];
    answer = ({ headers }, response) => {
      seen.push(headers['x-secret']);
      keySet(jwkOf(pair.publicKey))(undefined as never, response as never);
    };
    await set({ jwksUrl: URL_TEXT, headers: { 'X-Secret': 'canary' } });
    await refresh(NOW + COOLDOWN);
    await set({ jwksUrl: URL_TEXT });
    await set({ jwksUrl: 'https://other.example/' });
    expect(seen).toEqual(['canary', 'canary', 'canary', undefined]);
    expect((await standing()).jwks?.headers).toBeUndefined();
    await set({ jwksUrl: URL_TEXT, headers: { 'X-Secret': 'canary' } });
    expect(JSON.stringify([...table.items.values()])).not.toContain('canary');
  });

  test('go when a key is set by hand, which leaves the due index', async () => {
    await set({ jwksUrl: URL_TEXT });
    expect(item()).toMatchObject({
      dueKind: 'jwks',
      dueShard: expect.stringMatching(/^jwks#\d+$/),
    });
    await set({ publicKey: pemOf(other.publicKey) });
    expect(item()).not.toHaveProperty('dueAt');
    expect((await standing()).keys).toHaveLength(1);
  });

  test('a key set by hand goes at once, or after the overlap that was asked for', async () => {
    await set({ publicKey: pemOf(pair.publicKey), required: true });
    await set({ publicKey: pemOf(other.publicKey), overlapSeconds: 60 });
    const signing = await standing();
    expect(validKeys(signing, NOW + 59_999)).toHaveLength(2);
    expect(validKeys(signing, NOW + 60_000)).toHaveLength(1);
    await set({ publicKey: pemOf(pair.publicKey) });
    expect(validKeys(await standing(), NOW)).toHaveLength(1);
  });

  test.each([
    [{ required: true }, 'no_valid_key'],
    [{ publicKey: 'x' }, 'invalid_request'],
    [{ publicKey: pemOf(pair.publicKey), jwksUrl: URL_TEXT }, 'invalid_request'],
    [{ headers: { a: 'b' } }, 'invalid_request'],
    [{ jwksUrl: 'http://keys.example/' }, 'invalid_request'],
  ])('are not set by %j', async (given, failure) => {
    expect(await set(given)).toMatchObject({ failure });
    expect(await standing()).toBeUndefined();
  });

  test('are fetched again after two seconds, and not a moment before', async () => {
    let asked = 0;
    answer = (_request, response) => {
      asked += 1;
      keySet(jwkOf(pair.publicKey))(undefined as never, response as never);
    };
    await set({ jwksUrl: URL_TEXT });
    const before = await standing();
    await refresh(NOW + COOLDOWN - 1);
    expect([asked, await standing()]).toEqual([1, before]);
    await refresh(NOW + COOLDOWN);
    expect(asked).toBe(2);
  });

  test('each change and fetch has its audit entry, with the outcome', async () => {
    await set({ jwksUrl: URL_TEXT, required: true });
    answer = keySet();
    await refresh(NOW + COOLDOWN);
    const entries = [...table.items.values()].filter(({ pk }) => pk === `${partnerId}#audit`);
    expect(entries).toMatchObject([
      { action: 'signing-changed', detail: { outcome: 'refreshed', keys: 1, required: true } },
      { action: 'signing-refreshed', detail: { outcome: 'no_usable_key' } },
    ]);
  });

  describe('that are due', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `ptn_${String(index).padStart(20, '0')}`);

    const runAll = (now: number) =>
      Promise.all(
        Array.from({ length: refreshJwks.parts }, (_, part) =>
          refreshDueKeys(deps(), { part, clock: () => now, deadline: now + 1 }),
        ),
      ).then((counts) => counts.reduce((sum, count) => sum + count, 0));

    beforeEach(async () => {
      for (const id of ids.slice(2)) await addPartner(id);
      await addPartner(ids[0] as string);
      for (const id of ids) {
        await setSigning(deps(), { jwksUrl: URL_TEXT }, { partnerId: id, actor, now: NOW });
      }
    });

    test('are all fetched, by the parts together, and not twice', async () => {
      expect(await runAll(NOW)).toBe(0);
      expect(await runAll(NOW + DAY)).toBe(ids.length);
      expect(await runAll(NOW + DAY)).toBe(0);
      for (const id of ids) {
        expect((await standing(id)).jwks?.last.at).toBe(new Date(NOW + DAY).toISOString());
      }
    });

    test('are held up by no slow one', async () => {
      let asked = 0;
      answer = (given, response) => {
        asked += 1;
        if (asked % 2 === 1) keySet(jwkOf(other.publicKey))(given as never, response as never);
      };
      const started = performance.now();
      expect(await runAll(NOW + DAY)).toBe(ids.length);
      // Twenty that hang, one after the other, would take 6 s.
      expect(performance.now() - started).toBeLessThan(3_000);
    });

    test('are left alone while their partner is suspended', async () => {
      const partner = await partnerStore(table).get(partnerId);
      const suspended = { ...partner, version: partner.version + 1, status: 'suspended' as const };
      await table.write([partnerStore(table).save(suspended)]);
      expect(await runAll(NOW + DAY)).toBe(ids.length - 1);
    });
  });
});
