/**
 * A store in a DynamoDB table, for connectors that run more than once or on Lambda. The table has the
 * partition key `key` (a string); set its time to live to `ttl`.
 */
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { Store } from './store.ts';

export type DynamoDbStore = {
  readonly client: Pick<DynamoDBClient, 'send'>;
  readonly tableName: string;
  readonly now?: () => number;
};

export function dynamoDbStore({ client, tableName, now = Date.now }: DynamoDbStore): Store {
  return {
    async get(key) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: { key: { S: key } },
          ConsistentRead: true,
        }),
      );
      // DynamoDB deletes what has expired hours later.
      if (!Item || Number(Item.expiresAt?.N) <= now()) return undefined;
      return { version: Number(Item.version?.N), value: JSON.parse(Item.value?.S ?? 'null') };
    },
    async put(key, value, expectedVersion, expiresAt) {
      try {
        await client.send(
          new PutItemCommand({
            TableName: tableName,
            Item: {
              key: { S: key },
              version: { N: String(expectedVersion + 1) },
              value: { S: JSON.stringify(value) },
              expiresAt: { N: String(expiresAt) },
              ttl: { N: String(Math.ceil(expiresAt / 1000)) },
            },
            ...conditionOf(expectedVersion, now()),
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
}

function conditionOf(
  expectedVersion: number,
  now: number,
): Pick<
  PutItemCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
> {
  if (expectedVersion === 0) {
    return {
      ConditionExpression: 'attribute_not_exists(#key) OR expiresAt <= :now',
      ExpressionAttributeNames: { '#key': 'key' },
      ExpressionAttributeValues: { ':now': { N: String(now) } },
    };
  }
  return {
    ConditionExpression: '#version = :version AND expiresAt > :now',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: {
      ':version': { N: String(expectedVersion) },
      ':now': { N: String(now) },
    },
  };
}
