/** The table server, with the index of its stream that it lacks. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { startTableServer } from '../../../../lib/local/tables/dynoxide.ts';
import { indexStream } from '../../../../lib/local/tables/index-stream.ts';
import { createTableCaller } from '../../../../lib/local/tables/table-calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-index-stream-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TableName = 'streamed';
/** What the server asks its file with each write, and with each look at a stream. */
const asked = [
  `SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = 'streamed'`,
  `SELECT id FROM _stream_records WHERE table_name = 'streamed' AND shard_id = 'any'
   AND CAST(sequence_number AS INTEGER) > 3 ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT 9`,
];

test('the newest change is found by an index, and changes come in their order, over a new start', async () => {
  const file = join(folder, 'tables.db');
  const first = await startTableServer(file);
  const create = createTableCaller(first.url);
  await create('CreateTable', {
    TableName,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  });
  // Of ten and more, the order of numbers is not that of their texts.
  for (let item = 0; item < 7; item += 1) await put(first.url, item);
  expect(plansOf(file)).toEqual(asked.map(() => expect.stringContaining('billhook_stream_order')));
  await first.stop();

  const second = await startTableServer(file);
  for (let item = 7; item < 12; item += 1) await put(second.url, item);
  const names = Array.from({ length: 12 }, (_, item) => `item ${item}`);
  expect(await changesOf(second.url)).toEqual(names);
  await second.stop();
});

test('a server that keeps its changes in another way is left alone', () => {
  const file = join(folder, 'other.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE _stream_records (id INTEGER, change TEXT)');
  indexStream(file);
  expect(database.prepare("SELECT * FROM sqlite_schema WHERE type = 'index'").all()).toEqual([]);
  database.close();
});

test('a file that is no database is left alone', () => {
  const file = join(folder, 'sealed.db');
  writeFileSync(file, 'sealed '.repeat(200));
  indexStream(file);
  expect(readFileSync(file, 'utf8')).toBe('sealed '.repeat(200));
});

async function put(url: string, item: number): Promise<void> {
  await createTableCaller(url)('PutItem', { TableName, Item: { pk: { S: `item ${item}` } } });
}

function plansOf(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return asked.map((query) => {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all();
      return steps.map(({ detail }) => detail).join('\n');
    });
  } finally {
    database.close();
  }
}

async function changesOf(url: string): Promise<string[]> {
  const { Table } = (await createTableCaller(url)('DescribeTable', { TableName })) as {
    readonly Table: { readonly LatestStreamArn: string };
  };
  const streams = createTableCaller(url, 'DynamoDBStreams');
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = (await streams('DescribeStream', { StreamArn })) as {
    readonly StreamDescription: { readonly Shards: readonly { readonly ShardId: string }[] };
  };
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = await streams('GetShardIterator', from);
  const { Records } = (await streams('GetRecords', { ShardIterator })) as {
    readonly Records: readonly { readonly dynamodb: { readonly Keys: { pk: { S: string } } } }[];
  };
  return Records.map(({ dynamodb }) => dynamodb.Keys.pk.S);
}
