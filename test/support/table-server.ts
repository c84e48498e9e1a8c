/** The table server, called as DynamoDB is. */
import { CHECK_TABLE_PREFIX } from '../../lib/local/tables/check-table-store.ts';

export type AttributeMap = Record<string, Record<string, unknown>>;

/** Runs one call. @throws Error with the server's complaint. */
export async function callTable(
  url: string,
  operation: string,
  input: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=test',
    },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${operation}: ${JSON.stringify(body)}`);
  return body;
}

/** The name of Billhook's main table. */
export async function findTable(url: string): Promise<string> {
  const [name, ...others] = (await tableNames(url)).filter(
    // A service that died while it tried the server out has left a table.
    (one) => !APART.test(one) && !one.startsWith(CHECK_TABLE_PREFIX),
  );
  if (!name || others.length > 0) throw new Error(`Expected one table, found ${[name, ...others]}`);
  return name;
}

/** The name of the table without recovery. */
async function findPassingTable(url: string): Promise<string> {
  const found = (await tableNames(url)).find((one) => one.endsWith(PASSING));
  if (!found) throw new Error('There is no table without recovery');
  return found;
}

const PASSING = 'PassingTable';

/** Tables beside the main one. */
const APART = /PassingTable|ClientKeys|Erasures/;

async function tableNames(url: string): Promise<string[]> {
  const { TableNames } = await callTable(url, 'ListTables', {});
  return TableNames as string[];
}

/** Every item of the main table. */
export async function scanTable(url: string): Promise<AttributeMap[]> {
  return scan(url, await findTable(url));
}

/** Every item of the table without recovery. */
export async function scanPassingTable(url: string): Promise<AttributeMap[]> {
  return scan(url, await findPassingTable(url));
}

async function scan(url: string, TableName: string): Promise<AttributeMap[]> {
  const items: AttributeMap[] = [];
  let ExclusiveStartKey: unknown;
  do {
    const page = await callTable(url, 'Scan', { TableName, ExclusiveStartKey });
    items.push(...(page.Items as AttributeMap[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}
