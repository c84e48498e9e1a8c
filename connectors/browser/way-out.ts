/**
 * The one way out of a browser: a proxy of its own, which lets it reach the hosts that its company's file
 * names and nobody else. A name is looked up once, and the connection goes to the address that was
 * checked: private addresses, this machine and the services of a cloud are no company's.
 */
import { lookup } from 'node:dns/promises';
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { unsafeAddress } from '@billhook/core/base/address-safety';

/** Where a company is: `www.power.example:443`. */
export type Destination = {
  readonly host: string;
  readonly port: number;
  /** A stand-in of this machine: plain HTTP, and on loopback. */
  readonly isStandIn?: boolean;
};

export type WayOut = {
  readonly port: number;
  /** What was asked for and not let through, the latest last: `host:port`. */
  readonly refused: () => readonly string[];
  /**
   * Ends every connection. A browser sends a request again by itself, a payment too, where a connection
   * that it has used before ends without an answer; on a fresh one it does not.
   */
  readonly endConnections: () => void;
  readonly close: () => Promise<void>;
};

export type WayOutDeps = {
  /** The addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
};

const HTTPS_PORT = 443;
const MOST_REMEMBERED = 100;
const CONNECT_MILLISECONDS = 10_000;

export function destinationOf(address: string, isStandIn = false): Destination {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port) || HTTPS_PORT, ...(isStandIn && { isStandIn }) };
}

export async function openWayOut(
  allowed: readonly Destination[],
  { resolve = lookUp }: WayOutDeps = {},
): Promise<WayOut> {
  const refused: string[] = [];
  const sockets = new Set<Duplex>();
  const find = async (host: string, port: number): Promise<string | undefined> => {
    const one = allowed.find((each) => each.host === host && each.port === port);
    const address = one && (await addressFor(one, resolve));
    if (address === undefined) {
      refused.push(`${host}:${port}`);
      if (refused.length > MOST_REMEMBERED) refused.shift();
    }
    return address;
  };
  const server = createServer((incoming, outgoing) => {
    passOn(incoming, outgoing, find).catch(() => refuse(outgoing));
  });
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    const { hostname, port } = partsOf(`https://${url}`);
    tunnel(socket, find(hostname, Number(port) || HTTPS_PORT), Number(port) || HTTPS_PORT);
  });
  const endConnections = () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    refused: () => [...refused],
    endConnections,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        endConnections();
      }),
  };
}

async function lookUp(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

async function addressFor(
  { host, isStandIn }: Destination,
  resolve: (host: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  // Nothing that a page says leads to an address: the file of its company does.
  if (isIP(host)) return isStandIn ? host : undefined;
  const addresses = await resolve(host).catch(() => []);
  const isRefused = addresses.length === 0 || addresses.some((one) => unsafeAddress(one));
  return isRefused ? undefined : addresses[0];
}

function tunnel(socket: Duplex, found: Promise<string | undefined>, port: number): void {
  void found.then((host) => {
    if (host === undefined || socket.destroyed) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const onward: Socket = connect({ host, port, timeout: CONNECT_MILLISECONDS });
    onward.once('connect', () => {
      onward.setTimeout(0);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    const end = () => {
      onward.destroy();
      socket.destroy();
    };
    onward.once('error', end).once('timeout', end);
    socket.once('close', end);
  });
}

/** Plain HTTP, of a stand-in alone: all else comes through a tunnel. */
async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  find: (host: string, port: number) => Promise<string | undefined>,
): Promise<void> {
  const { protocol, hostname, port, pathname, search } = partsOf(incoming.url ?? '');
  const host = protocol === 'http:' ? await find(hostname, Number(port)) : undefined;
  if (host === undefined) return refuse(outgoing);
  const { 'proxy-connection': _ours, ...headers } = incoming.headers;
  const { method } = incoming;
  const onward = openRequest(
    { host, port, method, path: `${pathname}${search}`, headers },
    (response) => {
      const { connection: _kept, ...own } = response.headers;
      // One request a connection: see `endConnections`.
      outgoing.writeHead(response.statusCode ?? 502, { ...own, connection: 'close' });
      response.pipe(outgoing);
      response.once('error', () => outgoing.destroy());
    },
  );
  // As the browser would see it without a proxy: no response.
  onward.once('error', () => outgoing.destroy());
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
}

function partsOf(url: string) {
  return URL.canParse(url) ? new URL(url) : new URL('https://nowhere.invalid');
}

function refuse(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(403).end();
}
