/** The table on a table server, for races and for what the table in memory is held against. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable } from '@billhook/runtime/table/table';
import type { Table } from '@billhook/runtime/table/types';
import { vi } from 'vitest';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';

export type ServerTable = { readonly table: Table; readonly stop: () => Promise<void> };

/** Sets variables of the environment, which `vi.unstubAllEnvs` takes back. */
export async function openServerTable(clock: () => number = Date.now): Promise<ServerTable> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-table-'));
  const server = await startTableServer(join(folder, 'tables.db'));
  const variables = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: server.url,
    TABLE_NAME: 'payments',
    PASSING_TABLE_NAME: 'passing',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  await create('payments', ['pk', 'sk', 'dueShard', 'dueAt'], {
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byDue',
        KeySchema: keys('dueShard', 'dueAt'),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  await create('passing', ['pk', 'sk']);
  return {
    table: openTable({ clock }),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type TableInput = ConstructorParameters<typeof CreateTableCommand>[0];

async function create(TableName: string, names: readonly string[], more: Partial<TableInput> = {}) {
  const input = {
    ...{ TableName, KeySchema: keys('pk', 'sk'), BillingMode: 'PAY_PER_REQUEST' as const },
    AttributeDefinitions: names.map((AttributeName) => ({
      ...{ AttributeName, AttributeType: 'S' as const },
    })),
  };
  await new DynamoDBClient({}).send(new CreateTableCommand({ ...input, ...more }));
}

function keys(hash: string, range: string): TableInput['KeySchema'] {
  return [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
}
