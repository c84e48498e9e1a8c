import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { partnerEntryKey, rootKey } from '@billhook/core/table-keys';
import { listAudit } from '@billhook/runtime/partners/audit';
import { seedFirstPartner } from '@billhook/runtime/partners/first-partner';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Table } from '@billhook/runtime/table/types';
import { beforeEach, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';

const secrets = new Map<string, string>();

beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('PEPPER_SECRET_ARN', 'arn:pepper');
  secrets.set('arn:pepper', JSON.stringify({ version: 1, pepper: 'p'.repeat(64) }));
  secrets.set('arn:first', JSON.stringify({ partnerId: '', apiKey: '' }));
  vi.spyOn(SecretsManagerClient.prototype, 'send').mockImplementation((async (command: {
    input: { SecretId: string; SecretString?: string };
  }) => {
    const { SecretId, SecretString } = command.input;
    if (SecretString) secrets.set(SecretId, SecretString);
    return { SecretString: secrets.get(SecretId) };
  }) as never);
});

async function listedIn(table: Table): Promise<string[]> {
  const ids: string[] = [];
  for await (const partnerId of partnerStore(table).listIds()) ids.push(partnerId);
  return ids;
}

test('The first partner is made once, listed, and its making recorded', async () => {
  const table = memoryTable();
  const partnerId = await seedFirstPartner(table, 'arn:first', NOW);
  expect(await seedFirstPartner(table, 'arn:first', NOW + 1)).toBe(partnerId);
  expect(await listedIn(table)).toEqual([partnerId]);
  expect(await listAudit(table, partnerId)).toMatchObject([{ action: 'partner-created' }]);
});

test('A first partner of an earlier version is added to the list, and left as it is', async () => {
  const table = memoryTable();
  const partnerId = await seedFirstPartner(table, 'arn:first', NOW);
  const { pk, sk } = partnerEntryKey(partnerId);
  await table.write([
    { delete: { pk, sk } },
    { update: rootKey(partnerId), set: { name: 'Renamed' } },
  ]);
  await seedFirstPartner(table, 'arn:first', NOW);
  expect(await listedIn(table)).toEqual([partnerId]);
  expect((await partnerStore(table).get(partnerId)).name).toBe('Renamed');
});
