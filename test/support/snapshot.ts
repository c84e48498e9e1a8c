/** The records of a client as they stand: equal before and after what must change nothing. */
import { CLIENT_SORT_KEY } from '@billhook/core/base/table-keys';
import { inject } from 'vitest';
import { type AttributeMap, callTable, findTable } from './table-server.ts';

const RECORD = new RegExp(`^(${CLIENT_SORT_KEY}|(auth|bill|pay|pm|swap)_.+)$`);

/**
 * What the client is and owns, by sort key, in DynamoDB's own form and every field of it; what it did
 * within the last hour is counted beside it. Read past the API: a fraction of the cost, and more is seen.
 */
export async function snapshot(clientId: string): Promise<Readonly<Record<string, AttributeMap>>> {
  const url = inject('service').tableUrl;
  const { Items, LastEvaluatedKey } = (await callTable(url, 'Query', {
    TableName: await findTable(url),
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :client',
    ExpressionAttributeValues: { ':client': { S: clientId } },
  })) as { Items: AttributeMap[]; LastEvaluatedKey?: object };
  if (LastEvaluatedKey) throw new Error('A client of a test has more than a page of records');
  const records = Items.map((item) => [String(item.sk?.S), item] as const);
  return Object.fromEntries(records.filter(([sk]) => RECORD.test(sk)));
}
