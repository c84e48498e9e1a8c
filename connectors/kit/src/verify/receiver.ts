/** Takes reports while the checks run: a server that the connector can reach. */
import { createServer, type Server } from 'node:http';
import * as v from 'valibot';
import { MAX_BODY_BYTES } from '../protocol/limits.ts';
import { type OperationState, operationState, REPORT_PATH } from '../protocol/operations.ts';
import { type OpenKeys, signingKey } from '../wire/keys.ts';
import { readJson, type WireRequest } from '../wire/message.ts';
import { verifyMessage } from '../wire/signature.ts';

const PATH = new RegExp(`^${REPORT_PATH.replace('{operation}', '([\\w-]+)')}$`);

/** The state in a report that the connector has signed; nothing if it is none. */
export function readReport(
  request: WireRequest,
  connectorKeys: OpenKeys,
  now: number,
): OperationState | undefined {
  const { ok } = verifyMessage('report', request, undefined, {
    keyOf: (keyid) => signingKey(connectorKeys, keyid),
    now: now / 1000,
  });
  const operation = PATH.exec(new URL(request.url).pathname)?.[1];
  const parsed = v.safeParse(operationState, readJson(request.body)?.value);
  if (!ok || !parsed.success || parsed.output.operation !== operation) return undefined;
  return request.headers['billhook-operation'] === operation ? parsed.output : undefined;
}

export type Receiver = {
  readonly reportsOf: (operation: string) => readonly OperationState[];
  /** Set once the manifest is known. */
  keys: OpenKeys;
  readonly server: Server;
};

export function createReceiver(baseUrl: string): Receiver {
  const reports: OperationState[] = [];
  const receiver: Receiver = {
    reportsOf: (operation) => reports.filter((one) => one.operation === operation),
    keys: [],
    server: createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of incoming as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_BODY_BYTES) return incoming.destroy();
        chunks.push(chunk);
      }
      const { method = '', url = '/' } = incoming;
      const headers = incoming.headers as Record<string, string | undefined>;
      const request = { method, url: `${baseUrl}${url}`, headers, body: Buffer.concat(chunks) };
      const report = readReport(request, receiver.keys, Date.now());
      if (report) reports.push(report);
      outgoing.writeHead(report ? 204 : 404).end();
    }),
  };
  return receiver;
}
