/** Serves a connector on this machine alone, at an address that stays what it is. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { findFreePort } from '../../lib/base/free-port.ts';

const HOST = '127.0.0.1';

export type Place = {
  /** Where the port of the last time is kept. */
  readonly folder: string;
  /** Without one, the port of the last time in this folder, and at first any that is free. */
  readonly port?: number;
};

/** The address is signed, and callers know it: it stays what it is. */
export async function portFor({ folder, port }: Place): Promise<number> {
  if (port !== undefined && port !== 0) return port;
  const file = portFile(folder);
  if (existsSync(file)) return Number(readFileSync(file, 'utf8'));
  return findFreePort();
}

/** What callers put before a path, if nothing stands in front. */
export function addressOf(port: number): string {
  return `http://${HOST}:${port}`;
}

/** @returns once it listens, and the port is kept. */
export async function listen(server: Server, port: number, { folder }: Place): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
  writeFileSync(portFile(folder), `${port}\n`);
}

function portFile(folder: string): string {
  return join(folder, 'port');
}
