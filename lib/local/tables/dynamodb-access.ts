import type { AccessRequest } from '../access/policies.ts';
import type { Input } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts';
import type { TableKeys } from './tables.ts';

type AttributeValue = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, AttributeValue>>;
type Request = Readonly<Record<string, unknown>>;

/**
 * Says what permissions a DynamoDB call needs: each item of a batch or transaction by its
 * own action, an index query on the index, and the partition keys it touches.
 */
export function createTableAccess(tables: readonly TableKeys[]) {
  const findTable = (nameOrArn: unknown): TableKeys => {
    const name = String(nameOrArn).split('/').at(-1) ?? '';
    const known = tables.find((table) => table.name === name);
    const arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/${name}`;
    return known ?? { name, arn, partitionKey: '', indexes: {} };
  };
  const one = (
    action: string,
    request: Request,
    item?: unknown,
    enclosing?: string,
  ): AccessRequest => {
    const table = findTable(request.TableName);
    const index = typeof request.IndexName === 'string' ? request.IndexName : undefined;
    const partitionKey = index === undefined ? table.partitionKey : (table.indexes[index] ?? '');
    const key = item ? scalar((item as Item)[partitionKey]) : queriedKey(request, partitionKey);
    const context: Record<string, string[]> = {};
    if (key !== undefined) context['dynamodb:leadingkeys'] = [key];
    if (enclosing !== undefined) context['dynamodb:enclosingoperation'] = [enclosing];
    const resource = index === undefined ? table.arn : `${table.arn}/index/${index}`;
    return { action: `dynamodb:${action}`, resource, context };
  };
  const single = (action: string, itemField?: string) => (input: Request) => [
    one(action, input, itemField === undefined ? undefined : input[itemField]),
  ];
  const transaction =
    (enclosing: string, actions: Record<string, [string, string]>) => (input: Request) =>
      ((input.TransactItems ?? []) as Record<string, Request>[]).flatMap((entry) =>
        Object.entries(entry).map(([kind, request]) => {
          const [action, itemField] = actions[kind] ?? [kind, 'Key'];
          return one(action, request, request[itemField], enclosing);
        }),
      );
  const batch =
    (action: string, keysOf: (request: unknown) => readonly unknown[]) => (input: Request) =>
      Object.entries((input.RequestItems ?? {}) as Record<string, unknown>).flatMap(
        ([TableName, request]) => keysOf(request).map((item) => one(action, { TableName }, item)),
      );
  const operations: Record<string, (input: Request) => readonly AccessRequest[]> = {
    GetItem: single('GetItem', 'Key'),
    PutItem: single('PutItem', 'Item'),
    UpdateItem: single('UpdateItem', 'Key'),
    DeleteItem: single('DeleteItem', 'Key'),
    Query: single('Query'),
    Scan: single('Scan'),
    DescribeTable: single('DescribeTable'),
    DescribeTimeToLive: single('DescribeTimeToLive'),
    TransactGetItems: transaction('TransactGetItems', { Get: ['GetItem', 'Key'] }),
    TransactWriteItems: transaction('TransactWriteItems', {
      Put: ['PutItem', 'Item'],
      Update: ['UpdateItem', 'Key'],
      Delete: ['DeleteItem', 'Key'],
      ConditionCheck: ['ConditionCheckItem', 'Key'],
    }),
    BatchGetItem: batch(
      'BatchGetItem',
      (request) => ((request as Request).Keys ?? []) as unknown[],
    ),
    BatchWriteItem: batch('BatchWriteItem', (requests) =>
      (requests as Record<string, Request>[]).map(
        (request) => request.PutRequest?.Item ?? request.DeleteRequest?.Key,
      ),
    ),
  };
  return (operation: string, input: Input): readonly AccessRequest[] => {
    const access = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    if (!access) throw unsupported(operation);
    const requests = access(input);
    // A transaction of nothing would otherwise need no permission at all.
    if (requests.length === 0)
      throw awsFailure('ValidationException', 'The request names no items.');
    return [...requests, ...openingOf(tables, requests)];
  };
}

/** DynamoDB opens a table with its key in the name of whoever calls. */
function openingOf(
  tables: readonly TableKeys[],
  requests: readonly AccessRequest[],
): readonly AccessRequest[] {
  const used = tables.filter(({ arn }) =>
    requests.some(({ resource }) => resource === arn || resource.startsWith(`${arn}/`)),
  );
  return [...new Set(used.flatMap(({ keyArn }) => keyArn ?? []))].map((resource) => ({
    action: 'kms:Decrypt',
    resource,
    context: { 'kms:viaservice': [`dynamodb.${REGION}.amazonaws.com`] },
  }));
}

function unsupported(operation: string): Error {
  const message = `dynamodb:${operation} is not supported by the local runtime`;
  return awsFailure('UnknownOperationException', message);
}

/** The partition key's value in `#pk = :pk AND …`; undefined, and so not matched, if it cannot be read. */
function queriedKey(request: Request, partitionKey: string): string | undefined {
  const expression = request.KeyConditionExpression;
  if (typeof expression !== 'string' || partitionKey === '') return undefined;
  const names = (request.ExpressionAttributeNames ?? {}) as Record<string, string>;
  const values = (request.ExpressionAttributeValues ?? {}) as Item;
  for (const [, name = '', value = ''] of expression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    if ((names[name] ?? name) === partitionKey) return scalar(values[value]);
  }
  return undefined;
}

function scalar(value: AttributeValue | undefined): string | undefined {
  const inner = value?.S ?? value?.N ?? value?.B;
  return typeof inner === 'string' ? inner : undefined;
}
