/** A key a client: what is sealed of a client opens with its key alone, and nowhere once that is gone. */

import { randomBytes } from 'node:crypto';
import { newRootId } from '@billhook/core/base/ids';
import { dropClientKey, openClientKeys } from '@billhook/runtime/aws/client-keys';
import type { AwsClients } from '@billhook/runtime/aws/clients';
import { openVault } from '@billhook/runtime/aws/vault';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApartTables, apartNames, apartTables } from '../../../support/apart-tables.ts';
import { type FakeKms, fakeKms } from '../../../support/kms.ts';

const clientId = newRootId('cl', randomBytes);
const context = { clientId, recordId: 'pm_a' };
const fields = { cardNumber: '4111111111111111', cardCode: '123' };

let tables: ApartTables;
let kms: FakeKms;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  for (const [name, value] of Object.entries(apartNames)) vi.stubEnv(name, value);
  tables = apartTables();
  kms = fakeKms();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Another process has opened nothing yet. */
const process = (): AwsClients => ({ kms: kms.kms, dynamo: tables.dynamo });
const keyItem = () => tables.items.get(`client-keys ${clientId} `);
/** As the release before sealed it. */
const sealedBefore = async () => {
  vi.stubEnv('CLIENT_KEYS_TABLE', undefined);
  const sealed = await openVault(process()).seal(context, fields);
  vi.stubEnv('CLIENT_KEYS_TABLE', apartNames.CLIENT_KEYS_TABLE);
  return sealed;
};

describe('What is sealed of a client', () => {
  test('names its key, and opens in another process', async () => {
    const sealed = await openVault(process()).seal(context, fields);
    expect(sealed.clientKey).toBe(keyItem()?.keyId);
    expect(await openVault(process()).open(context, sealed)).toEqual(fields);
  });

  test('opens nowhere once the key is gone, though the record is restored', async () => {
    const restored = structuredClone(await openVault(process()).seal(context, fields));
    await dropClientKey(process(), clientId);
    const { open } = openVault(process());
    await expect(open(context, restored)).rejects.toThrow("client's key is gone");
  });

  test('opens nowhere with a key that was made after it was gone', async () => {
    const sealed = await openVault(process()).seal(context, fields);
    await dropClientKey(process(), clientId);
    const late = openVault(process());
    await late.seal(context, fields);
    await expect(late.open(context, sealed)).rejects.toThrow("client's key is gone");
  });

  test('does not open with the data key of its record alone', async () => {
    const { clientKey: _mixed, ...sealed } = await openVault(process()).seal(context, fields);
    await expect(openVault(process()).open(context, sealed)).rejects.toThrow();
  });

  test('has one key, even when two make it at once', async () => {
    const [one, other] = await Promise.all([
      openVault(process()).seal(context, fields),
      openVault(process()).seal({ ...context, recordId: 'pm_b' }, fields),
    ]);
    expect(one.clientKey).toBe(other.clientKey);
    expect(await openVault(process()).open(context, one)).toEqual(fields);
  });

  test('is kept with no more than its own bytes, and nothing stays where KMS wrote it', async () => {
    const pool = new Uint8Array(65_536);
    const inPool: Uint8Array[] = [];
    const send = kms.kms.send.bind(kms.kms) as (
      command: never,
    ) => Promise<{ Plaintext?: Uint8Array }>;
    vi.spyOn(kms.kms, 'send').mockImplementation((async (command: never) => {
      const answer = await send(command);
      if (!answer.Plaintext) return answer;
      const at = inPool.length * 32;
      pool.set(answer.Plaintext, at);
      inPool.push(pool.subarray(at, at + 32));
      return { ...answer, Plaintext: inPool.at(-1) };
    }) as never);
    const keys = openClientKeys(process());
    const made = await keys?.take(clientId);
    const opened = await openClientKeys(process())?.take(clientId);
    expect(opened).toEqual(made);
    expect([made?.key.buffer.byteLength, opened?.key.buffer.byteLength]).toEqual([32, 32]);
    expect(made?.key.some((byte) => byte !== 0)).toBe(true);
    expect(pool.every((byte) => byte === 0)).toBe(true);
  });

  test('is not sealed with the key of another client', async () => {
    const another = { ...context, clientId: newRootId('cl', randomBytes) };
    const [one, other] = [
      await openVault(process()).seal(context, fields),
      await openVault(process()).seal(another, fields),
    ];
    expect(one.clientKey).not.toBe(other.clientKey);
    await expect(openVault(process()).open(another, one)).rejects.toThrow();
  });
});

