/** The KMS keys that sign tokens: signing with the current one, and believing those that count. */
import type { KeyObject } from 'node:crypto';
import { keyRings } from '@billhook/core/key-rings/rings';
import { acceptedKeys, type KeyRingRecord, keyIdOf } from '@billhook/core/key-rings/rotation';
import type { TokenKey } from '@billhook/core/schemas/token';
import * as v from 'valibot';
import { isNamed, type Kms } from '../aws/kms-keys.ts';
import { signWithKms } from '../aws/kms-uses.ts';
import { openRing, type PublicKey } from '../key-rings/open-ring.ts';
import type { Outside } from '../table/outside.ts';

const pointSchema = v.object({ x: v.string(), y: v.string() });

/** What an unknown key in a token may make a process read, at most: forged tokens are many. */
const LOOK_AGAIN_MILLISECONDS = 1_000;

/** What KMS says of a key that nobody may sign with any more. */
const ENDED = ['DisabledException', 'KMSInvalidStateException', 'AccessDeniedException'];

export type SigningKey = {
  /** A text that names the key, and the signature of it as a JWT carries it. */
  readonly sign: (
    textWith: (keyId: string) => string,
  ) => Promise<{ readonly text: string; readonly signature: Buffer }>;
  /** Of a key whose tokens are believed; nothing of any other. */
  readonly publicKey: (keyId: string) => Promise<KeyObject | undefined>;
  /**
   * Since when a release later than 0.1.0 runs here, in milliseconds since the epoch; nothing while
   * none has written it down.
   */
  readonly notedAt: () => Promise<number | undefined>;
  /** The public keys as JWKs, for partners that verify tokens themselves: the one that signs first. */
  readonly published: () => Promise<TokenKey[]>;
};

export function openTokenKey(
  outside: Pick<Outside, 'table' | 'clock'> & Partial<Pick<Outside, 'aws'>>,
): SigningKey {
  const { read, kms, publicKey, accepted } = openRing(keyRings.token, outside);
  return {
    sign: async (textWith) => {
      const { signing } = await read();
      try {
        return await signWith(kms(), signing.keyArn, textWith);
      } catch (error) {
        if (!isNamed(error, ...ENDED)) throw error;
        // Replaced in an emergency a moment ago.
        const latest = await read(0);
        if (latest.signing.keyArn === signing.keyArn) throw error;
        return signWith(kms(), latest.signing.keyArn, textWith);
      }
    },
    publicKey: async (keyId) => {
      const named = (record: KeyRingRecord) =>
        acceptedKeys(record).find((arn) => keyIdOf(arn) === keyId);
      const keyArn = named(await read()) ?? named(await read(LOOK_AGAIN_MILLISECONDS));
      return keyArn === undefined ? undefined : publicKey(keyArn);
    },
    notedAt: async () => {
      const { noted } = await read();
      return noted === undefined ? undefined : Date.parse(noted);
    },
    published: async () => (await accepted()).map(jwkOf),
  };
}

function jwkOf({ keyArn, key }: PublicKey): TokenKey {
  const { x, y } = v.parse(pointSchema, key.export({ format: 'jwk' }));
  return { kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', kid: keyIdOf(keyArn) };
}

async function signWith(kms: Kms, keyArn: string, textWith: (keyId: string) => string) {
  const text = textWith(keyIdOf(keyArn));
  return { text, signature: Buffer.from(await signWithKms(kms, keyArn, Buffer.from(text))) };
}
