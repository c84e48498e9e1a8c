/** Reading many items by their keys. Used by `table.ts` alone. */
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Key } from './types.ts';

/** What DynamoDB takes at once. It may return less of them, and names those that are left. */
const MAX_KEYS = 100;
/** Batches under way at once: an import may read a hundred thousand items. */
const MAX_BATCHES = 8;
const ATTEMPTS = 8;
const FIRST_WAIT_MILLISECONDS = 20;

/** Strongly consistent. @throws Error when the table does not return all of them after some attempts. */
export async function getMany<T>(
  client: Pick<DynamoDBDocumentClient, 'send'>,
  tableOf: (key: Key) => string,
  keys: readonly Key[],
): Promise<T[]> {
  // DynamoDB refuses a batch that names an item twice.
  const unique = [...new Map(keys.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }])).values()];
  const batches = Array.from({ length: Math.ceil(unique.length / MAX_KEYS) }, (_, number) =>
    unique.slice(number * MAX_KEYS, (number + 1) * MAX_KEYS),
  );
  const items: T[] = [];
  for (let start = 0; start < batches.length; start += MAX_BATCHES) {
    const these = batches.slice(start, start + MAX_BATCHES);
    const found = await Promise.all(these.map((batch) => getBatch<T>(client, tableOf, batch)));
    items.push(...found.flat());
  }
  return items;
}

async function getBatch<T>(
  client: Pick<DynamoDBDocumentClient, 'send'>,
  tableOf: (key: Key) => string,
  keys: readonly Key[],
): Promise<T[]> {
  const byTable = Map.groupBy(keys, tableOf);
  let left: Record<string, { Keys: Record<string, unknown>[]; ConsistentRead?: boolean }> =
    Object.fromEntries(
      [...byTable].map(([name, Keys]) => [name, { Keys: [...Keys], ConsistentRead: true }]),
    );
  const items: T[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const output = await client.send(new BatchGetCommand({ RequestItems: left }));
    items.push(...(Object.values(output.Responses ?? {}).flat() as T[]));
    const unread = Object.entries(output.UnprocessedKeys ?? {});
    if (unread.length === 0) return items;
    left = Object.fromEntries(
      unread.map(([name, { Keys = [] }]) => [name, { Keys, ConsistentRead: true }]),
    );
    const wait = Math.random() * FIRST_WAIT_MILLISECONDS * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  throw new Error('The table did not return all items that were asked for');
}
