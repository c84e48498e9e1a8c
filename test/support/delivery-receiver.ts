/**
 * An endpoint as endpoints are: it fails now and then, hangs, and closes connections. Whatever it does,
 * it looks at each request first: the package `standardwebhooks` says whether it is signed.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** Shares of all requests, from 0 to 1. */
export type Misbehaviour = {
  readonly fails: number;
  readonly hangs: number;
  readonly closesEarly: number;
};

export type Receiver = {
  readonly url: string;
  /** What an endpoint of this path signs with. */
  trust(path: string, secret: string): void;
  /** How often each event that was signed was accepted, by its `webhook-id`; without tests of the address. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly counts: {
    requests: number;
    failed: number;
    hung: number;
    closed: number;
    /** Not signed by the endpoint's secret. */
    unverified: number;
    /** Of an event that came before with another body, or under an id that is not the event's. */
    mismatched: number;
  };
  close(): Promise<void>;
};

type Looked = { readonly id: string; readonly isTest: boolean; readonly event?: object };
type Act = 'accept' | 'fail' | 'hang' | 'close';

export async function startReceiver(
  { fails, hangs, closesEarly }: Misbehaviour,
  {
    random = Math.random,
    onEvent,
  }: {
    readonly random?: () => number;
    /** Told of each event that was accepted, each time. */
    readonly onEvent?: (event: object) => void;
  } = {},
): Promise<Receiver> {
  const secrets = new Map<string, Webhook>();
  const accepted = new Map<string, number>();
  const bodies = new Map<string, string>();
  const counts = { requests: 0, failed: 0, hung: 0, closed: 0, unverified: 0, mismatched: 0 };
  const look = (path: string, headers: IncomingMessage['headers'], body: string): Looked => {
    const id = String(headers['webhook-id']);
    try {
      const verified = secrets.get(path)?.verify(body, headers as Record<string, string>);
      const { event } = verified as { event: { _id: string; type: string } };
      // A table does not keep the order of fields.
      const fields = JSON.stringify(event).match(/"\w+":|[^,{}]+/g) ?? [];
      const digest = createHash('sha256').update(fields.toSorted().join()).digest('base64');
      if (event._id !== id || (bodies.get(id) ?? digest) !== digest) counts.mismatched += 1;
      bodies.set(id, digest);
      return { id, event, isTest: event.type === 'webhook-endpoint.test' };
    } catch {
      counts.unverified += 1;
    }
    return { id, isTest: false };
  };
  const actOf = (): Act => {
    const drawn = random();
    if (drawn < fails) return 'fail';
    if (drawn < fails + hangs) return 'hang';
    return drawn < fails + hangs + closesEarly ? 'close' : 'accept';
  };
  const acts: Record<Act, (response: ServerResponse, looked: Looked) => void> = {
    accept: (response, { id, event, isTest }) => {
      if (event && !isTest) accepted.set(id, (accepted.get(id) ?? 0) + 1);
      if (event) onEvent?.(event);
      response.writeHead(204).end();
    },
    fail: (response) => {
      counts.failed += 1;
      response.writeHead(500).end('no');
    },
    hang: () => {
      counts.hung += 1;
    },
    close: (response) => {
      counts.closed += 1;
      response.socket?.destroy();
    },
  };
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      counts.requests += 1;
      const looked = look(request.url ?? '', request.headers, Buffer.concat(chunks).toString());
      acts[actOf()](response, looked);
    } catch {
      // The deliverer was killed while it sent.
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trust: (path, secret) => secrets.set(path, new Webhook(secret)),
    accepted,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
