import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { callTable, findTable } from './table-server.ts';

test('the main table is found beside one that was left when a service died at its start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-tables-'));
  const tables = await startTableServer(join(folder, 'tables.db'));
  try {
    for (const name of ['billhook-check-22324f227f32', 'billhook-sandbox-data-Table']) {
      await callTable(tables.url, 'CreateTable', {
        TableName: name,
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      });
    }
    expect(await findTable(tables.url)).toBe('billhook-sandbox-data-Table');
  } finally {
    await tables.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
