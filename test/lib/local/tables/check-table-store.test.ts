import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkTableStore } from '../../../../lib/local/tables/check-table-store.ts';
import { startTableServer, type TableServer } from '../../../../lib/local/tables/dynoxide.ts';
import { createTableCaller } from '../../../../lib/local/tables/table-calls.ts';

let folder: string;
let tables: TableServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-store-'));
  tables = await startTableServer(join(folder, 'tables.db'), {});
});

afterAll(async () => {
  await tables.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { readonly status?: number; readonly body: object };
const unknown: Answer = {
  status: 400,
  body: { __type: 'UnknownOperationException', message: 'not here' },
};

/** The real server, which answers some operations otherwise. */
async function serverThat(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    const target = String(request.headers['x-amz-target']);
    const { status = 200, body } = answers[target.split('.')[1] ?? ''] ?? {};
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (body) return void response.writeHead(status).end(JSON.stringify(body));
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'x-amz-target': target, 'x-amz-date': '20260101T000000Z' };
    const type = { 'content-type': 'application/x-amz-json-1.0' };
    const given = { method: 'POST', body: Buffer.concat(chunks), headers: { ...headers, ...type } };
    const answer = await fetch(tables.url, given);
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server that has everything passes, and keeps nothing of it', async () => {
  await checkTableStore('The store', tables.url);
  expect(await createTableCaller(tables.url)('ListTables', {})).toEqual({ TableNames: [] });
});

test.each<[string, Record<string, Answer>, RegExp]>([
  [
    'transactions',
    { TransactWriteItems: unknown },
    /lacks what Billhook needs: conditional transactions \(TransactWriteItems: UnknownOperationException: not here\)$/,
  ],
  [
    'conditions in transactions',
    { TransactWriteItems: { body: {} } },
    /needs: conditional transactions \(a condition that does not hold is ignored\)$/,
  ],
  [
    'the API of streams',
    { DescribeStream: unknown },
    /needs: streams \(DescribeStream: UnknownOperationException: not here\)$/,
  ],
  [
    'changes in the stream',
    { GetRecords: { body: { Records: [] } } },
    /needs: streams \(no change is in the stream\)$/,
  ],
  [
    'time to live',
    { UpdateTimeToLive: unknown },
    /needs: time to live \(UpdateTimeToLive: UnknownOperationException: not here\)$/,
  ],
  [
    'a time to live that stays',
    { DescribeTimeToLive: { body: {} } },
    /needs: time to live \(it stays off\)$/,
  ],
  [
    'transactions and time to live',
    { TransactWriteItems: unknown, UpdateTimeToLive: unknown },
    /needs: conditional transactions \(.+\); time to live \(.+\)$/,
  ],
])('a server without %s is refused by what it lacks', async (_what, answers, message) => {
  const url = await serverThat(answers);
  await expect(checkTableStore('The store', url)).rejects.toThrow(message);
  await expect(startTableServer('unused', { DYNAMODB_ENDPOINT: url })).rejects.toMatchObject({
    code: 'LOCAL_FAILURE',
    message: expect.stringMatching(message),
  });
});

test('an address at which nothing answers is said', async () => {
  await expect(checkTableStore('DYNAMODB_ENDPOINT', 'http://127.0.0.1:1')).rejects.toThrow(
    /^DYNAMODB_ENDPOINT at http:\/\/127\.0\.0\.1:1 does not work as DynamoDB: connect ECONNREFUSED/,
  );
});
