import { createHash, randomBytes } from 'node:crypto';
import { newRootId } from '@billhook/core/base/ids';
import { clientKey, identifierKey } from '@billhook/core/base/table-keys';
import type { ClientRecord } from '@billhook/core/client/client';
import { openVault } from '@billhook/runtime/aws/vault';
import { metaSealer } from '@billhook/runtime/stores/client-meta';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { memoryTable } from '../../../support/memory-table.ts';

const meta = { firstName: 'Ada', email: 'ada@mail.example', zipcode: '10001' };
const given = { identifier: 'user-1', meta };
const partnerId = 'ptn_1';

beforeEach(() => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  return () => vi.unstubAllEnvs();
});

function open() {
  const { kms, calls } = fakeKms();
  const vault = openVault({ kms });
  const table = memoryTable();
  const at = { now: 1_800_000_000_000, random: randomBytes, sealMeta: metaSealer(vault) };
  const stored = (clientId: string) => table.get<ClientRecord>(clientKey(clientId));
  const opened = async (clientId: string) => {
    const { sealedMeta } = (await stored(clientId)) ?? {};
    return sealedMeta && (await vault.open({ clientId, recordId: clientId }, sealedMeta));
  };
  return { table, calls, clients: clientStore(table), at, stored, opened };
}

/** A client as release 0.1.0 wrote it. */
async function putOld({ table }: ReturnType<typeof open>, _id: string, of: object): Promise<void> {
  const digest = createHash('sha256').update(given.identifier).digest('base64url');
  const record = { _id, partnerId, identifier: given.identifier, meta: of, tokenVersion: 3 };
  await table.write([
    { put: { ...identifierKey(partnerId, digest), clientId: _id, partnerId } },
    { put: { ...clientKey(_id), ...record, tokenGeneration: 2, created: '2026-11-22T00:00:00Z' } },
  ]);
}

describe('what a partner says of its user', () => {
  test('is sealed when the client is made, and stands nowhere in clear', async () => {
    const service = open();
    const { _id } = await service.clients.findOrCreate(partnerId, given, service.at);
    expect(JSON.stringify([...service.table.items.values()])).not.toContain('Ada');
    expect(await service.opened(_id)).toEqual(meta);
  });

  test('costs no call of KMS where nothing was said, and none for a client that is there', async () => {
    const service = open();
    await service.clients.findOrCreate(partnerId, { identifier: 'a', meta: {} }, service.at);
    await service.clients.findOrCreate(partnerId, { identifier: 'b' }, service.at);
    expect(service.calls).toEqual([]);
    await service.clients.findOrCreate(partnerId, given, service.at);
    await service.clients.findOrCreate(partnerId, given, service.at);
    expect(service.calls).toEqual(['GenerateDataKeyCommand']);
  });

  test('of release 0.1.0 is sealed when its client is next saved, and nothing else changes', async () => {
    const service = open();
    const clientId = newRootId('cl', randomBytes);
    await putOld(service, clientId, meta);
    const old = await service.stored(clientId);
    const found = await service.clients.findOrCreate(partnerId, given, service.at);
    expect(found._id).toBe(clientId);
    expect(await service.opened(clientId)).toEqual(meta);
    const { meta: clear, sealedMeta, ...rest } = (await service.stored(clientId)) as ClientRecord;
    expect(clear).toBeUndefined();
    expect({ ...rest, meta }).toEqual(old);
  });

  test('is not kept in clear by whoever may not seal', async () => {
    const service = open();
    const { sealMeta: _none, ...at } = service.at;
    await expect(service.clients.findOrCreate(partnerId, given, at)).rejects.toThrow(/seals/);
    expect(service.table.items.size).toBe(0);
  });
});
