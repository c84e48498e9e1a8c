/** Keyed fingerprints (KMS HMAC-SHA256): the same text gives the same bytes, and tells nothing. */
import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { environment } from './environment.ts';
import { kmsClient } from './kms.ts';

/**
 * 32 bytes for a purpose and its parts. Parts are framed by their lengths, so that no two lists of
 * parts are the same text.
 */
export async function fingerprint(purpose: string, ...parts: string[]): Promise<Uint8Array> {
  const text = [purpose, ...parts].map((part) => `${part.length}:${part}`).join('');
  const { Mac } = await kmsClient().send(
    new GenerateMacCommand({
      KeyId: environment('FINGERPRINT_KEY_ARN'),
      MacAlgorithm: 'HMAC_SHA_256',
      // KMS takes at most 4,096 bytes; every part is limited far below that by its schema.
      Message: Buffer.from(text),
    }),
  );
  if (Mac?.length !== 32) throw new Error('KMS answered no fingerprint');
  return Mac;
}
