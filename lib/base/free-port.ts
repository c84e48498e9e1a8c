import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A port of this machine that nothing listens on at the moment. */
export function findFreePort(): Promise<number> {
  return listenOnce(0);
}

/**
 * One that stays free while whoever listens on it is away for a moment: it is not among those that Linux
 * and macOS hand out by themselves.
 */
export async function findLastingPort(): Promise<number> {
  for (;;) {
    const port = await listenOnce(randomInt(...NOT_HANDED_OUT)).catch(takenPort);
    if (port !== undefined) return port;
  }
}

const NOT_HANDED_OUT = [20_000, 32_000] as const;

function takenPort(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
