import { createServer, request as httpRequest, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendDirectly } from '../../../../lib/local/tables/direct-requests.ts';

const http = createRequire(import.meta.url)('node:http') as typeof import('node:http');
const name = 'items';
const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
const disturbed = new Int32Array(new SharedArrayBuffer(4));
const written: unknown[] = [];
const asked: string[] = [];
const servers: Server[] = [];
/** Whose code runs. */
let caller: Parameters<typeof sendDirectly>[1]['callerOf'] extends () => infer C ? C : never;
let config: DynamoDBClientConfig;

async function open(place: string): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${place} ${String(request.headers['x-amz-target']).split('.')[1]}`);
    request.resume().on('end', () => response.end('{}'));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const endpoint = await open('endpoint');
  const tables = [{ name, arn, partitionKey: 'pk', indexes: {} }];
  const table = { endpointUrl: endpoint, url: await open('table'), tables, disturbed };
  const credentials = { accessKeyId: 'known', secretAccessKey: 'secret' };
  config = { endpoint, region: 'us-east-1', credentials, maxAttempts: 1 };
  caller = {
    ...{ name: 'function', roleArn: 'arn:role', accessKeyId: 'known' },
    statements: [
      { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: arn },
    ],
  };
  sendDirectly(table, { callerOf: () => caller, written: (items) => written.push(...items) });
});
afterEach(() => {
  asked.length = 0;
  Atomics.store(disturbed, 0, 0);
});
afterAll(() => {
  http.request = httpRequest;
  for (const server of servers) server.close();
});

const Key = { pk: { S: 'a' }, sk: { S: 'b' } };
const get = (TableName = name) =>
  new DynamoDBClient(config).send(new GetItemCommand({ TableName, Key }));

test('what a role allows goes to the table server, and what is written is told of by its keys', async () => {
  await get();
  const Item = { ...Key, more: { S: 'not told' } };
  await new DynamoDBClient(config).send(new PutItemCommand({ TableName: name, Item }));
  expect(asked).toEqual(['table GetItem', 'table PutItem']);
  expect(written).toEqual([Key]);
});

test('what a role does not allow goes to the endpoint, which refuses it', async () => {
  await get('others');
  expect(asked).toEqual(['endpoint GetItem']);
});

test('while faults befall calls, and for code of no function, the endpoint is asked', async () => {
  Atomics.store(disturbed, 0, 1);
  await get();
  Atomics.store(disturbed, 0, 0);
  const known = caller;
  caller = undefined;
  await get();
  caller = known;
  expect(asked).toEqual(['endpoint GetItem', 'endpoint GetItem']);
});

test('other services, and credentials of others, go to the endpoint', async () => {
  await new KMSClient(config as object).send(new ListKeysCommand({}));
  const credentials = { accessKeyId: 'other', secretAccessKey: 'secret' };
  const other = new DynamoDBClient({ ...config, credentials });
  await other.send(new GetItemCommand({ TableName: name, Key }));
  expect(asked).toEqual(['endpoint ListKeys', 'endpoint GetItem']);
});
