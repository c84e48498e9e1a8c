import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { parsePayload } from '@billhook/core/api/encrypted-payload';
import { expect, test } from 'vitest';
import { encryptBody } from '../../../modules/kit/encrypt.ts';

test('encrypts a body as a JWE that the service reads, and that its key opens', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const body = await encryptBody({ cardCode: '123' }, { kty, n, e, kid: 'key_1' });
  expect(body.encrypted).toBe('key_1');
  expect(JSON.stringify(body)).not.toContain('123"');
  const parsed = parsePayload(body);
  if (!parsed?.sealed) throw new Error('It is no JWE');
  const contentKey = privateDecrypt(
    { key: privateKey, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING },
    parsed.wrappedKey,
  );
  const { iv, tag, additionalData } = parsed.sealed;
  const decipher = createDecipheriv('aes-256-gcm', contentKey, iv);
  decipher.setAAD(additionalData);
  decipher.setAuthTag(tag);
  const text = Buffer.concat([decipher.update(parsed.text), decipher.final()]).toString();
  expect(JSON.parse(text)).toEqual({ cardCode: '123' });
});
