/** The KMS key that signs tokens: its private half stays there, its public half is read once. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { derToRaw } from '@billhook/core/ecdsa-signature';
import type { TokenKey } from '@billhook/core/schemas/token';
import * as v from 'valibot';
import type { AwsClients } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { kmsClient } from '../aws/kms.ts';

const pointSchema = v.object({ x: v.string(), y: v.string() });

export type SigningKey = {
  /** Names the key in tokens and in the published document alike. */
  readonly keyId: () => string;
  /** The signature as a JWT carries it. */
  readonly sign: (text: string) => Promise<Buffer>;
  /** Asked for once a process: the key of an ARN never changes. */
  readonly publicKey: () => Promise<KeyObject>;
  /** The public key as a JWK, for partners that verify tokens themselves. */
  readonly published: () => Promise<TokenKey>;
};

export function openTokenKey({ kms }: AwsClients = {}): SigningKey {
  const client = () => kms ?? kmsClient();
  const keyId = () => {
    const keyArn = environment('TOKEN_KEY_ARN');
    return keyArn.slice(keyArn.lastIndexOf('/') + 1);
  };
  let cachedKey: Promise<KeyObject> | undefined;
  const publicKey = () => {
    cachedKey ??= fetchPublicKey(client()).catch((error) => {
      cachedKey = undefined;
      throw error;
    });
    return cachedKey;
  };
  return {
    keyId,
    sign: (text) => signWith(client(), text),
    publicKey,
    async published() {
      const { x, y } = v.parse(pointSchema, (await publicKey()).export({ format: 'jwk' }));
      return { kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', kid: keyId() };
    },
  };
}

type Kms = NonNullable<AwsClients['kms']>;

async function signWith(kms: Kms, text: string): Promise<Buffer> {
  const { Signature } = await kms.send(
    new SignCommand({
      KeyId: environment('TOKEN_KEY_ARN'),
      Message: Buffer.from(text),
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  );
  if (!Signature) throw new Error('KMS returned no signature');
  return Buffer.from(derToRaw(Signature));
}

async function fetchPublicKey(kms: Kms): Promise<KeyObject> {
  const command = new GetPublicKeyCommand({ KeyId: environment('TOKEN_KEY_ARN') });
  const { PublicKey } = await kms.send(command);
  if (!PublicKey) throw new Error('KMS returned no public key');
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
}
