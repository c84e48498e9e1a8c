/** How many linked accounts there are at companies: a look at the whole table, for an operator's eyes. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';

/** Parts of the table that are read at the same time. */
const SEGMENTS = 4;

/** By the ids of the companies; nothing where there is none. */
export async function countAccounts(
  tableName: string,
  companyIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (companyIds.size === 0) return counts;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const segments = Array.from({ length: SEGMENTS }, (_, segment) => segment);
  const countIn = async (Segment: number) => {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: tableName,
          Segment,
          TotalSegments: SEGMENTS,
          ExclusiveStartKey,
          FilterExpression: 'begins_with(sk, :auth) AND attribute_not_exists(deletedAt)',
          ProjectionExpression: '#company.#id',
          ExpressionAttributeNames: { '#company': 'company', '#id': '_id' },
          ExpressionAttributeValues: { ':auth': 'auth_' },
        }),
      );
      for (const { company } of page.Items ?? []) {
        const companyId = (company as { readonly _id?: string } | undefined)?._id ?? '';
        if (companyIds.has(companyId)) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
  await Promise.all(segments.map(countIn));
  return counts;
}
