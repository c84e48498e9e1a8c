/** What the worker's function calls as its broker: a world in memory, behind the interface of Lambda. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkerAsks } from '@billhook/runtime/companies/worker/broker';
import type { WorkWorld } from '../../../support/work-world.ts';

export type Broker = {
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** @param told of each question, once it was answered. */
export async function openBroker(
  world: WorkWorld,
  told: (asked: WorkerAsks) => void = () => {},
): Promise<Broker> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as WorkerAsks;
    const said = await world.ask(asked);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    told(asked);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
