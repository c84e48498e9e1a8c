/** The table server, called as DynamoDB is. */
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

/** Small tables that lie apart from the one table. */
const APART = /ClientKeys|Erasures/;

/** The name of Billhook's one table. */
export async function findTable(url: string): Promise<string> {
  const { TableNames } = await callTable(url, 'ListTables', {});
  const [name, ...others] = (TableNames as string[]).filter((one) => !APART.test(one));
  if (!name || others.length > 0) throw new Error(`Expected one table, found ${TableNames}`);
  return name;
}

/** Every item of the table. */
export async function scanTable(url: string): Promise<AttributeMap[]> {
  const items: AttributeMap[] = [];
  const TableName = await findTable(url);
  let ExclusiveStartKey: unknown;
  do {
    const page = await callTable(url, 'Scan', { TableName, ExclusiveStartKey });
    items.push(...(page.Items as AttributeMap[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}
