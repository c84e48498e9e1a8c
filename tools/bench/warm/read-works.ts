/** An operation that reads the table twice. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Built } from './built-functions.ts';
import { conventionalHandler } from './conventional-read.ts';
import { silently, type Work } from './turns.ts';
import type { WarmWorld } from './world.ts';

type ReadName = 'read' | 'readBySdk' | 'readConventional' | 'readBare' | 'readOwn';

/** @throws Error if the operation doesn't read the table twice. */
export async function readWorks(
  { bill, clientId, partnerId, table }: WarmWorld,
  built: Built,
): Promise<Record<ReadName, Work>> {
  const { handler } = await import('../../../functions/bill/get-bill.ts');
  const conventional = conventionalHandler(clientId);
  const event = {
    httpMethod: 'GET',
    path: `/bill/${bill._id}`,
    headers: {},
    pathParameters: { billId: bill._id },
    requestContext: {
      extendedRequestId: 'bench',
      authorizer: { kind: 'partner', partnerId, keyId: 'bench' },
    },
  } as unknown as Parameters<typeof handler>[0];
  let reads = 0;
  // Without the copies that the table in memory makes for tests.
  const inMemory = handler.over({
    table: {
      ...table,
      get: async (key) => {
        reads += 1;
        return table.items.get(`${key.pk} ${key.sk}`) as never;
      },
    },
  });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const keys = [bill._id, bill.newestPaymentId].map((sk) => ({ pk: clientId, sk }));
  await silently(async () => inMemory(event));
  if (reads !== 2) throw new Error(`It reads the table ${reads} times`);
  return {
    read: async () => built.getBill(event),
    readBySdk: async () => handler(event),
    readConventional: async () => conventional(event, {} as never),
    readBare: async () => {
      const items: unknown[] = [];
      // One after the other, as the operation has to: the bill says which payment it is.
      for (const Key of keys) {
        const input = { TableName: 'bench', Key, ConsistentRead: true };
        items.push((await client.send(new GetCommand(input))).Item);
      }
      return { statusCode: 200, body: JSON.stringify(items[0]) };
    },
    readOwn: async () => inMemory(event),
  };
}
