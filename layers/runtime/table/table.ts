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
import { environment } from '../aws/environment.ts';
import { withEvents } from './telling.ts';
import { type Key, type Write, type WriteResult, writeOne, writeTogether } from './writes.ts';

export type { Condition, Key, Write } from './writes.ts';

export type IndexName = 'byPartner' | 'byDue';

export type Range = {
  readonly index?: IndexName;
  /** The partition key's value. */
  readonly partition: string;
  /** Sort keys that begin with this. */
  readonly prefix?: string;
  /** Sort keys up to this one, itself included. */
  readonly upTo?: string;
  /** Sort keys from this one on, itself included; together with `upTo`. */
  readonly from?: string;
  /** The last sort key first. */
  readonly descending?: true;
  readonly limit?: number;
  /** The key to go on behind, as `next` gave it. */
  readonly after?: Record<string, string>;
};

export type Rows<T> = { readonly items: T[]; readonly next?: Record<string, string> };

export type Table = {
  get<T>(key: Key): Promise<T | undefined>;
  /** One page of at most 1 MB; `next` when there may be more. */
  query<T>(range: Range): Promise<Rows<T>>;
  /** One write, or up to 100 in one transaction with the events that they tell: all or none. */
  write(writes: readonly Write[]): Promise<WriteResult>;
};

const partitionKeys = { byPartner: 'partnerShard', byDue: 'dueShard' } as const;
const sortKeys = { byPartner: 'sk', byDue: 'dueAt' } as const;

/** The table that the stack names; one client a process. */
export function openTable(tableName: string = environment('TABLE_NAME')): Table {
  const client = documentClient();
  const table: Table = {
    async get<T>(key: Key) {
      const input = { TableName: tableName, Key: key, ConsistentRead: true };
      const { Item } = await client.send(new GetCommand(input));
      return Item as T | undefined;
    },
    async query<T>(range: Range) {
      const output = await client.send(new QueryCommand(queryInput(tableName, range)));
      return {
        items: (output.Items ?? []) as T[],
        next: output.LastEvaluatedKey as Record<string, string> | undefined,
      };
    },
    async write(changes) {
      const writes = await withEvents(table, changes, Date.now());
      const [first, ...rest] = writes;
      if (!first) return 'written';
      // Tells our own write, when an answer was lost and the SDK sent it again, from another's.
      const writeId = randomBytes(9).toString('base64url');
      if (rest.length === 0 && !('check' in first)) {
        return writeOne(client, tableName, first, writeId);
      }
      return writeTogether(tableName, writes, writeId, (input) =>
        client.send(new TransactWriteCommand(input)),
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

let shared: DynamoDBDocumentClient | undefined;

function documentClient(): DynamoDBDocumentClient {
  shared ??= DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return shared;
}
