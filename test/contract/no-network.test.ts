import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';

test('a unit test reaches no other machine', async () => {
  await expect(fetch('http://192.0.2.1:8080/')).rejects.toThrow();
  expect(() => connect(8080, '192.0.2.1')).toThrow(/network is off/);
  expect(() => connect({ host: 'service.example', port: 443 })).toThrow(/network is off/);
});

test('a unit test reaches what runs on its own machine', async () => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end());
    socket.once('close', () => resolve()).once('error', reject);
    socket.resume();
  });
  server.close();
});
