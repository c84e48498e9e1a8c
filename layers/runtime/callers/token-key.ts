/**
 * The KMS keys that sign tokens: their private halves stay there, their public halves are read once.
 * The table says which of them signs and which are believed, and never what they are: whoever could
 * write a public key there could sign tokens (decision: token-keys-are-rotated).
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { SignCommand } from '@aws-sdk/client-kms';
import { derToRaw } from '@billhook/core/ecdsa-signature';
import type { TokenKey } from '@billhook/core/schemas/token';
import {
  acceptedKeys,
  firstTokenKeys,
  KEYS_KNOWN_MILLISECONDS,
  type TokenKeysRecord,
  tokenKeyIdOf,
} from '@billhook/core/token-keys/rotation';
import * as v from 'valibot';
import { environment } from '../aws/environment.ts';
import { kmsClient } from '../aws/kms.ts';
import { isNamed, type Kms, readPublicKey } from '../aws/kms-keys.ts';
import { logWarning } from '../aws/logger.ts';
import { tokenKeyStore } from '../stores/token-key-store.ts';
import type { Outside } from '../table/outside.ts';

const pointSchema = v.object({ x: v.string(), y: v.string() });

/** What an unknown key in a token may make a process read, at most: forged tokens are many. */
const LOOK_AGAIN_MILLISECONDS = 1_000;

/** What KMS says of a key that nobody may sign with any more. */
const ENDED = ['DisabledException', 'KMSInvalidStateException', 'AccessDeniedException'];
/** What it says of one that is too new to be known everywhere. */
const TOO_NEW = ['NotFoundException', 'AccessDeniedException'];

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

type Known = { readonly at: number; readonly record: Promise<TokenKeysRecord> };

export function openTokenKey({
  table,
  clock,
  aws: { kms } = {},
}: Pick<Outside, 'table' | 'clock'> & Partial<Pick<Outside, 'aws'>>): SigningKey {
  const client = () => kms ?? kmsClient();
  const store = tokenKeyStore(table);
  let known: Known | undefined;
  const read = (age: number) => {
    const now = clock();
    if (known && now - known.at < age) return known.record;
    const record = store.find().then((found) => found ?? templateKey(now));
    const begun: Known = { at: now, record };
    known = begun;
    record.catch(() => {
      if (known === begun) known = undefined;
    });
    return record;
  };
  const keyOf = keptPublicKeys(client);
  return {
    sign: async (textWith) => {
      const { signing } = await read(KEYS_KNOWN_MILLISECONDS);
      try {
        return await signWith(client(), signing.keyArn, textWith);
      } catch (error) {
        if (!isNamed(error, ...ENDED)) throw error;
        // Replaced in an emergency a moment ago.
        const latest = await read(0);
        if (latest.signing.keyArn === signing.keyArn) throw error;
        return signWith(client(), latest.signing.keyArn, textWith);
      }
    },
    publicKey: async (keyId) => {
      const named = (record: TokenKeysRecord) =>
        acceptedKeys(record).find((arn) => tokenKeyIdOf(arn) === keyId);
      const keyArn =
        named(await read(KEYS_KNOWN_MILLISECONDS)) ?? named(await read(LOOK_AGAIN_MILLISECONDS));
      return keyArn === undefined ? undefined : keyOf(keyArn);
    },
    notedAt: async () => {
      const { noted } = await read(KEYS_KNOWN_MILLISECONDS);
      return noted === undefined ? undefined : Date.parse(noted);
    },
    published: async () => publishedKeys(await read(KEYS_KNOWN_MILLISECONDS), keyOf),
  };
}

/** As long as nothing is written down. */
function templateKey(now: number): TokenKeysRecord {
  return { ...firstTokenKeys(environment('TOKEN_KEY_ARN'), now), noted: undefined };
}

type KeyOf = (keyArn: string) => Promise<KeyObject>;

/** Asked for once a process: the key of an ARN never changes. */
function keptPublicKeys(client: () => Kms): KeyOf {
  const kept = new Map<string, Promise<KeyObject>>();
  return (keyArn) => {
    const found = kept.get(keyArn);
    if (found) return found;
    const asked = fetchPublicKey(client(), keyArn);
    kept.set(keyArn, asked);
    asked.catch(() => kept.delete(keyArn));
    return asked;
  };
}

async function fetchPublicKey(kms: Kms, keyArn: string): Promise<KeyObject> {
  const key = Buffer.from(await readPublicKey(kms, keyArn));
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

async function publishedKeys(record: TokenKeysRecord, keyOf: KeyOf): Promise<TokenKey[]> {
  const keys = await Promise.all(
    acceptedKeys(record).map(async (keyArn) => {
      try {
        return jwkOf(keyArn, await keyOf(keyArn));
      } catch (error) {
        // It signs days later, and KMS lets roles use a key minutes after it was made.
        if (keyArn !== record.next?.keyArn || !isNamed(error, ...TOO_NEW)) throw error;
        logWarning('A new token key is not known yet', { keyId: tokenKeyIdOf(keyArn) });
        return undefined;
      }
    }),
  );
  return keys.flatMap((key) => key ?? []);
}

function jwkOf(keyArn: string, key: KeyObject): TokenKey {
  const { x, y } = v.parse(pointSchema, key.export({ format: 'jwk' }));
  return { kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', kid: tokenKeyIdOf(keyArn) };
}

async function signWith(kms: Kms, keyArn: string, textWith: (keyId: string) => string) {
  const text = textWith(tokenKeyIdOf(keyArn));
  const { Signature } = await kms.send(
    new SignCommand({
      KeyId: keyArn,
      Message: Buffer.from(text),
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  );
  if (!Signature) throw new Error('KMS returned no signature');
  return { text, signature: Buffer.from(derToRaw(Signature)) };
}
