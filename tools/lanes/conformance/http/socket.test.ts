import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { exchange } from './socket.ts';

let server: Server;

afterEach(() => {
  server.close();
});

async function answering(text: string): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const sent = [Buffer.from('x')];
const one = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: b\r\n\r\nok';

test('a response is read with its status, headers and body', async () => {
  const port = await answering(`HTTP/1.1 100 Continue\r\n\r\n${one}`);
  expect(await exchange(port, sent)).toEqual({
    ...{ status: 200, body: 'ok', count: 1 },
    headers: { 'content-length': '2', 'x-a': 'b' },
  });
});

test('responses in a row are counted', async () => {
  const port = await answering(one.repeat(3));
  expect(await exchange(port, sent, { responses: 3 })).toMatchObject({ count: 3, status: 200 });
});

test('a response to HEAD has no body, whatever length it names', async () => {
  const port = await answering('HTTP/1.1 405 No\r\nContent-Length: 99\r\n\r\n');
  expect(await exchange(port, sent, { bodiless: true })).toMatchObject({ status: 405, body: '' });
});

test('a connection that is closed without an answer has status 0', async () => {
  expect(await exchange(await answering(''), sent)).toMatchObject({ status: 0, count: 0 });
});
