/**
 * Stands in for SQS and KMS while deliverers are killed: messages come at least once, and come again
 * when whoever took them does not say that he is done.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StubQueue = 'events' | 'endpoints';

export type StubMessage = {
  readonly id: number;
  readonly body: object;
};

type Standing = { readonly queue: StubQueue; readonly body: object; visibleAt: number };

export type StubQueues = {
  readonly url: string;
  send(queue: StubQueue, bodies: readonly object[]): void;
  count(): number;
  close(): Promise<void>;
};

/** @param visibilityMilliseconds how long a message is hidden that was taken. */
export async function startStubQueues(visibilityMilliseconds: number): Promise<StubQueues> {
  const standing = new Map<number, Standing>();
  let last = 0;
  const send = (queue: StubQueue, bodies: readonly object[], delayMilliseconds = 0) => {
    for (const body of bodies) {
      last += 1;
      standing.set(last, { queue, body, visibleAt: Date.now() + delayMilliseconds });
    }
  };
  const receive = (queue: StubQueue, limit: number): StubMessage[] => {
    const now = Date.now();
    const taken: StubMessage[] = [];
    for (const [id, message] of standing) {
      if (taken.length >= limit) break;
      if (message.queue !== queue || message.visibleAt > now) continue;
      message.visibleAt = now + visibilityMilliseconds;
      taken.push({ id, body: message.body });
    }
    return taken;
  };
  const answers: Record<string, (input: never) => object> = {
    '/receive': ({ queue, limit }: { queue: StubQueue; limit: number }) => receive(queue, limit),
    '/delete': ({ id }: { id: number }) => {
      standing.delete(id);
      return {};
    },
    '/send': (input: { queue: StubQueue; bodies: object[]; delayMilliseconds: number }) => {
      send(input.queue, input.bodies, input.delayMilliseconds);
      return {};
    },
  };
  const server = createServer(async (request, response) => {
    const input = JSON.parse(await textOf(request));
    const target = String(request.headers['x-amz-target'] ?? '');
    const answer = answers[request.url ?? ''];
    const output = answer ? answer(input as never) : dataKey(target, input);
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(output));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send,
    count: () => standing.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Wraps nothing: what is tried here is not the vault. */
function dataKey(target: string, input: { readonly CiphertextBlob?: string }): object {
  const key = target.endsWith('GenerateDataKey')
    ? randomBytes(32).toString('base64')
    : input.CiphertextBlob;
  return { Plaintext: key, CiphertextBlob: key, KeyId: 'stub' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
