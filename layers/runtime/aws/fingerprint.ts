/** Keyed fingerprints (KMS HMAC-SHA256): the same text gives the same bytes, and tells nothing. */
import { GenerateMacCommand } from '@aws-sdk/client-kms';
import type { AwsClients } from './clients.ts';
import { environment } from './environment.ts';
import { kmsClient } from './kms.ts';

/**
 * 32 bytes for a purpose and its parts. Parts are framed by their lengths, so that no two lists of
 * parts are the same text.
 */
export type Fingerprint = (purpose: string, ...parts: string[]) => Promise<Uint8Array>;

export function openFingerprint({ kms }: AwsClients = {}): Fingerprint {
  return async (purpose, ...parts) => {
    const text = [purpose, ...parts].map((part) => `${part.length}:${part}`).join('');
    const { Mac } = await (kms ?? kmsClient()).send(
      new GenerateMacCommand({
        KeyId: environment('FINGERPRINT_KEY_ARN'),
        MacAlgorithm: 'HMAC_SHA_256',
        // KMS takes at most 4,096 bytes; every part is limited far below that by its schema.
        Message: Buffer.from(text),
      }),
    );
    if (Mac?.length !== 32) throw new Error('KMS returned no fingerprint');
    return Mac;
  };
}
