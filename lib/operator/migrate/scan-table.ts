import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Scan } from './migrate.ts';
import type { Item } from './rewrites.ts';

/** Records of a page: few enough that a killed run repeats little. */
const PAGE_RECORDS = 200;

/** The whole table, page by page. */
export function scanOf(tableName: string): Scan {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return async (after) => {
    const input = { TableName: tableName, Limit: PAGE_RECORDS, ExclusiveStartKey: after };
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand(input));
    return {
      items: Items as Item[],
      ...(LastEvaluatedKey && { next: LastEvaluatedKey as Item }),
    };
  };
}
