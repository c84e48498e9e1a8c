/**
 * What functions ask of the table goes from their own thread to the table server, and not through the
 * endpoint: most calls of AWS are such ones, and each would be written, read and parsed once more. The
 * client is the functions' own, and so is what is asked for; only where it is sent to is another place.
 */
import { EventEmitter } from 'node:events';
import http, {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { type Caller, refusedOf } from '../access/callers.ts';
import type { Statement } from '../access/policies.ts';
import type { Input } from '../endpoint/aws-service.ts';
import { createTableAccess } from './dynamodb-access.ts';
import { type Item, itemsOf } from './index-lag.ts';
import type { TableKeys } from './tables.ts';

/** What a thread is told of the table. */
export type DirectTable = {
  /** Where functions believe the table to be. */
  readonly endpointUrl: string;
  /** Where it is. */
  readonly url: string;
  readonly tables: readonly TableKeys[];
  /** Other than 0 while faults befall calls, which is the endpoint's doing. */
  readonly disturbed: Int32Array;
};

/** The function that a request is of, and what its role may do. */
export type DirectCaller = Caller & {
  readonly accessKeyId: string;
  readonly statements: readonly Statement[];
};

type Around = {
  readonly callerOf: () => DirectCaller | undefined;
  /** Told of the keys of what was written. */
  readonly written: (items: readonly Item[]) => void;
};

/**
 * Has the requests of this thread go to the table server that its role allows. What it doesn't allow goes
 * to the endpoint, which says so; and so does all that is no call of the table.
 */
export function sendDirectly(table: DirectTable, { callerOf, written }: Around): void {
  const send = http.request as (
    options: RequestOptions,
    onResponse?: (response: IncomingMessage) => void,
  ) => ClientRequest;
  const { hostname, port } = new URL(table.endpointUrl);
  const agent = new Agent({ keepAlive: true });
  const at = new URL(table.url);
  const server = { ...urlToHttpOptions(at), method: 'POST', agent };
  const access = createTableAccess(table.tables);
  const mayAsk = (caller: DirectCaller, operation: string, input: Input) => {
    try {
      return refusedOf(caller, caller.statements, access(operation, input)) === undefined;
    } catch {
      return false;
    }
  };
  const isOfTable = ({ host, port: asked, headers }: RequestOptions, accessKeyId: string) => {
    const { authorization } = headers as Record<string, string>;
    return (
      host === hostname &&
      String(asked) === port &&
      authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`) &&
      authorization.includes('/dynamodb/aws4_request') &&
      Atomics.load(table.disturbed, 0) === 0
    );
  };
  http.request = ((options: RequestOptions, onResponse: (response: IncomingMessage) => void) => {
    const caller = callerOf();
    if (!caller || !isOfTable(options, caller.accessKeyId)) return send(options, onResponse);
    return whenWhole((body) => {
      const operation = String((options.headers as Input)['x-amz-target']).split('.')[1] ?? '';
      const input = JSON.parse(body) as Input;
      if (!mayAsk(caller, operation, input)) return send(options, onResponse);
      const items = itemsOf(operation, input).map(({ pk, sk }) => ({ pk, sk }));
      const headers = { ...(options.headers as object), host: at.host };
      return send({ ...server, headers }, (response) => {
        if (response.statusCode === 200 && items.length > 0) written(items);
        onResponse(response);
      });
    });
  }) as typeof http.request;
}

/** A request that isn't sent anywhere before its body is there: it says where to. */
function whenWhole(send: (body: string) => ClientRequest): EventEmitter {
  let sent: ClientRequest | undefined;
  const request = new EventEmitter();
  return Object.assign(request, {
    end: (body: string | Buffer) => {
      sent = send(body.toString());
      for (const name of ['error', 'close']) {
        sent.on(name, (given) => request.emit(name, given));
      }
      sent.end(body);
    },
    destroy: (error?: Error) => sent?.destroy(error),
  });
}
