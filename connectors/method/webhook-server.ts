/** Takes Method's webhooks, on a port of its own: what the kit serves is for signed callers alone. */
import { createServer, type Server } from 'node:http';
import type { Deps } from './deps.ts';
import { readWebhook, type Tell, tellOf, type Webhook } from './news.ts';

const MAX_BODY_BYTES = 65_536;
const PATH = '/webhooks/method';

/** The status to answer with. Method sends it again after anything but 200. */
export async function answerWebhook(
  deps: Deps,
  connector: Tell,
  secret: string,
  webhook: Webhook,
): Promise<200 | 401 | 503> {
  const read = readWebhook(webhook, secret, deps.now());
  if (read === 'refused') return 401;
  try {
    if (read.payment !== undefined) await tellOf(deps, connector, read.payment);
    return 200;
  } catch {
    return 503;
  }
}

/** A server that is not listening yet. Put TLS in front of it. */
export function webhookServer(deps: Deps, connector: Tell, secret: string): Server {
  return createServer(async (incoming, outgoing) => {
    try {
      const body = await bodyOf(incoming);
      const isHere = incoming.method === 'POST' && incoming.url === PATH;
      const headers = incoming.headers as Webhook['headers'];
      const status = !isHere
        ? 404
        : body === undefined
          ? 413
          : await answerWebhook(deps, connector, secret, { headers, body });
      outgoing.writeHead(status).end();
    } catch {
      outgoing.destroy();
    }
  });
}

/** Nothing if it is too long. The rest of such a one is thrown away. */
async function bodyOf(incoming: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString() : undefined;
}
