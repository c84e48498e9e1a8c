/** A server on a port that was asked for, on the usual one, or on any. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localFailure } from './failures.ts';

export type Server = { readonly port: number; readonly close: () => Promise<void> };

export type ServerPlace = {
  readonly host: string;
  /** 0 for any free port. The usual one when left out, or any free one while that is taken. */
  readonly port?: number;
  readonly usualPort: number;
  /** Sets the port: `--modules-port`. */
  readonly option: string;
};

const CLOSE_TIMEOUT_MILLISECONDS = 2_000;
/** More than the gateway takes, so that the refusal is the gateway's. */
const MAX_HEADER_BYTES = 65_536;

/** @throws LocalFailure when the port that was asked for is taken. */
export async function openServer(place: ServerPlace, listener: RequestListener): Promise<Server> {
  const { host, port, usualPort, option } = place;
  const server = createServer(
    { keepAliveTimeout: 60_000, maxHeaderSize: MAX_HEADER_BYTES },
    listener,
  );
  const listen = (on: number) =>
    new Promise<string | undefined>((resolve) => {
      const failed = ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message);
      server.once('error', failed);
      server.listen(on, host, () => {
        server.off('error', failed);
        resolve(undefined);
      });
    });
  let problem = await listen(port ?? usualPort);
  if (problem !== undefined && port === undefined) problem = await listen(0);
  if (problem !== undefined) {
    const why = problem === 'EADDRINUSE' ? 'the port is taken' : problem;
    throw localFailure(`Cannot listen on ${host}:${port}: ${why}. Choose another with ${option}.`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MILLISECONDS).unref();
      }),
  };
}
