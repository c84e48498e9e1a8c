import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test, vi } from 'vitest';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { environment } from './function-environment.ts';
import { createSweepTable } from './sweep-table.ts';
import { startTableMeter } from './table-meter.ts';

test('What a benchmark asks for in a function’s stead is counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-meter-'));
  const tables = await startTableServer(join(folder, 'tables.db'));
  const meter = await startTableMeter(tables.url);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const client = new DynamoDBClient({ endpoint: meter.url });
  const { TABLE_NAME: TableName = '' } = environment;
  try {
    await createSweepTable(TableName, tables.url);
    const Key = { pk: { S: 'cl_1' }, sk: { S: 'client' } };
    await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
    expect(meter.requests).toMatchObject([
      { caller: 'bench', operation: 'GetItem', consistent: true, readUnits: 1, writeUnits: 0 },
    ]);
  } finally {
    client.destroy();
    vi.unstubAllEnvs();
    await meter.close();
    await tables.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
