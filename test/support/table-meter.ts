/** Stands between the functions and the table server, and writes down what each request consumes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { directoryKey } from '@billhook/core/base/table-keys';
import { keyRings } from '@billhook/core/key-rings/rings';

export type TableRequest = {
  /** When it arrived, as `performance.now()` tells it. */
  readonly at: number;
  /** The function that sent it, by its name in the contracts: `getBill`, `authorize`. */
  readonly caller: string;
  /** `GetItem`, `Query`, … */
  readonly operation: string;
  readonly index?: string;
  readonly consistent: boolean;
  /** Of an item that the rate of requests is counted in. */
  readonly counting: boolean;
  readonly readUnits: number;
  readonly writeUnits: number;
};

export type TableMeter = {
  readonly url: string;
  readonly requests: readonly TableRequest[];
  readonly close: () => Promise<void>;
};

const reads = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

/** @param upstream the table server's address. */
export async function startTableMeter(upstream: string): Promise<TableMeter> {
  const requests: TableRequest[] = [];
  const server = createServer((request, response) => {
    pass(upstream, request, response, requests).catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Input = {
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly Key?: { readonly pk?: { readonly S?: string }; readonly sk?: { readonly S?: string } };
};

/** What each process reads again after seconds: which call meets its time is chance. */
const keptForSeconds = [...Object.values(keyRings).map(({ item }) => item), directoryKey];

async function pass(
  upstream: string,
  request: IncomingMessage,
  response: ServerResponse,
  requests: TableRequest[],
): Promise<void> {
  const at = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const target = String(request.headers['x-amz-target'] ?? '');
  const operation = target.slice(target.lastIndexOf('.') + 1);
  const metered = /Item|Query|Scan/.test(operation);
  const input = (text ? JSON.parse(text) : {}) as Input;
  const answer = await fetch(upstream, {
    method: 'POST',
    headers: headersOf(request),
    body: metered ? JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }) : text,
  });
  const body = await answer.text();
  const caller = callerOf(request);
  const kept = keptForSeconds.some(
    ({ pk, sk }) => input.Key?.pk?.S === pk && input.Key?.sk?.S === sk,
  );
  if (metered && caller !== undefined && !kept) {
    const units = unitsOf(body);
    requests.push({
      at,
      caller,
      operation,
      index: input.IndexName,
      consistent: input.ConsistentRead === true,
      counting: input.Key?.pk?.S?.endsWith('#rate') ?? false,
      readUnits: reads.has(operation) ? units : 0,
      writeUnits: reads.has(operation) ? 0 : units,
    });
  }
  response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed = ['authorization', 'x-amz-target', 'x-amz-date', 'content-type'];
  return Object.fromEntries(
    passed.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
  );
}

/** A session token begins with the function's logical id. What starts the service has no such token. */
function callerOf({ headers }: IncomingMessage): string | undefined {
  const token = String(headers['x-amz-security-token'] ?? '');
  return /(\w+)Function[0-9A-F]{8}\./.exec(token)?.[1];
}

type Consumed = { readonly CapacityUnits?: number };

function unitsOf(body: string): number {
  const { ConsumedCapacity } = JSON.parse(body || '{}') as {
    ConsumedCapacity?: Consumed | Consumed[];
  };
  const all = [ConsumedCapacity ?? []].flat();
  return all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** Comes when nothing was asked of the table for so long. */
export async function quietOf({ requests }: TableMeter, milliseconds: number): Promise<void> {
  for (;;) {
    const waited = performance.now() - (requests.at(-1)?.at ?? 0);
    if (waited >= milliseconds) return;
    await pause(milliseconds - waited + 1);
  }
}
