/**
 * All items that name a partner, by reading the whole table: nothing lists a partner's clients. Only an
 * operator does this, who erases a partner.
 */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { AwsClients } from '../aws/clients.ts';
import { dynamoClient } from '../aws/dynamo.ts';
import { environment } from '../aws/environment.ts';
import type { Key } from '../table/types.ts';

export type Named = Key & { readonly partnerId?: string; readonly ofPartner?: string };

export type ScanPartner = (partnerId: string) => AsyncIterable<Named>;

export function scanPartner({ dynamo = dynamoClient() }: AwsClients): ScanPartner {
  return async function* (partnerId) {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await dynamo.send(
        new ScanCommand({
          TableName: environment('TABLE_NAME'),
          ConsistentRead: true,
          ProjectionExpression: 'pk, sk, partnerId, ofPartner',
          FilterExpression:
            'begins_with(pk, :id) OR sk = :id OR partnerId = :id OR ofPartner = :id',
          ExpressionAttributeValues: { ':id': partnerId },
          ExclusiveStartKey,
        }),
      );
      yield* (page.Items ?? []) as Named[];
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
}
