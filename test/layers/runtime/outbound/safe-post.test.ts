import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type Post, postSafely } from '@billhook/runtime/outbound/safe-post';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const TIMEOUT_MILLISECONDS = 400;
const POST: Post = {
  headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
  body: '{"event":{"label":"Zürich"}}',
  timeoutMilliseconds: TIMEOUT_MILLISECONDS,
};
const deps = { allowLocal: true };

let server: Server;
let answer: RequestListener;

beforeAll(async () => {
  server = createServer((...given) => answer(...given));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function receiver(): string {
  return `http://localhost:${(server.address() as AddressInfo).port}/hooks?a=b`;
}

/** A server that speaks in its own way, at an address of its own. */
async function raw<T>(onSocket: (socket: Socket) => void, work: (url: string) => Promise<T>) {
  const sockets = new Set<Socket>();
  const listening = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    listening.close();
  }
}

const says = (text: string) => (socket: Socket) => socket.once('data', () => socket.write(text));
const saysLast = (text: string) => (socket: Socket) => socket.once('data', () => socket.end(text));

describe('a post', () => {
  test('arrives byte for byte, with its headers and those of the wire', async () => {
    let seen: unknown;
    answer = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
        response.writeHead(204).end();
      });
    };
    const headers = { ...POST.headers, 'accept-encoding': 'gzip', host: 'a', connection: 'b' };
    const posted = await postSafely(receiver(), { ...POST, headers }, deps);
    expect(posted).toEqual({ kind: 'answered', status: 204, milliseconds: expect.any(Number) });
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/hooks?a=b',
      body: POST.body,
      headers: {
        host: new URL(receiver()).host,
        connection: 'close',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(String(POST.body))),
        'accept-encoding': 'identity',
        'webhook-id': 'evt_1',
      },
    });
  });

  test.each([200, 201, 301, 302, 307, 308, 400, 410, 429, 500, 503])(
    'tells an answer of status %i, whatever it means',
    async (status) => {
      answer = (_, response) => response.writeHead(status, { location: receiver() }).end('said');
      expect(await postSafely(receiver(), POST, deps)).toMatchObject({ kind: 'answered', status });
    },
  );

  test('tells how long it was asked to wait', async () => {
    answer = (_, response) => response.writeHead(503, { 'retry-after': '120' }).end();
    expect(await postSafely(receiver(), POST, deps)).toMatchObject({ retryAfter: '120' });
  });

  test('reads no more than a little of a long answer', async () => {
    let sent = 0;
    answer = (_, response) => {
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      response.on('drain', pump);
      pump();
    };
    expect(await postSafely(receiver(), POST, deps)).toMatchObject({ status: 200 });
    expect(sent).toBeLessThan(8 * 1_024 * 1_024);
    answer = (_, response) => response.writeHead(200, { 'content-length': '999999999' }).write('a');
    expect(await postSafely(receiver(), POST, deps)).toMatchObject({ status: 200 });
  });

  const hanging: Record<string, RequestListener> = {
    nothing: () => {},
    'only headers': (_, response) => response.writeHead(200).write('a'),
    'a byte now and then': (_, response) => {
      const timer = setInterval(() => response.write('a'), 50);
      response.once('close', () => clearInterval(timer));
    },
    'that it goes on, again and again': (_, response) => {
      const timer = setInterval(() => response.writeProcessing(), 50);
      response.once('close', () => clearInterval(timer));
    },
  };

  test.each(Object.entries(hanging))('is not held by a receiver that says %s', async (_, slow) => {
    answer = slow;
    const posted = await postSafely(receiver(), POST, deps);
    expect(posted).toMatchObject({ kind: 'failed', reason: 'timed_out' });
    expect(posted.milliseconds).toBeGreaterThanOrEqual(TIMEOUT_MILLISECONDS - 5);
    expect(posted.milliseconds).toBeLessThan(2 * TIMEOUT_MILLISECONDS);
  });

  test('is not held by a name that nobody answers for', async () => {
    const silent = { resolve: () => new Promise<never>(() => {}) };
    const posted = await postSafely('https://slow.example/', POST, silent);
    expect(posted).toMatchObject({ kind: 'failed', reason: 'timed_out' });
  });

  test('fails where nobody listens, and where the name leads nowhere', async () => {
    const url = await raw(
      () => {},
      async (gone) => gone,
    );
    expect(await postSafely(url, POST, deps)).toMatchObject({ reason: 'connection_failed' });
    const nowhere = { resolve: async () => [] };
    expect(await postSafely('https://gone.example/', POST, nowhere)).toMatchObject({
      reason: 'name_not_found',
    });
  });

  test('fails where TLS does not come about', async () => {
    const secure = (url: string) => postSafely(url.replace('http:', 'https:'), POST, deps);
    const spoken = await raw(says('HTTP/1.1 200 OK\r\n\r\n'), secure);
    expect(spoken).toMatchObject({ kind: 'failed', reason: 'tls_failed' });
    expect(await raw((socket) => socket.destroy(), secure)).toMatchObject({ reason: 'tls_failed' });
  });

  const broken: Record<string, (socket: Socket) => void> = {
    'closes at once': (socket) => socket.destroy(),
    'resets when it has read': (socket) => socket.once('data', () => socket.resetAndDestroy()),
    'closes when it has read': (socket) => socket.once('data', () => socket.end()),
    'closes amid its first line': saysLast('HTTP/1.1 20'),
    'closes amid its headers': saysLast('HTTP/1.1 200 OK\r\ncontent-le'),
    'closes amid its body': saysLast('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'),
    'closes amid a chunk': saysLast(
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nabc',
    ),
    'speaks another protocol': says('SSH-2.0-OpenSSH_9.6\r\n'),
    'answers with bytes': (socket) =>
      socket.once('data', () => socket.write(Buffer.from([0, 255, 1, 254, 10, 13]))),
    'has headers that are none': says('HTTP/1.1 200 OK\r\n\u0000: \u0001\r\n\r\n'),
    'says its length twice': says(
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
    ),
    'says a length that is none': says('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\na'),
    'has chunks that are none': says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    'has a line without end': (socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 ${'a'.repeat(200_000)}`)),
    'has headers without end': (socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(50_000)}`)),
    'goes over to another protocol': says(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ),
  };

  test.each(Object.entries(broken))('fails where the receiver %s', async (_, onSocket) => {
    const posted = await raw(onSocket, (url) => postSafely(url, POST, deps));
    expect(posted).toMatchObject({ kind: 'failed', reason: 'answer_broken' });
  });

  test('is answered by one who does not hear it out', async () => {
    answer = (_, response) => response.writeHead(413).end();
    const body = Buffer.alloc(4 * 1_024 * 1_024);
    const posted = await postSafely(receiver(), { ...POST, body }, deps);
    expect(posted.kind === 'answered' ? posted.status : posted.reason).toBeOneOf([
      413,
      'answer_broken',
    ]);
  });

  test('with a header that cannot be sent is a failure like any other', async () => {
    const headers = { 'x-label': 'a\r\nb: c' };
    expect(await postSafely(receiver(), { ...POST, headers }, deps)).toMatchObject({
      kind: 'failed',
      reason: 'connection_failed',
    });
  });
});
