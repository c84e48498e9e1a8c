/** The template's connector behind a real port, which a test changes as it goes. */
import type { Server } from 'node:http';
import { nodeServer, type ServerOptions } from '@billhook/connector-kit';
import type { WireRequest, WireResponse } from '@billhook/connector-kit/wire/message';
import { findFreePort } from '../../../lib/base/free-port.ts';
import { goodConnector } from './good-connector.ts';

type Handle = (request: WireRequest) => Promise<WireResponse>;
/** What stands between a caller and the connector: a network that loses things, for example. */
export type Between = (request: WireRequest, handle: Handle) => Promise<WireResponse>;

export type ServedConnector = {
  readonly baseUrl: string;
  /** Requests so far. */
  readonly seen: WireRequest[];
  between: Between;
  /** Another connector from now on, at the same address. */
  readonly serve: (more: Partial<ServerOptions>) => void;
  readonly close: () => Promise<void>;
};

export async function serveConnector(more: Partial<ServerOptions> = {}): Promise<ServedConnector> {
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let handle: Handle;
  const seen: WireRequest[] = [];
  const served: ServedConnector = {
    baseUrl,
    seen,
    between: (request, next) => next(request),
    serve: (options) => {
      const connector = goodConnector({ baseUrl, ...options });
      handle = (request) => connector.handle(request);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  served.serve(more);
  const server: Server = nodeServer(
    {
      handle: (request) => {
        seen.push(request);
        return served.between(request, handle);
      },
      update: async () => false,
      close: () => {},
    },
    baseUrl,
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return served;
}
