/**
 * The attack on one's own process: Lambda freezes it with a 503, and thaws it with the next call, when
 * what was under way goes on as if no time had passed (decision: no-write-after-the-answer).
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Operation } from '@billhook/core/api/operation';
import { newRootId } from '@billhook/core/base/ids';
import { openVault } from '@billhook/runtime/aws/vault';
import { serve } from '@billhook/runtime/serve/serve';
import { openTable } from '@billhook/runtime/table/table';
import type { Table, Write } from '@billhook/runtime/table/types';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';

/** What reached the table: `PutItem`, … */
let reached: string[];
/** Answers a call; one that returns false leaves it without an answer and cuts the connection. */
let answers: (operation: string) => Promise<boolean> | boolean;
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    request.resume();
    reached.push(operation);
    if (!(await answers(operation))) return request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`);
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  reached = [];
  answers = () => true;
});

const operation = {
  method: 'GET',
  path: '/thing',
  summary: 'Does what a test says.',
  callers: ['anyone'],
  scope: 'none',
  response: v.unknown(),
  errors: [],
  uses: { table: ['get', 'put'] },
  impact: 'Nothing.',
} as const satisfies Operation;

const key = { pk: 'a', sk: 'b' };
const put: Write = { put: key };
const event = { requestContext: { extendedRequestId: 'r' }, headers: {} };
/** A second is kept for the answer. */
const almostOver = { getRemainingTimeInMillis: () => 1_020 };
const enough = { getRemainingTimeInMillis: () => 10_000 };

/** Calls an operation that does `work`; what came of the work is known once it has ended. */
function call(work: (table: Table) => Promise<unknown>, context = almostOver) {
  const { promise: ended, resolve } = Promise.withResolvers<unknown>();
  const handler = serve(
    operation,
    ({ table }) => table,
    async (_request, table) => {
      const outcome = await work(table).catch((error: Error) => error.name);
      resolve(outcome);
      return outcome as object;
    },
  );
  const answer = handler.over({ table: openTable({ name: 'main' }) })(
    event as unknown as APIGatewayProxyEvent,
    context,
  );
  return { answer, ended };
}

describe('what goes on after a 503', () => {
  test.each<[string, readonly Write[]]>([
    ['an item', [put]],
    ['a change of an item', [{ update: key, set: { a: 1 } }]],
    ['the removal of an item', [{ delete: key }]],
    ['a transaction', [put, { check: { pk: 'c', sk: 'd' }, when: { exists: true } }]],
  ])('writes nothing: %s', async (_what, writes) => {
    const thawed = Promise.withResolvers<void>();
    const { answer, ended } = call(async (table) => {
      await thawed.promise;
      return table.write(writes);
    });
    expect((await answer).statusCode).toBe(503);
    thawed.resolve();
    expect(await ended).toBe('LateWrite');
    expect(reached).toEqual([]);
  });

  test('writes nothing after it has read once more', async () => {
    const thawed = Promise.withResolvers<void>();
    const { answer, ended } = call(async (table) => {
      await thawed.promise;
      await table.get(key);
      return table.write([put]);
    });
    expect((await answer).statusCode).toBe(503);
    thawed.resolve();
    expect(await ended).toBe('LateWrite');
    expect(reached).toEqual(['GetItem']);
  });

  test('is not sent again, when the connection was lost in the frost', async () => {
    const thawed = Promise.withResolvers<void>();
    answers = async () => {
      await thawed.promise;
      return false;
    };
    // Its time runs out once the table was reached, however busy this machine is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { answer, ended } = call((table) => table.write([put]));
    while (reached.length === 0) await nextTurn();
    vi.runAllTimers();
    vi.useRealTimers();
    expect((await answer).statusCode).toBe(503);
    expect(reached).toEqual(['PutItem']);
    thawed.resolve();
    expect(await ended).toBe('LateWrite');
    expect(reached).toEqual(['PutItem']);
  });

  test('makes no key of a client, who may be erased by now', async () => {
    const thawed = Promise.withResolvers<void>();
    vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
    vi.stubEnv('CLIENT_KEYS_TABLE', 'client-keys');
    const { seal } = openVault({ kms: fakeKms().kms });
    const { answer, ended } = call(async () => {
      await thawed.promise;
      return seal({ clientId: newRootId('cl', randomBytes), recordId: 'pm_a' }, { a: 'b' });
    });
    expect((await answer).statusCode).toBe(503);
    thawed.resolve();
    expect(await ended).toBe('LateWrite');
    expect(reached).toEqual(['GetItem']);
  });

  test('stops nothing of the call that thawed it', async () => {
    const thawed = Promise.withResolvers<void>();
    const late = call(async (table) => {
      await thawed.promise;
      return table.write([put]);
    });
    expect((await late.answer).statusCode).toBe(503);
    const next = call(async (table) => {
      thawed.resolve();
      await late.ended;
      return { result: await table.write([{ delete: key }]) };
    }, enough);
    expect((await next.answer).statusCode).toBe(200);
    expect(await late.ended).toBe('LateWrite');
    expect(reached).toEqual(['DeleteItem']);
  });
});

test('what an answer did not wait for writes nothing either', async () => {
  const thawed = Promise.withResolvers<void>();
  const left = Promise.withResolvers<unknown>();
  const { answer } = call(async (table) => {
    left.resolve(thawed.promise.then(() => table.write([put])).catch((error) => error.name));
    return { done: true };
  }, enough);
  expect((await answer).statusCode).toBe(200);
  thawed.resolve();
  expect(await left.promise).toBe('LateWrite');
  expect(reached).toEqual([]);
});

test('a call in time writes, and tries again what was lost', async () => {
  let lost = 1;
  answers = () => lost-- <= 0;
  const { answer } = call((table) => table.write([put]), enough);
  expect((await answer).statusCode).toBe(200);
  expect(reached).toEqual(['PutItem', 'PutItem']);
});
