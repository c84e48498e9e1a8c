import { partnerEntryKey, rootKey } from '@billhook/core/base/table-keys';
import { openSecrets } from '@billhook/runtime/aws/secrets';
import { openPeppers } from '@billhook/runtime/callers/pepper';
import { listAudit } from '@billhook/runtime/partners/audit';
import { seedFirstPartner } from '@billhook/runtime/partners/first-partner';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Table } from '@billhook/runtime/table/types';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { NOW } from '../../../support/records.ts';
import { fakeSecrets } from '../../../support/secrets.ts';

beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('PEPPER_SECRET_ARN', 'arn:pepper');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** A fresh stack: its table is empty, and its secrets are as a deployment makes them. */
function freshStack() {
  const { secrets } = fakeSecrets({
    'arn:pepper': JSON.stringify({ version: 1, pepper: 'p'.repeat(64) }),
    'arn:first': JSON.stringify({ partnerId: '', apiKey: '' }),
  });
  const aws = { secrets };
  return { table: memoryTable(), secrets: openSecrets(aws), peppers: openPeppers({ aws }) };
}

async function listedIn(table: Table): Promise<string[]> {
  const ids: string[] = [];
  for await (const partnerId of partnerStore(table).listIds()) ids.push(partnerId);
  return ids;
}

test('The first partner is made once, listed, and its making recorded', async () => {
  const deps = freshStack();
  const { table } = deps;
  const partnerId = await seedFirstPartner(deps, 'arn:first', NOW);
  expect(await seedFirstPartner(deps, 'arn:first', NOW + 1)).toBe(partnerId);
  expect(await listedIn(table)).toEqual([partnerId]);
  expect(await listAudit(table, partnerId)).toMatchObject([{ action: 'partner-created' }]);
});

test('A first partner of an earlier version is added to the list, and left as it is', async () => {
  const deps = freshStack();
  const { table } = deps;
  const partnerId = await seedFirstPartner(deps, 'arn:first', NOW);
  const { pk, sk } = partnerEntryKey(partnerId);
  await table.write([
    { delete: { pk, sk } },
    { update: rootKey(partnerId), set: { name: 'Renamed' } },
  ]);
  await seedFirstPartner(deps, 'arn:first', NOW);
  expect(await listedIn(table)).toEqual([partnerId]);
  expect((await partnerStore(table).get(partnerId)).name).toBe('Renamed');
});
