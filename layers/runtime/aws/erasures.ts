/**
 * The list of who was erased (decision: erasures-are-repeated). It lies in a table of its own, so that a
 * restore of the one table does not forget it: ids and times, and nothing of a person.
 */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { instantText } from '@billhook/core/base/dates';
import type { AwsClients } from './clients.ts';
import { dynamoClient } from './dynamo.ts';
import { environment } from './environment.ts';

export type ErasureKind = 'clients' | 'partners';

export type ListedErasure = { readonly id: string; readonly at: string };

/** Safe to repeat. */
export async function listErasure(
  { dynamo = dynamoClient() }: AwsClients,
  kind: ErasureKind,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  const Item = { pk: kind, sk: id, at: instantText(at) };
  await dynamo.send(new PutCommand({ TableName: environment('ERASURES_TABLE'), Item }));
}

export async function* erasures(
  { dynamo = dynamoClient() }: AwsClients,
  kind: ErasureKind,
): AsyncGenerator<ListedErasure> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const input = {
      TableName: environment('ERASURES_TABLE'),
      KeyConditionExpression: 'pk = :kind',
      ExpressionAttributeValues: { ':kind': kind },
      ConsistentRead: true,
      ExclusiveStartKey,
    };
    const page = await dynamo.send(new QueryCommand(input));
    for (const { sk: id, at } of page.Items ?? []) yield { id, at };
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
