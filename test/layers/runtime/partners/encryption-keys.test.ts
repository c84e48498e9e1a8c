import { generateKeyPairSync, randomUUID, X509Certificate } from 'node:crypto';
import { rootKey } from '@billhook/core/base/table-keys';
import { newPartner, type PartnerRecord } from '@billhook/core/partner/partner';
import {
  deleteEncryptionKey,
  finishKmsWork,
  makeEncryptionKey,
} from '@billhook/runtime/partners/encryption-keys';
import { openEncryptionKms } from '@billhook/runtime/partners/encryption-kms';
import { jwkOf, pemOf, publishedJwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { isOutage, waitAfter } from '@billhook/runtime/serve/outage';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';

const partnerId = 'ptn_00000000000000000000';
const actor = { kind: 'api-key', id: 'key_a' } as const;
const NOW = Date.parse('2026-11-21T23:59:00Z');
const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;

type KmsKey = { readonly tags: Record<string, string>; deleted: boolean };
let keys: Map<string, KmsKey>;
let table: MemoryTable;
/** Commands that fail from now on, by name, with an error of this name. */
let failing: Record<string, string>;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  keys = new Map([['arn:ours', { tags: {}, deleted: false }]]);
  failing = {};
  table = memoryTable();
  const now = new Date(NOW).toISOString();
  await table.write([partnerStore(table).save(newPartner({ partnerId, name: 'A', now }))]);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

type Command = { readonly constructor: { readonly name: string }; readonly input: Input };

type Input = {
  readonly KeyId: string;
  readonly Tags: { TagKey: string; TagValue: string }[];
  readonly PendingWindowInDays: number;
  readonly KeySpec: string;
  readonly KeyUsage: string;
};

const answers = {
  CreateKeyCommand: ({ Tags, KeySpec, KeyUsage }: Input) => {
    expect([KeySpec, KeyUsage]).toEqual(['RSA_2048', 'ENCRYPT_DECRYPT']);
    const Arn = `arn:${randomUUID()}`;
    const tags = Object.fromEntries(Tags.map(({ TagKey, TagValue }) => [TagKey, TagValue]));
    keys.set(Arn, { tags, deleted: false });
    return { KeyMetadata: { Arn } };
  },
  GetPublicKeyCommand: () => ({ PublicKey: publicKey.export({ format: 'der', type: 'spki' }) }),
  ScheduleKeyDeletionCommand: ({ KeyId, PendingWindowInDays }: Input) => {
    const key = keys.get(KeyId);
    expect(PendingWindowInDays).toBe(7);
    if (!key || key.deleted) {
      throw Object.assign(new Error('of KMS'), { name: 'KMSInvalidStateException' });
    }
    key.deleted = true;
    return {};
  },
  ListKeysCommand: () => ({ Keys: [...keys.keys()].map((KeyArn) => ({ KeyArn })) }),
  ListResourceTagsCommand: ({ KeyId }: Input) => {
    if (KeyId === 'arn:ours') {
      throw Object.assign(new Error('of KMS'), { name: 'AccessDeniedException' });
    }
    const tags = Object.entries(keys.get(KeyId)?.tags ?? {});
    return { Tags: tags.map(([TagKey, TagValue]) => ({ TagKey, TagValue })) };
  },
};

const send = async (command: Command) => {
  const { name } = command.constructor;
  if (failing[name]) throw Object.assign(new Error('of KMS'), { name: failing[name] });
  const answer = answers[name as keyof typeof answers];
  if (!answer) throw new Error(`No answer for ${name}`);
  return answer(command.input);
};
const kms = openEncryptionKms({ kms: { send } as never });

const change = (now = NOW) => ({ partnerId, actor, now });
const make = (now?: number) => makeEncryptionKey({ table, kms }, change(now));
const partner = () => table.get<PartnerRecord>(rootKey(partnerId));
const made = async () => {
  const key = await make();
  if ('failure' in key) throw new Error(key.failure);
  return key;
};
/** KMS keys of partners that still are to be paid for. */
const kept = () => [...keys].filter(([arn, { deleted }]) => arn !== 'arn:ours' && !deleted).length;
const leftBehind = () =>
  [...table.items.values()].filter(({ dueKind }) => dueKind === 'encryption-key');
const audited = () => [...table.items.values()].map(({ action }) => action);

/** The process dies as it is about to make this write, counted from now. */
function dieBeforeWrite(count: number): void {
  const { write } = table;
  let left = count;
  vi.spyOn(table, 'write').mockImplementation((writes) => {
    left -= 1;
    if (left === 0) throw new Error('The process died');
    return write(writes);
  });
}

describe('making a key', () => {
  test('keeps it in the record with an entry of who made it, and leaves nothing behind', async () => {
    const key = await made();
    expect((await partner())?.encryptionKeys).toEqual([key]);
    expect(audited()).toContain('encryption-key-created');
    expect(leftBehind()).toEqual([]);
    expect(keys.get(key.kmsKeyArn)?.tags).toEqual({
      'billhook:use': 'payload-encryption',
      'billhook:stage': 'sandbox',
      'billhook:partner': partnerId,
      'billhook:key': key.keyId,
    });
  });

  test('shows the public half, and nothing else', async () => {
    const key = await made();
    const { n, e } = publicKey.export({ format: 'jwk' });
    expect(jwkOf(key)).toEqual({ kty: 'RSA', n, e, use: 'enc', kid: key.keyId });
    const { x5c, ...jwk } = publishedJwkOf(key);
    expect(jwk).toEqual(jwkOf(key));
    const [certificate] = x5c.map((one) => new X509Certificate(Buffer.from(one, 'base64')));
    expect(certificate?.publicKey.equals(publicKey)).toBe(true);
    expect(pemOf(key)).toBe(publicKey.export({ format: 'pem', type: 'spki' }));
  });

  test('is refused beside two live keys, before KMS is asked', async () => {
    await made();
    await made();
    expect(await make()).toEqual({ failure: 'key_limit_reached' });
    expect(keys.size).toBe(3);
  });

  test('works ten times in a day, and again on the next', async () => {
    for (let count = 1; count <= 10; count += 1) {
      const { keyId } = await made();
      await deleteEncryptionKey({ table, kms }, { ...change(), keyId });
    }
    expect(await make()).toEqual({ failure: 'daily_key_limit_reached' });
    expect(await make(NOW + 59_999)).toEqual({ failure: 'daily_key_limit_reached' });
    expect(await make(NOW + 60_000)).toHaveProperty('keyId');
    expect(kept()).toBe(1);
  });

  test('of two at once beside a live key, only one is kept, and the other’s KMS key goes', async () => {
    await made();
    const both = await Promise.all([make(), make()]);
    expect(both.filter((one) => 'failure' in one)).toEqual([{ failure: 'key_limit_reached' }]);
    expect((await partner())?.encryptionKeys).toHaveLength(2);
    expect(kept()).toBe(2);
    expect(leftBehind()).toEqual([]);
  });

  test.each(['NotFoundException', 'AccessDeniedException'])(
    'waits for a new key that shows up late: %s',
    async (name) => {
      failing = { GetPublicKeyCommand: name };
      setTimeout(() => {
        failing = {};
      }, 250);
      expect(await make()).toHaveProperty('keyId');
    },
  );

  test.each(['NotFoundException', 'AccessDeniedException'])(
    'of a new key that does not show up is an outage, which says how long to wait: %s',
    async (name) => {
      failing = { GetPublicKeyCommand: name };
      const error: unknown = await make().catch((thrown: unknown) => thrown);
      expect(isOutage(error)).toBe(true);
      expect(waitAfter(error)).toBe(30);
    },
  );

  test.each<[string, () => void]>([
    ['between the key and its record', () => dieBeforeWrite(2)],
    [
      'between the key and its public half',
      () => {
        failing = { GetPublicKeyCommand: 'KMSInternalException' };
      },
    ],
  ])('that was interrupted %s is cleaned up by the sweep', async (_, interrupt) => {
    interrupt();
    await expect(make()).rejects.toThrow();
    failing = {};
    expect(kept()).toBe(1);
    const [work] = leftBehind();
    expect(work).toMatchObject({ partnerId, dueAt: '2026-11-22T00:14:00.000Z' });
    await finishKmsWork({ table, kms }, String(work?.keyId));
    expect(kept()).toBe(0);
    expect(leftBehind()).toEqual([]);
    expect((await partner())?.encryptionKeys ?? []).toEqual([]);
    expect(await make()).toHaveProperty('keyId');
  });

  test('that KMS refused leaves nothing to find, and the sweep goes on', async () => {
    failing = { CreateKeyCommand: 'LimitExceededException' };
    await expect(make()).rejects.toThrow();
    await finishKmsWork({ table, kms }, String(leftBehind()[0]?.keyId));
    expect(leftBehind()).toEqual([]);
    expect(kept()).toBe(0);
  });
});

describe('deleting a key', () => {
  test('takes it from the record, schedules its end at KMS and says who did it', async () => {
    const { keyId } = await made();
    expect(await deleteEncryptionKey({ table, kms }, { ...change(), keyId })).toMatchObject({
      keyId,
    });
    expect((await partner())?.encryptionKeys).toEqual([]);
    expect(audited()).toContain('encryption-key-deleted');
    expect([kept(), leftBehind()]).toEqual([0, []]);
  });

  test('that is unknown or gone is refused', async () => {
    const { keyId } = await made();
    await deleteEncryptionKey({ table, kms }, { ...change(), keyId });
    expect(await deleteEncryptionKey({ table, kms }, { ...change(), keyId })).toEqual({
      failure: 'encryption_key_not_found',
    });
  });

  test('that was just made is left to the sweep while KMS may not delete it', async () => {
    const { keyId } = await made();
    failing = { ScheduleKeyDeletionCommand: 'AccessDeniedException' };
    expect(await deleteEncryptionKey({ table, kms }, { ...change(), keyId })).toMatchObject({
      keyId,
    });
    expect(leftBehind()).toMatchObject([{ keyId }]);
    await expect(finishKmsWork({ table, kms }, keyId)).rejects.toThrow();
    expect(leftBehind()).toMatchObject([{ keyId }]);
    failing = {};
    await finishKmsWork({ table, kms }, keyId);
    expect([kept(), leftBehind()]).toEqual([0, []]);
  });

  test('counts at once, and is finished by the sweep when KMS was away', async () => {
    const { keyId } = await made();
    failing = { ScheduleKeyDeletionCommand: 'KMSInternalException' };
    await expect(deleteEncryptionKey({ table, kms }, { ...change(), keyId })).rejects.toThrow();
    expect((await partner())?.encryptionKeys).toEqual([]);
    await expect(finishKmsWork({ table, kms }, keyId)).rejects.toThrow();
    failing = {};
    await finishKmsWork({ table, kms }, keyId);
    await finishKmsWork({ table, kms }, keyId);
    expect([kept(), leftBehind()]).toEqual([0, []]);
  });
});

test('the sweep leaves a key alone that its partner’s record names', async () => {
  const { keyId } = await made();
  await table.write([{ put: { ...rootKey(keyId), keyId, partnerId } }]);
  await finishKmsWork({ table, kms }, keyId);
  expect(kept()).toBe(1);
});
