import { createHash, createHmac } from 'node:crypto';
import { Sha256 } from '@billhook/runtime/aws/sha256';
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

test('the key of a signature is the one that AWS gives as its example', async () => {
  const hmac = async (secret: string | Uint8Array, text: string) => {
    const hash = new Sha256(secret);
    hash.update(text);
    return hash.digest();
  };
  let key: string | Uint8Array = 'AWS4wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
  for (const part of ['20120215', 'us-east-1', 'iam', 'aws4_request']) key = await hmac(key, part);
  expect(Buffer.from(key).toString('hex')).toBe(
    'f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d',
  );
});
