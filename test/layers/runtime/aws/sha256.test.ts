import { createHash, createHmac } from 'node:crypto';
import { Sha256 } from '@billhook/runtime/aws/sha256';
import { Sha256 as SdkSha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, test } from 'vitest';

const bytes = new TextEncoder().encode('a key of bytes, which is in the middle of others');
const part = bytes.subarray(6, 20);
const whole = bytes.slice(6, 20);

const digestOf = async (secret?: ConstructorParameters<typeof Sha256>[0]) => {
  const hash = new Sha256(secret);
  hash.update('some ');
  hash.update(new TextEncoder().encode('text'));
  return Buffer.from(await hash.digest()).toString('hex');
};

test.each([
  ['text', 'a secret'],
  ['no text', ''],
  ['bytes', whole],
  ['a part of other bytes', part],
  ['a buffer', whole.buffer],
  ['no bytes', new Uint8Array()],
])('an HMAC with a key that is %s', async (_what, secret) => {
  const key = secret instanceof ArrayBuffer ? new Uint8Array(secret) : secret;
  expect(await digestOf(secret)).toBe(createHmac('sha256', key).update('some text').digest('hex'));
});

test('a hash, and the same once more', async () => {
  const expected = createHash('sha256').update('some text').digest('hex');
  expect(await digestOf()).toBe(expected);
  const hash = new Sha256();
  hash.update('other text');
  hash.reset();
  hash.update(new TextEncoder().encode('some text').buffer);
  expect(Buffer.from(await hash.digest()).toString('hex')).toBe(expected);
});

test('a request is signed as with what the SDK has', async () => {
  const request = new HttpRequest({
    ...{ method: 'POST', hostname: 'dynamodb.us-east-1.amazonaws.com', path: '/' },
    ...{ headers: { host: 'dynamodb.us-east-1.amazonaws.com' }, body: '{"TableName":"any"}' },
  });
  const signedWith = async (sha256: typeof Sha256 | typeof SdkSha256) => {
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' };
    const signer = new SignatureV4({
      credentials,
      region: 'us-east-1',
      service: 'dynamodb',
      sha256,
    });
    return (await signer.sign(request, { signingDate: new Date(0) })).headers;
  };
  const { authorization = '' } = await signedWith(Sha256);
  expect(authorization).toMatch(/Signature=[0-9a-f]{64}$/);
  expect((await signedWith(SdkSha256)).authorization).toBe(authorization);
});
