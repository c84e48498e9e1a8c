/**
 * The table: strongly consistent reads of one item or one item collection, and conditional writes.
 *
 * A record carries `version`, raised with each write; a write names the version that it read, so that
 * of two that race one is told and decides anew.
 */
import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { isPassing } from '@billhook/core/auth/passing';
import type { Clock } from '@billhook/core/base/dates';
import type { RandomBytes } from '@billhook/core/base/ids';
import { environment } from '../aws/environment.ts';
import { refuseLateWrites } from '../aws/late-writes.ts';
import { once } from '../aws/once.ts';
import { Sha256 } from '../aws/sha256.ts';
import { getMany } from './get-many.ts';
import { withEvents } from './telling.ts';
import type { Key, Range, Table } from './types.ts';
import { writeOne, writeTogether } from './writes.ts';

const partitionKeys = { byPartner: 'partnerShard', byDue: 'dueShard' } as const;
const sortKeys = { byPartner: 'sk', byDue: 'dueAt' } as const;

type Options = {
  /** The one that the stack names, when left out. */
  readonly name?: string;
  readonly clock?: Clock;
  readonly random?: RandomBytes;
};

/** One client a process, made with the first call. */
export function openTable({ name, clock = Date.now, random = randomBytes }: Options = {}): Table {
  const tableName = () => name ?? environment('TABLE_NAME');
  const nameOf = (key: Pick<Key, 'pk'>) =>
    isPassing(key) ? environment('PASSING_TABLE_NAME') : tableName();
  const table: Table = {
    async get<T>(key: Key) {
      const input = { TableName: nameOf(key), Key: key, ConsistentRead: true };
      const { Item } = await client().send(new GetCommand(input));
      return Item as T | undefined;
    },
    getMany: (keys) => getMany(client(), nameOf, keys),
    async query<T>(range: Range) {
      const output = await client().send(new QueryCommand(queryInput(tableName(), range)));
      return {
        items: (output.Items ?? []) as T[],
        next: output.LastEvaluatedKey as Record<string, string> | undefined,
      };
    },
    async write(changes) {
      const writes = await withEvents(table, changes, { machineNow: clock(), random });
      const [first, ...rest] = writes;
      if (!first) return 'written';
      // Tells our own write, when an answer was lost and the SDK sent it again, from another's.
      const writeId = Buffer.from(random(9)).toString('base64url');
      if (rest.length === 0 && !('check' in first)) {
        return writeOne(client(), nameOf, first, writeId);
      }
      return writeTogether(nameOf, writes, writeId, (input) =>
        client().send(new TransactWriteCommand(input)),
      );
    },
  };
  return table;
}

function queryInput(tableName: string, range: Range): QueryCommandInput {
  const partitionKey = range.index ? partitionKeys[range.index] : 'pk';
  const sortKey = range.index ? sortKeys[range.index] : 'sk';
  const conditions = ['#partition = :partition'];
  const names: Record<string, string> = { '#partition': partitionKey };
  const values: Record<string, string> = { ':partition': range.partition };
  if (range.prefix !== undefined) {
    conditions.push('begins_with(#sort, :prefix)');
    names['#sort'] = sortKey;
    values[':prefix'] = range.prefix;
  } else if (range.upTo !== undefined) {
    const ranged = range.from === undefined ? '<= :upTo' : 'BETWEEN :from AND :upTo';
    conditions.push(`#sort ${ranged}`);
    names['#sort'] = sortKey;
    values[':upTo'] = range.upTo;
    if (range.from !== undefined) values[':from'] = range.from;
  }
  return {
    TableName: tableName,
    IndexName: range.index,
    ConsistentRead: range.index === undefined,
    KeyConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
    ScanIndexForward: !range.descending,
    Limit: range.limit,
    ExclusiveStartKey: range.after,
  };
}

const client = once(() => {
  const plain = refuseLateWrites(new DynamoDBClient({ maxAttempts: 5, sha256: Sha256 }));
  return DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
});
