/** Sends requests as a partner's servers do: over connections that stay open, each with a time limit. */
import { Agent, type IncomingMessage, request } from 'node:http';

export type Sent = {
  readonly method: string;
  /** With its query, without `/v1`. */
  readonly path: string;
  readonly body?: object;
  /** An API key or a token; an operation that is open to everyone has none. */
  readonly bearer?: string;
};

/** What came back, or why nothing did. A body that isn't JSON is undefined. */
export type Came =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: unknown;
      readonly retryAfter?: string;
    }
  | { readonly kind: 'timeout' | 'connection' };

export type Caller = {
  readonly call: (sent: Sent) => Promise<Came>;
  readonly close: () => void;
};

/** Longer than the gateway's own limit of 29 seconds, which has to come first. */
const TIMEOUT_MILLISECONDS = 35_000;

/** @param baseUrl with `/v1`, without a slash at the end. */
export function openCaller(baseUrl: string): Caller {
  const agent = new Agent({ keepAlive: true });
  return {
    call: ({ method, path, body, bearer }) =>
      new Promise((resolve) => {
        const text = body && JSON.stringify(body);
        const headers = {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        };
        const options = { method, headers, agent, timeout: TIMEOUT_MILLISECONDS };
        const outgoing = request(`${baseUrl}${path}`, options, (incoming) => {
          readAnswer(incoming).then(resolve, () => resolve({ kind: 'connection' }));
        });
        outgoing.on('timeout', () => {
          resolve({ kind: 'timeout' });
          outgoing.destroy();
        });
        outgoing.on('error', () => resolve({ kind: 'connection' }));
        outgoing.end(text);
      }),
    close: () => agent.destroy(),
  };
}

async function readAnswer(incoming: IncomingMessage): Promise<Came> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const retryAfter = incoming.headers['retry-after'];
  return {
    kind: 'answered',
    status: incoming.statusCode ?? 0,
    body: parse(Buffer.concat(chunks).toString()),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
