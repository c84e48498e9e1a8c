/** Reads the service's table as an operator might, past the API. */
import { callTable, findTable } from './table-server.ts';

type Item = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An item of a client's collection in DynamoDB's own form; nothing where there is none. */
export async function findItem(
  tableUrl: string,
  pk: string,
  sk: string,
): Promise<Item | undefined> {
  const { Item } = (await callTable(tableUrl, 'GetItem', {
    TableName: await findTable(tableUrl),
    Key: { pk: { S: pk }, sk: { S: sk } },
    ConsistentRead: true,
  })) as { Item?: Item };
  return Item;
}
