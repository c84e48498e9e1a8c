import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encryptBody } from '../../../clients/typescript/src/encryption.ts';
import { type Answer, problem, serviceAnswering, success } from './fake-service.ts';

const makeKey = (kid: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return { jwk: { kty: 'RSA', use: 'enc', kid, n, e }, privateKey };
};
const first = makeKey('key_1');
const second = makeKey('key_2');
const card = {
  clientId: 'cl_1',
  paymentType: 'card',
  name: 'Ada',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '12',
  expYear: '2030',
  zipcode: '10001',
} as const;

function decrypt(body: string | undefined, { jwk, privateKey }: typeof first): unknown {
  const { encrypted, hash, ...others } = JSON.parse(body ?? '');
  expect(others).toEqual({});
  expect(encrypted).toBe(jwk.kid);
  const [header, ...parts] = hash.split('.');
  const [wrapped, iv, text, tag] = parts.map((part: string) => Buffer.from(part, 'base64url'));
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'RSA-OAEP-256',
    enc: 'A256GCM',
    kid: jwk.kid,
  });
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const contentKey = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, wrapped);
  expect([contentKey.length, iv.length, tag.length]).toEqual([32, 12, 16]);
  const decipher = createDecipheriv('aes-256-gcm', contentKey, iv);
  decipher.setAAD(Buffer.from(header)).setAuthTag(tag);
  return JSON.parse(decipher.update(text).toString() + decipher.final().toString());
}

describe('an encrypted body', () => {
  test('is a JWE that the key opens, another each time', async () => {
    const [one, two] = [await encryptBody({ a: 'ü' }, first.jwk), await encryptBody({}, first.jwk)];
    expect(decrypt(JSON.stringify(one), first)).toEqual({ a: 'ü' });
    expect(one.hash.split('.')[1]).not.toBe(two.hash.split('.')[1]);
  });

  test('is sent where it can hold a secret, for a key that is read once', async () => {
    const answers: [Answer, ...Answer[]] = [
      success(first.jwk),
      success({ paymentMethodId: 'pm_1' }),
    ];
    const { api, sent } = serviceAnswering(answers, { encryption: { bodies: 'secrets' } });
    await api.payment.addPaymentMethod(card);
    await api.payment.addPaymentMethod(card);
    await api.client.createClient({ identifier: 'user-1' });
    expect(sent.map(({ url }) => url.replace(/^.*\/v1/, ''))).toEqual([
      '/partner/public-keys/latest',
      '/payment',
      '/payment',
      '/client',
    ]);
    expect(decrypt(sent[1]?.body, first)).toEqual(card);
    expect(sent[3]?.body).toBe('{"identifier":"user-1"}');
  });

  test('is every one that can be, for a key that was given', async () => {
    const encryption = { bodies: 'all', key: first.jwk } as const;
    const { api, sent } = serviceAnswering([success()], { encryption });
    await api.client.createClient({ identifier: 'user-1' });
    await api.partner.updateEncryption({ required: true });
    expect(decrypt(sent[0]?.body, first)).toEqual({ identifier: 'user-1' });
    expect(sent[1]?.body).toBe('{"required":true}');
  });

  test('is encrypted once more when its key is gone, as the same request', async () => {
    const refused = problem(400, 'decryption_failed');
    const answers: [Answer, ...Answer[]] = [
      success(first.jwk),
      refused,
      success(second.jwk),
      success({ paymentMethodId: 'pm_1' }),
    ];
    const { api, sent } = serviceAnswering(answers, { encryption: { bodies: 'secrets' } });
    await api.payment.addPaymentMethod(card);
    expect(decrypt(sent[3]?.body, second)).toEqual(card);
    expect(sent[3]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
  });

  test('is never sent in the clear for want of a key', async () => {
    const none = problem(404, 'encryption_key_not_found');
    const { api, sent } = serviceAnswering([none], { encryption: { bodies: 'secrets' } });
    await expect(api.payment.addPaymentMethod(card)).rejects.toMatchObject({
      code: 'encryption_key_not_found',
    });
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
  });

  test('that is refused again is an error', async () => {
    const { api, sent } = serviceAnswering([problem(400, 'decryption_failed')], {
      encryption: { bodies: 'secrets', key: first.jwk },
    });
    await expect(api.payment.addPaymentMethod(card)).rejects.toMatchObject({
      code: 'decryption_failed',
    });
    expect(sent).toHaveLength(2);
  });
});
