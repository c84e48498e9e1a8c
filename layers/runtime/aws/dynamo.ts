/** A client of DynamoDB for the small tables that lie apart from the one table, one a process. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { refuseLateWrites } from './late-writes.ts';
import { once } from './once.ts';
import { Sha256 } from './sha256.ts';

export const dynamoClient = once(() =>
  DynamoDBDocumentClient.from(
    refuseLateWrites(new DynamoDBClient({ maxAttempts: 5, sha256: Sha256 })),
  ),
);
