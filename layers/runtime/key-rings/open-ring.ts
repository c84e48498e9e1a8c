/**
 * The keys of a ring as a function uses them: their private halves stay at KMS, their public halves are
 * read once. The table says which of them count, and never what they are: whoever could write a public
 * key there could sign in our name (decision: token-keys-are-rotated).
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { KeyRing } from '@billhook/core/key-rings/rings';
import {
  acceptedKeys,
  firstKeys,
  KEYS_KNOWN_MILLISECONDS,
  type KeyRingRecord,
  keyIdOf,
} from '@billhook/core/key-rings/rotation';
import { kmsClient } from '../aws/kms.ts';
import { isNamed, type Kms, readPublicKey } from '../aws/kms-keys.ts';
import { logWarning } from '../aws/logger.ts';
import { keyRingStore } from '../stores/key-ring-store.ts';
import type { Outside } from '../table/outside.ts';
import { templateKeyOf } from './template-key.ts';

/** What KMS says of a key that is too new to be known everywhere. */
const TOO_NEW = ['NotFoundException', 'AccessDeniedException'];

export type PublicKey = { readonly keyArn: string; readonly key: KeyObject };

export type OpenRing = {
  readonly kms: () => Kms;
  /** @param age milliseconds: what was read earlier is read again. */
  readonly read: (age?: number) => Promise<KeyRingRecord>;
  readonly publicKey: (keyArn: string) => Promise<KeyObject>;
  /** The keys that are believed, the current one first. */
  readonly accepted: () => Promise<readonly PublicKey[]>;
};

type Known = { readonly at: number; readonly record: Promise<KeyRingRecord> };

export function openRing(
  ring: KeyRing,
  {
    table,
    clock,
    aws: { kms } = {},
  }: Pick<Outside, 'table' | 'clock'> & Partial<Pick<Outside, 'aws'>>,
): OpenRing {
  const client = () => kms ?? kmsClient();
  const store = keyRingStore(table, ring);
  let known: Known | undefined;
  const read = (age = KEYS_KNOWN_MILLISECONDS) => {
    const now = clock();
    if (known && now - known.at < age) return known.record;
    const record = store.find().then((found) => found ?? templateKey(ring, now));
    const begun: Known = { at: now, record };
    known = begun;
    record.catch(() => {
      if (known === begun) known = undefined;
    });
    return record;
  };
  const publicKey = keptPublicKeys(client);
  const accepted = async () => publicKeys(await read(), publicKey);
  return { kms: client, read, publicKey, accepted };
}

/** As long as nothing is written down. */
function templateKey(ring: KeyRing, now: number): KeyRingRecord {
  return { ...firstKeys(templateKeyOf(ring), now), noted: undefined };
}

type KeyOf = OpenRing['publicKey'];

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

async function publicKeys(record: KeyRingRecord, keyOf: KeyOf): Promise<readonly PublicKey[]> {
  const keys = await Promise.all(
    acceptedKeys(record).map(async (keyArn) => {
      try {
        return { keyArn, key: await keyOf(keyArn) };
      } catch (error) {
        // It is used days later, and KMS lets roles use a key minutes after it was made.
        if (keyArn !== record.next?.keyArn || !isNamed(error, ...TOO_NEW)) throw error;
        logWarning('A new key is not known yet', { keyId: keyIdOf(keyArn) });
        return undefined;
      }
    }),
  );
  return keys.flatMap((key) => key ?? []);
}
