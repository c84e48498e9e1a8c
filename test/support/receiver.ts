/** An endpoint on this machine that takes everything, and the deliveries that came. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyEvent } from '@billhook/core/schemas/event';
import { Webhook } from 'standardwebhooks';

export type Delivered = {
  readonly event: AnyEvent;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent. */
  readonly body: string;
};

export type Receiver = {
  readonly url: string;
  /** What came, in its order. */
  readonly delivered: readonly Delivered[];
  /** Whether all that came was signed with a secret, by the package that receivers use. */
  readonly verifies: (secret: string) => boolean;
  readonly close: () => Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const delivered: Delivered[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    delivered.push({ ...(JSON.parse(body) as { event: AnyEvent }), headers, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    delivered,
    verifies: (secret) => {
      const webhook = new Webhook(secret);
      return delivered.every(({ headers, body, event }) => {
        const verified = webhook.verify(body, headers) as { event: AnyEvent };
        return verified.event._id === event._id && headers['webhook-id'] === event._id;
      });
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
