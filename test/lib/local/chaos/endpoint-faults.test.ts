import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Chaos } from '../../../../lib/local/chaos/chaos.ts';
import { type Fault, faultsOf } from '../../../../lib/local/chaos/faults.ts';
import { type Endpoint, openEndpoint } from '../../../../lib/local/endpoint/endpoint.ts';

const transaction = { TransactItems: [{ Put: { Item: {} } }, { Delete: { Key: {} } }] };

let endpoint: Endpoint;
let tables: Server;
let fault: Fault | undefined;
const carriedOut = vi.fn();

const chaos = {
  rate: () => 1,
  strikeCall: () => fault,
} as unknown as Chaos;

beforeAll(async () => {
  tables = createServer((_, response) => {
    carriedOut();
    response.end('{}');
  });
  await new Promise<void>((resolve) => tables.listen(0, '127.0.0.1', resolve));
  endpoint = await openEndpoint(chaos);
  const caller = { name: 'function', roleArn: 'arn:role' };
  endpoint.connect({
    callers: {
      issue: () => fail(),
      find: () => caller,
      authorize: () => {},
      statementsOf: () => [],
    },
    services: { kms: { access: () => [], run: () => carriedOut() } },
    tables: {
      url: `http://127.0.0.1:${(tables.address() as AddressInfo).port}`,
      access: () => [],
      written: () => {},
    },
  });
});
afterAll(async () => {
  await endpoint.close();
  tables.close();
});
beforeEach(() => carriedOut.mockClear());

function fail(): never {
  throw new Error('Nobody asks for credentials');
}

async function call(service: string, operation: string) {
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/${service}/aws4_request`,
      'x-amz-target': `Any.${operation}`,
    },
    body: JSON.stringify(transaction),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const rows = [
  ...faultsOf('dynamodb', 'TransactWriteItems').map((one) => ['dynamodb', one] as const),
  ...faultsOf('kms', 'Decrypt').map((one) => ['kms', one] as const),
];

test.each(rows.map(([service, one]) => [service, one.name, one] as const))(
  '%s: %s is answered as AWS does, carried out or not',
  async (service, _, one) => {
    fault = one;
    const answer = call(service, service === 'kms' ? 'Decrypt' : 'TransactWriteItems');
    if (one.error) {
      const { status, code } = one.error;
      expect(await answer).toMatchObject({ status, body: { __type: code } });
    } else {
      await expect(answer).rejects.toThrow();
    }
    expect(carriedOut).toHaveBeenCalledTimes(one.carriedOut ? 1 : 0);
  },
);

test('a cancelled transaction names a reason for each of its items', async () => {
  fault = faultsOf('dynamodb', 'TransactWriteItems').find((one) => one.error?.reason);
  const { body } = await call('dynamodb', 'TransactWriteItems');
  expect(body.CancellationReasons).toMatchObject([
    { Code: 'TransactionConflict' },
    { Code: 'None' },
  ]);
  expect(body.message).toContain('[TransactionConflict, None]');
});

test('what meets no fault is answered', async () => {
  fault = undefined;
  expect(await call('dynamodb', 'TransactWriteItems')).toEqual({ status: 200, body: {} });
});
