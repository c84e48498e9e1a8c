/**
 * The typed client of the API, derived from the contracts.
 *
 * ```ts
 * const api = createApiClient({ baseUrl: 'http://localhost:8787/v1', apiKey });
 * const created = await api.client.createClient({ identifier: 'user-1' });
 * if (created.ok) console.log(created.value.clientId);
 * else console.log(created.problem.code);
 * ```
 */

import type {
  Answer,
  DeclaredError,
  Operation,
  PathParameters,
} from '@billhook/core/api/operation';
import type {
  adminErrors,
  bodyErrors,
  commonErrors,
  ErrorCode,
  idempotencyErrors,
  lockErrors,
  openErrors,
  Problem,
  secretBodyErrors,
} from '@billhook/core/base/errors';
import type { GenericSchema, InferInput } from 'valibot';
import { operations } from '../../functions/contracts.ts';
import { parameterNames } from '../documents/openapi.ts';
import { checkAnswer } from './api-client-checks.ts';

export type ApiClientOptions = {
  /** With `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  /** The secret API key, or a client's access token: both are bearers. */
  readonly apiKey: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Throw when a response is not what the operation's contract declares. For tests. */
  readonly validate?: boolean;
};

export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Has a POST carried out once, however often it is sent. */
  readonly idempotencyKey?: string;
};

/** The codes that an operation can return: its own and those of every operation. */
export type ErrorOf<O extends Operation> =
  | DeclaredError<O>
  | ('anyone' extends O['callers'][number] ? typeof openErrors : typeof commonErrors)[number]
  | (O['body'] extends GenericSchema ? (typeof bodyErrors)[number] : never)
  | (O extends { readonly secretFields: readonly string[] }
      ? (typeof secretBodyErrors)[number]
      : never)
  | (O['scope'] extends 'admin' | 'lock' ? (typeof adminErrors)[number] : never)
  | (O['scope'] extends 'admin' ? (typeof lockErrors)[number] : never)
  | (O extends { readonly method: 'POST'; readonly readOnly?: undefined }
      ? (typeof idempotencyErrors)[number]
      : never);

type Answered = {
  readonly status: number;
  readonly requestId: string;
  /** An earlier request with the same idempotency key received this response first. */
  readonly replayed?: true;
};

/** The result of a call. A failed connection rejects; every response of the service is a value. */
export type Result<O extends Operation> =
  | (Answered & { readonly ok: true; readonly value: Answer<O> })
  | (Answered & { readonly ok: false; readonly problem: Problem & { readonly code: ErrorOf<O> } });

type Given<S> = S extends GenericSchema ? InferInput<S> : unknown;

/** Query values travel as text; numbers are written for the caller. */
type GivenQuery<S> = S extends GenericSchema
  ? { [K in keyof InferInput<S>]: InferInput<S>[K] | number }
  : unknown;

/** Path, query and body in one object: their names never collide (a test watches it). */
export type Arguments<O extends Operation> = PathParameters<O> &
  Given<O['body']> &
  GivenQuery<O['query']>;

type Call<O extends Operation> =
  Record<never, never> extends Arguments<O>
    ? (given?: Arguments<O>, options?: CallOptions) => Promise<Result<O>>
    : (given: Arguments<O>, options?: CallOptions) => Promise<Result<O>>;

type Groups = typeof operations;

/** `api.<group>.<operation>(arguments)`, as in the contracts. */
export type ApiClient = {
  readonly [G in keyof Groups]: {
    readonly [N in keyof Groups[G]]: Groups[G][N] extends Operation ? Call<Groups[G][N]> : never;
  };
};

/** Makes a client of one partner, or of one of its clients. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const groups = Object.entries(operations).map(([group, named]) => [
    group,
    Object.fromEntries(
      Object.entries<Operation>(named).map(([name, operation]) => [
        name,
        (given?: Record<string, unknown>, call?: CallOptions) =>
          callOperation(operation, given ?? {}, call ?? {}, options),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as ApiClient;
}

/** One request as it goes out, without its credential. */
type RequestParts = { readonly method: string; readonly path: string; readonly body?: string };

/** Splits the arguments of a call into path, query and body. */
function requestOf(operation: Operation, given: Record<string, unknown>): RequestParts {
  const rest = { ...given };
  let path: string = operation.path;
  for (const name of parameterNames(operation.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])));
    delete rest[name];
  }
  const query = new URLSearchParams();
  for (const name of queryNames(operation)) {
    if (rest[name] !== undefined) query.set(name, String(rest[name]));
    delete rest[name];
  }
  return {
    method: operation.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(operation.body && { body: JSON.stringify(rest) }),
  };
}

function queryNames({ query }: Operation): string[] {
  return query && 'entries' in query ? Object.keys(query.entries as object) : [];
}

async function callOperation(
  operation: Operation,
  given: Record<string, unknown>,
  call: CallOptions,
  options: ApiClientOptions,
): Promise<Result<Operation>> {
  const { method, path, body } = requestOf(operation, given);
  const send = options.fetch ?? fetch;
  const response = await send(`${options.baseUrl}${path}`, {
    method,
    body,
    signal: call.signal,
    headers: {
      // A key goes nowhere where it is not asked for.
      ...(!operation.callers.includes('anyone') && { authorization: `Bearer ${options.apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
      ...call.headers,
    },
  });
  const value = await readJson(response, `${method} ${operation.path}`);
  if (options.validate) checkAnswer(operation, response, value);
  const requestId = response.headers.get('request-id') ?? '';
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  const answered = {
    status: response.status,
    requestId,
    ...(replayed && { replayed: true as const }),
  };
  return response.ok
    ? { ...answered, ok: true, value }
    : { ...answered, ok: false, problem: value as Problem & { code: ErrorCode & never } };
}

async function readJson(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} returned ${response.status} with a body that is not JSON`);
  }
}