describe('The key in the table', () => {
  test('is wrapped: nothing of it stands there in clear', async () => {
    const aws = process();
    await openVault(aws).seal(context, fields);
    expect(keyItem()).toEqual({
      pk: clientId,
      keyId: expect.stringMatching(/^[\w-]{12}$/),
      wrapped: expect.any(Uint8Array),
    });
    expect(kms.calls.filter((name) => name === 'GenerateDataKeyCommand')).toHaveLength(2);
  });

  test('is fetched once for all that a process does with a client within a minute', async () => {
    const aws = process();
    const first = await openVault(aws).seal(context, fields);
    kms.calls.length = 0;
    tables.calls.length = 0;
    const vault = openVault(aws);
    await vault.seal({ ...context, recordId: 'pm_b' }, fields);
    await vault.open(context, first);
    expect(kms.calls).toEqual(['GenerateDataKeyCommand', 'DecryptCommand']);
    expect(tables.calls).toEqual([]);
  });

  test('is fetched again after a minute: an erased client’s is gone from every process', async () => {
    const aws = process();
    const sealed = await openVault(aws).seal(context, fields);
    tables.items.clear();
    expect(await openVault(aws).open(context, sealed)).toEqual(fields);
    vi.advanceTimersByTime(60_001);
    await expect(openVault(aws).open(context, sealed)).rejects.toThrow("client's key is gone");
  });

  test('that could not be fetched is fetched by whoever asks next', async () => {
    const aws = process();
    const sealed = await openVault(process()).seal(context, fields);
    const { send } = tables.dynamo as unknown as { send: (command: unknown) => Promise<object> };
    const failing = vi.fn().mockRejectedValueOnce(new Error('throttled')).mockImplementation(send);
    const broken = { ...aws, dynamo: { send: failing } as never };
    const { open } = openVault(broken);
    await expect(open(context, sealed)).rejects.toThrow('throttled');
    expect(await open(context, sealed)).toEqual(fields);
  });
});

describe('What is older than clients’ keys', () => {
  test('opens', async () => {
    const sealed = await sealedBefore();
    expect(sealed).not.toHaveProperty('clientKey');
    expect(await openVault(process()).open(context, sealed)).toEqual(fields);
  });

  test('is sealed anew once, and opens nowhere once the key is gone', async () => {
    const vault = openVault(process());
    const anew = await vault.sealAnew(context, await sealedBefore());
    expect(anew.clientKey).toBe(keyItem()?.keyId);
    expect(await vault.sealAnew(context, anew)).toBe(anew);
    expect(await vault.open(context, anew)).toEqual(fields);
    await dropClientKey(process(), clientId);
    await expect(openVault(process()).open(context, anew)).rejects.toThrow();
  });

  test('is sealed anew when a field is added', async () => {
    const vault = openVault(process());
    const more = await vault.sealMore(context, await sealedBefore(), { zipcode: '94107' });
    expect(more.clientKey).toBe(keyItem()?.keyId);
    expect(await vault.open(context, more)).toEqual({ ...fields, zipcode: '94107' });
  });
});

test.each([
  ['a partner', { clientId: newRootId('ptn', randomBytes), recordId: 'signing' }],
  ['a kept answer', { ...context, purpose: 'answer' as const }],
])('What is sealed of %s has no client’s key', async (_, given) => {
  const sealed = await openVault(process()).seal(given, fields);
  expect(sealed).not.toHaveProperty('clientKey');
  expect(tables.items.size).toBe(0);
  expect(await openVault(process()).open(given, sealed)).toEqual(fields);
});
