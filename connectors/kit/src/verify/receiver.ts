/** Takes reports while the checks run: a server that the connector can reach. */
import { createServer, type Server } from 'node:http';
import { MAX_BODY_BYTES } from '../protocol/limits.ts';
import type { OperationState } from '../protocol/operations.ts';
import type { OpenKeys } from '../wire/keys.ts';
import { readReport } from '../wire/report.ts';

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
      if (report) reports.push(report.state);
      outgoing.writeHead(report ? 204 : 404).end();
    }),
  };
  return receiver;
}
