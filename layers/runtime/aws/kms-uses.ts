/** What is done with keys that KMS keeps: their private halves never leave it. */
import { DeriveSharedSecretCommand, SignCommand } from '@aws-sdk/client-kms';
import { derToRaw } from '@billhook/core/api/ecdsa-signature';
import type { Kms } from './kms-keys.ts';

/**
 * @param message at most 4,096 bytes.
 * @returns ECDSA P-256 with SHA-256: 64 bytes, the two numbers side by side.
 */
export async function signWithKms(
  kms: Kms,
  keyArn: string,
  message: Uint8Array,
): Promise<Uint8Array> {
  const { Signature } = await kms.send(
    new SignCommand({
      KeyId: keyArn,
      Message: message,
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  );
  if (!Signature) throw new Error('KMS returned no signature');
  return derToRaw(Signature);
}

/**
 * @param publicKey the other side's, SPKI in DER.
 * @returns the x-coordinate of the point that both sides find, 32 bytes: no key before a KDF made one.
 */
export async function agreeWithKms(
  kms: Kms,
  keyArn: string,
  publicKey: Uint8Array,
): Promise<Uint8Array> {
  const { SharedSecret } = await kms.send(
    new DeriveSharedSecretCommand({
      KeyId: keyArn,
      KeyAgreementAlgorithm: 'ECDH',
      PublicKey: publicKey,
    }),
  );
  if (!SharedSecret) throw new Error('KMS returned no shared secret');
  return SharedSecret;
}
