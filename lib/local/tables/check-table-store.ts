import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { localFailure } from '../failures.ts';
import { createTableCaller, type TableCall } from './table-calls.ts';

/** What its own tables are called. One is left where the service dies before it has removed it. */
export const CHECK_TABLE_PREFIX = 'billhook-check-';
/** A server may need a moment until a table is there, or a change is in its stream. */
const SETTLE_MILLISECONDS = 2_000;
const POLL_MILLISECONDS = 20;

type Calls = { readonly tables: TableCall; readonly streams: TableCall };
type Need = (table: string, calls: Calls) => Promise<void>;

/** What the service can't do without, and what shows that it is there. */
const needs: Readonly<Record<string, Need>> = {
  'conditional transactions': async (table, { tables }) => {
    const item = { pk: { S: 'transaction' } };
    const Put = { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' };
    await tables('TransactWriteItems', { TransactItems: [{ Put }] });
    const refusal = await tables('TransactWriteItems', { TransactItems: [{ Put }] }).then(
      () => 'a condition that does not hold is ignored',
      (error: Error) => error.message,
    );
    if (!refusal.includes('TransactionCanceledException')) throw new Error(refusal);
  },
  streams: async (table, { tables, streams }) => {
    await tables('PutItem', { TableName: table, Item: { pk: { S: 'stream' } } });
    const { Table } = (await tables('DescribeTable', { TableName: table })) as {
      Table?: { LatestStreamArn?: string };
    };
    const StreamArn = Table?.LatestStreamArn;
    if (StreamArn === undefined) throw new Error('the table has none');
    await until('no change is in the stream', () => hasRecords(StreamArn, streams));
  },
  'time to live': async (table, { tables }) => {
    await tables('UpdateTimeToLive', {
      TableName: table,
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
    const { TimeToLiveDescription: set } = (await tables('DescribeTimeToLive', {
      TableName: table,
    })) as { TimeToLiveDescription?: { TimeToLiveStatus?: string } };
    if (!/^ENABL(ED|ING)$/.test(set?.TimeToLiveStatus ?? '')) throw new Error('it stays off');
  },
};

/**
 * Tries in a table of its own what the service needs of DynamoDB. The locked dynoxide is
 * not asked: the tests ran against it.
 * @param name what the reader knows the server by.
 * @throws LocalFailure that names all that is missing.
 */
export async function checkTableStore(name: string, url: string): Promise<void> {
  const calls = {
    tables: createTableCaller(url),
    streams: createTableCaller(url, 'DynamoDBStreams'),
  };
  const table = `${CHECK_TABLE_PREFIX}${randomBytes(6).toString('hex')}`;
  try {
    await createTable(table, calls);
  } catch (error) {
    throw localFailure(`${name} at ${url} does not work as DynamoDB: ${reasonOf(error)}`);
  }
  const missing: string[] = [];
  for (const [need, tryOut] of Object.entries(needs)) {
    await tryOut(table, calls).catch((error) => missing.push(`${need} (${reasonOf(error)})`));
  }
  await calls.tables('DeleteTable', { TableName: table }).catch(() => {});
  if (missing.length === 0) return;
  throw localFailure(`${name} at ${url} lacks what Billhook needs: ${missing.join('; ')}`);
}

async function createTable(TableName: string, { tables }: Calls): Promise<void> {
  await tables('CreateTable', {
    TableName,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  await until('a new table does not become active', async () => {
    const { Table } = (await tables('DescribeTable', { TableName })) as {
      Table?: { TableStatus?: string };
    };
    return Table?.TableStatus === 'ACTIVE';
  });
}

async function hasRecords(StreamArn: string, streams: TableCall): Promise<boolean> {
  const { StreamDescription } = (await streams('DescribeStream', { StreamArn })) as {
    StreamDescription?: { Shards?: { ShardId: string }[] };
  };
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const { ShardIterator } = await streams('GetShardIterator', start);
    const { Records } = await streams('GetRecords', { ShardIterator });
    if (Array.isArray(Records) && Records.length > 0) return true;
  }
  return false;
}

async function until(otherwise: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + SETTLE_MILLISECONDS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(otherwise);
    await pause(POLL_MILLISECONDS);
  }
}

/** `fetch` says what failed in the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: string };
  const reason = message.replace(/^The table server rejected /, '').replace(/[:\s]+$/, '');
  return code === undefined ? reason : `${reason}, ${code}`;
}
