import { rootKey } from '@billhook/core/base/table-keys';
import { newPartner, type PartnerRecord } from '@billhook/core/partner/partner';
import {
  apiKeyRecord,
  newApiKey,
  refreshHash,
  verifyApiKey,
} from '@billhook/runtime/callers/api-keys';
import { openPeppers, type Peppers } from '@billhook/runtime/callers/pepper';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';
import { type FakeSecrets, fakeSecrets } from '../../../support/secrets.ts';

const partnerId = 'ptn_00000000000000000000';
const secretArn = 'arn:pepper';
let manager: FakeSecrets;
let peppers: Peppers;

beforeEach(() => {
  vi.stubEnv('PEPPER_SECRET_ARN', secretArn);
  vi.stubEnv('STAGE', 'sandbox');
  manager = fakeSecrets({ [secretArn]: JSON.stringify({ version: 1, pepper: 'p'.repeat(64) }) });
  peppers = openPeppers({ aws: { secrets: manager.secrets } });
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const secret = () => JSON.parse(manager.texts.get(secretArn) ?? '');

async function partnerWithKey() {
  const apiKey = newApiKey(partnerId);
  const record = await apiKeyRecord(peppers, apiKey, '');
  const partner = newPartner({ partnerId, name: 'A', now: '', apiKeys: [record] });
  return { apiKey, record, partner };
}

describe('A key', () => {
  test('is kept as a hash only, which tells it from any other', async () => {
    const { apiKey, record, partner } = await partnerWithKey();
    expect(JSON.stringify(record)).not.toContain(apiKey.split('_')[3]);
    expect(await verifyApiKey(peppers, partner, apiKey, NOW)).toBe(record);
    const last = apiKey.endsWith('a') ? 'b' : 'a';
    expect(await verifyApiKey(peppers, partner, apiKey.slice(0, -1) + last, NOW)).toBeUndefined();
  });
});

describe('After a rotation', () => {
  test('a key of the pepper before is verified, and after two it is not', async () => {
    const { apiKey, partner } = await partnerWithKey();
    await peppers.rotate(NOW);
    expect(await verifyApiKey(peppers, partner, apiKey, NOW)).toBeDefined();
    await peppers.rotate(NOW);
    expect(await verifyApiKey(peppers, partner, apiKey, NOW)).toBeUndefined();
  });

  test('the secret holds the newest and the one before, and no more', async () => {
    await peppers.rotate(NOW);
    await peppers.rotate(NOW);
    expect(secret()).toEqual({
      version: 3,
      pepper: expect.stringMatching(/^[0-9A-Za-z]{64}$/),
      previous: { version: 2, pepper: expect.stringMatching(/^[0-9A-Za-z]{64}$/) },
      made: new Date(NOW).toISOString(),
    });
  });

  test('a process that knows the pepper before reads the secret again for a newer key', async () => {
    const { apiKey, partner, record } = await partnerWithKey();
    const newest = { version: 2, pepper: 'q'.repeat(64) };
    const { createHmac } = await import('node:crypto');
    const hash = createHmac('sha256', newest.pepper).update(apiKey).digest();
    const newer: PartnerRecord = { ...partner, apiKeys: [{ ...record, hash, pepperVersion: 2 }] };
    manager.texts.set(secretArn, JSON.stringify({ ...newest, previous: secret() }));
    expect(manager.reads).toHaveLength(1);
    expect(await verifyApiKey(peppers, newer, apiKey, NOW)).toBeDefined();
    expect(manager.reads).toHaveLength(2);
    await verifyApiKey(peppers, newer, apiKey, NOW);
    expect(manager.reads).toHaveLength(2);
  });
});

describe('A used key', () => {
  async function usedKey() {
    const { apiKey, record, partner } = await partnerWithKey();
    const table = memoryTable();
    await table.write([{ put: { ...rootKey(partnerId), ...partner } }]);
    const stored = () => table.get<PartnerRecord>(rootKey(partnerId));
    return { apiKey, record, partner, table, stored };
  }

  test('is hashed anew with the newest pepper, once', async () => {
    const { apiKey, record, partner, table, stored } = await usedKey();
    await refreshHash({ table, peppers }, partner, record, apiKey);
    expect((await stored())?.version).toBe(1);
    await peppers.rotate(NOW);
    await refreshHash({ table, peppers }, partner, record, apiKey);
    const after = (await stored()) as PartnerRecord;
    expect(after).toMatchObject({ version: 2, name: 'A', apiKeys: [{ pepperVersion: 2 }] });
    expect(await verifyApiKey(peppers, after, apiKey, NOW)).toBeDefined();
    await peppers.rotate(NOW);
    expect(await verifyApiKey(peppers, after, apiKey, NOW)).toBeDefined();
  });

  test('whose partner was changed meanwhile is left as it is', async () => {
    const { apiKey, record, partner, table, stored } = await usedKey();
    await peppers.rotate(NOW);
    await table.write([{ update: rootKey(partnerId), set: { version: 5 } }]);
    await refreshHash({ table, peppers }, partner, record, apiKey);
    expect(await stored()).toMatchObject({ version: 5, apiKeys: [{ pepperVersion: 1 }] });
  });

  test('does not fail when it cannot be written', async () => {
    const { apiKey, record, partner, table } = await usedKey();
    await peppers.rotate(NOW);
    table.write = () => Promise.reject(new Error('away'));
    await expect(refreshHash({ table, peppers }, partner, record, apiKey)).resolves.toBeUndefined();
  });
});
