/** Makes the methods of a client from the table of its operations. */
import { callOf, pagesOf } from './call.ts';
import { encrypterOf } from './encryption.ts';
import { sleep } from './exchange.ts';
import type { Operations } from './generated/operations.ts';
import { table } from './generated/table.ts';
import type { Given, Operation } from './operation.ts';
import type { BillhookOptions, CallOptions } from './options.ts';
import { type Caller, send } from './send.ts';
import { signerOf } from './signing.ts';

/** `billhook.<group>.<operation>(given, options)`, by the names of the API's description. */
export interface Billhook extends Operations {}

/** What a client does with its machine; tests have one of their own. */
export type Machine = Pick<Caller, 'now' | 'random' | 'sleep'>;

export const machine: Machine = { now: Date.now, random: Math.random, sleep };

export function createOn(machine: Machine, options: BillhookOptions): Billhook {
  const { apiKey, signing, encryption, maxRetries = 3, maxWaitSeconds = 60 } = options;
  if (apiKey !== undefined) checkBearer(apiKey, 'apiKey');
  if (signing && apiKey === undefined) throw new TypeError('Only calls with an apiKey are signed');
  const given = options.fetch;
  const caller: Caller = {
    ...machine,
    origin: originOf(options),
    // Read when it is called: tests and instrumentation replace it.
    fetch: given ?? ((url, init) => globalThis.fetch(url, init)),
    bearer: bearerOf(options),
    apiKey,
    ...(signing && { signer: signerOf(signing, machine.now) }),
    ...(encryption && {
      encrypts: encryption.bodies,
      encrypter: encrypterOf(
        encryption,
        () => newest.partner.getLatestEncryptionKey(),
        machine.now,
      ),
    }),
    timeoutSeconds: options.timeoutSeconds ?? 30,
    rules: { maxRetries, maxWaitSeconds },
  };
  const newest = operationsOver(caller);
  return newest;
}

function operationsOver(caller: Caller): Billhook {
  const groups = Object.entries(table).map(([group, named]) => {
    const methods = Object.entries(named).map(([name, operation]) => [
      name,
      methodOf(caller, `${group}.${name}`, operation),
    ]);
    return [group, Object.freeze(Object.fromEntries(methods))];
  });
  return Object.freeze(Object.fromEntries(groups));
}

type Page = { readonly data: readonly unknown[]; readonly nextCursor?: string };

function methodOf(caller: Caller, name: string, operation: Operation) {
  const takesInput = operation.body || operation.query || operation.path.includes('{');
  const begin = (given: Given | undefined, options: CallOptions | undefined) =>
    send(caller, name, operation, given, options);
  if (!takesInput) return (options?: CallOptions) => callOf(begin(undefined, options));
  if (!operation.paged) {
    return (given?: Given, options?: CallOptions) => callOf(begin(given, options));
  }
  return (given?: Given, options?: CallOptions) =>
    pagesOf(
      begin(given, options) as Promise<never>,
      async (cursor) => (await begin({ ...given, cursor }, options)).value as Page,
    );
}

function bearerOf({ apiKey, accessToken }: BillhookOptions): Caller['bearer'] {
  if (accessToken === undefined) return async () => apiKey;
  return async () => {
    const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
    checkBearer(token, 'accessToken');
    return token;
  };
}

/** What is no header would be quoted in the error of `fetch`. */
function checkBearer(text: unknown, name: string): void {
  if (typeof text !== 'string' || !/^[!-~]+$/.test(text)) {
    throw new TypeError(`${name} is empty, or has a space or another invalid character`);
  }
}

/** The address without `/v1`. A key goes in the clear to this machine only. */
function originOf({ baseUrl, allowHttp = false }: BillhookOptions): string {
  const address = baseUrl.replace(/\/+$/, '');
  const url = readUrl(address);
  if (!url || !address.endsWith('/v1') || url.search || url.hash || url.username) {
    throw new TypeError('baseUrl must be the address of the service, from https:// to /v1');
  }
  const isOwn = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && (isOwn || allowHttp));
  if (!isSafe) throw new TypeError('baseUrl must be https; to use http, pass allowHttp: true');
  return url.href.slice(0, -'/v1'.length);
}

/** `URL.parse` is younger than the oldest Node that this runs in. */
function readUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
