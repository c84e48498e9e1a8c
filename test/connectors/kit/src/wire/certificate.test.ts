/** Certificates of requests: the vectors that every language has, and how rarely the own key is asked. */
import { certifierFor, certify, openCertificate } from '@billhook/connector-kit/wire/certificate';
import { newOwnKeys, openKeySet, signingKey } from '@billhook/connector-kit/wire/keys';
import { type Signer, signerOf } from '@billhook/connector-kit/wire/signature';
import { describe, expect, test } from 'vitest';
import { readExamples, readVectors } from '../../../../../lib/documents/connector/example-text.ts';
import { resultsOf } from '../../../../../lib/documents/connector/make-vectors.ts';

describe('A request', () => {
  test.each(readVectors().vectors.map((vector) => [vector.name, vector] as const))(
    '%s gets what its vector says',
    async (_, vector) => {
      expect(await resultsOf(readExamples(), vector)).toEqual(vector.results);
    },
  );
});

const keys = newOwnKeys().signing;
const AT = 1_800_000_000;

/** The caller's own key, and how often it was asked. */
function counted(pair = keys) {
  let asked = 0;
  const own: Signer = {
    ...signerOf(pair),
    sign: (base) => {
      asked += 1;
      return signerOf(pair).sign(base);
    },
  };
  return { own, asked: () => asked };
}

describe('The caller’s own key', () => {
  test('certifies once in twelve minutes, however many requests there are', async () => {
    const { own, asked } = counted();
    let now = AT * 1000;
    const certifier = certifierFor('power', () => now);
    const all = await Promise.all(Array.from({ length: 100 }, () => certifier(own)));
    expect(new Set(all).size).toBe(1);
    now += 719_000;
    await certifier(own);
    expect(asked()).toBe(1);
    now += 1_000;
    await certifier(own);
    expect(asked()).toBe(2);
  });

  test('certifies again once it is another', async () => {
    const [first, second] = [counted(), counted(newOwnKeys().signing)];
    const certifier = certifierFor('power', () => AT * 1000);
    await certifier(first.own);
    await certifier(second.own);
    expect([first.asked(), second.asked()]).toEqual([1, 1]);
  });

  test('is asked again after it failed', async () => {
    const { own } = counted();
    const failing: Signer = { kid: own.kid, sign: () => Promise.reject(new Error('KMS')) };
    const certifier = certifierFor('power', () => AT * 1000);
    await expect(certifier(failing)).rejects.toThrow('KMS');
    expect(await certifier(own)).toHaveProperty('certificate');
  });
});

describe('A certificate', () => {
  const open = openKeySet({ keys: [keys.publicJwk, newOwnKeys().encryption.publicJwk] }) ?? [];
  const opening = (now: number, connector = 'power') => ({
    ...{ connector, now, keyOf: (kid: string) => signingKey(open, kid) },
  });

  test.each([
    [-61, 'clock'],
    [-60, 'ok'],
    [0, 'ok'],
    [899, 'ok'],
    [900, 'clock'],
  ])('%i seconds after it was made: %s', async (seconds, wanted) => {
    const { certificate } = await certify(signerOf(keys), { connector: 'power', now: AT });
    const opened = openCertificate(certificate, opening(AT + seconds));
    expect(opened.ok ? 'ok' : opened.problem).toBe(wanted);
  });

  const signed = async (header: object, claims: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part(header)}.${part(claims)}`;
    const signature = await signerOf(keys).sign(Buffer.from(text));
    return `${text}.${Buffer.from(signature).toString('base64url')}`;
  };
  const head = { alg: 'ES256', kid: keys.kid, typ: 'billhook-certificate+jwt' };
  const { x, y } = newOwnKeys().signing.publicJwk;
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const claims = { aud: 'power', iat: AT, exp: AT + 900, cnf: { jwk } };

  test('of these members counts', async () => {
    expect(openCertificate(await signed(head, claims), opening(AT))).toMatchObject({ ok: true });
  });

  test.each<[string, object, object]>([
    ['lasts for longer than 15 minutes', head, { ...claims, exp: AT + 901 }],
    ['ends before it begins', head, { ...claims, exp: AT - 1 }],
    ['has no end', head, { ...claims, exp: undefined }],
    ['is for another connector', head, { ...claims, aud: 'water' }],
    ['is for several connectors', head, { ...claims, aud: ['power', 'water'] }],
    ['is of no algorithm', { ...head, alg: 'none' }, claims],
    ['is of another type', { ...head, typ: 'JWT' }, claims],
    ['has a header that must be understood', { ...head, crit: ['b64'] }, claims],
    ['brings a key of its own', { ...head, jwk }, claims],
    ['names a stranger’s key', { ...head, kid: newOwnKeys().signing.kid }, claims],
    ['names a key that is on no curve', head, { ...claims, cnf: { jwk: { ...jwk, x: y, y: x } } }],
    ['names a private key', head, { ...claims, cnf: { jwk: { ...jwk, d: x } } }],
    ['says more', head, { ...claims, sub: 'somebody' }],
  ])('that %s counts for nothing', async (_, header, said) => {
    const opened = openCertificate(await signed(header, said), opening(AT));
    expect(opened).toEqual({ ok: false, problem: 'not_signed' });
  });

  test.each(['', 'a', 'a.b.c', 'a.b.c.d', 'x'.repeat(5_000)])('%s counts for nothing', (text) => {
    expect(openCertificate(text, opening(AT))).toEqual({ ok: false, problem: 'not_signed' });
  });
});
