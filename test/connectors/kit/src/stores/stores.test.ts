import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { fileStore, memoryStore, type Store } from '@billhook/connector-kit';
import { dynamoDbStore } from '@billhook/connector-kit/dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTableServer, type TableServer } from '../../../../../lib/local/tables/dynoxide.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-kit-stores-'));
let server: TableServer;
let client: DynamoDBClient;
let now = 0;
let keys = 0;
let key = '';

beforeAll(async () => {
  server = await startTableServer(join(folder, 'table.db'));
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new DynamoDBClient({ endpoint: server.url, region: 'us-east-1', credentials });
  await client.send(
    new CreateTableCommand({
      TableName: 'connector',
      AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
});

afterAll(async () => {
  client.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  now = 1_000;
  keys += 1;
  key = `payment/a/${keys}`;
});

const stores: readonly [string, () => Store][] = [
  ['in memory', () => memoryStore(() => now)],
  ['in files', () => fileStore(join(folder, 'files'), () => now)],
  ['in DynamoDB', () => dynamoDbStore({ client, tableName: 'connector', now: () => now })],
];

describe.each(stores)('A store %s', (_, open) => {
  test('returns what was stored, with its version', async () => {
    const store = open();
    expect(await store.get(key)).toBeUndefined();
    expect(await store.put(key, { a: ['ü', 1] }, 0, 5_000)).toBe(true);
    expect(await store.get(key)).toEqual({ version: 1, value: { a: ['ü', 1] } });
    expect(await store.put(key, 2, 1, 5_000)).toBe(true);
    expect(await store.get(key)).toEqual({ version: 2, value: 2 });
  });

  test.each([0, 2])('stores nothing over version 1 that expects %i', async (expected) => {
    const store = open();
    await store.put(key, 'first', 0, 5_000);
    expect(await store.put(key, 'second', expected, 5_000)).toBe(false);
    expect(await store.get(key)).toEqual({ version: 1, value: 'first' });
  });

  test('lets one of many in', async () => {
    const store = open();
    const tries = Array.from({ length: 10 }, (_, index) => store.put(key, index, 0, 5_000));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
  });

  test('forgets what has expired, at that moment', async () => {
    const store = open();
    await store.put(key, 'old', 0, 2_000);
    now = 1_999;
    expect(await store.get(key)).toBeDefined();
    now = 2_000;
    expect(await store.get(key)).toBeUndefined();
    expect(await store.put(key, 'old', 1, 5_000)).toBe(false);
    expect(await store.put(key, 'new', 0, 5_000)).toBe(true);
    expect(await store.get(key)).toEqual({ version: 1, value: 'new' });
  });
});

describe('A store in files', () => {
  test('has what another process stored', async () => {
    const place = join(folder, 'shared');
    await fileStore(place, () => now).put(key, 'kept', 0, 5_000);
    expect(await fileStore(place, () => now).get(key)).toEqual({ version: 1, value: 'kept' });
  });

  test('throws rather than forget what it can’t read', async () => {
    const place = join(folder, 'broken');
    const store = fileStore(place, () => now);
    await store.put(key, 'kept', 0, 5_000);
    const [file = ''] = readdirSync(place);
    writeFileSync(join(place, file), '{"key":');
    await expect(store.get(key)).rejects.toThrow();
    await expect(store.put(key, 'other', 0, 5_000)).rejects.toThrow();
  });

  test('is not disturbed by a file that was not finished', async () => {
    const place = join(folder, 'unfinished');
    const store = fileStore(place, () => now);
    await store.put(key, 'kept', 0, 5_000);
    const [file = ''] = readdirSync(place);
    writeFileSync(join(place, `${file}.new`), '{"key":');
    expect(await store.get(key)).toEqual({ version: 1, value: 'kept' });
    expect(await store.put(key, 'next', 1, 5_000)).toBe(true);
  });
});
