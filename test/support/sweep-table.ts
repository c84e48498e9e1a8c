import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Makes the table anew, with the index that the sweep reads. */
export async function createSweepTable(TableName: string, endpoint: string): Promise<void> {
  const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
  const names = ['pk', 'sk', 'dueShard', 'dueAt'];
  await new DynamoDBClient({ endpoint }).send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byDue',
          KeySchema: [key('dueShard', 'HASH'), key('dueAt', 'RANGE')],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['dueKind'] },
        },
      ],
    }),
  );
}
