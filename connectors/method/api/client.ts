/**
 * Method's API over HTTP: one attempt of a request, and requests that are safe to repeat. What Method
 * says in words is thrown away, since it may name a person; numbers and names of errors stay.
 */
import { setTimeout as waitFor } from 'node:timers/promises';
import * as v from 'valibot';

/** The version of the API that this connector was written against. */
const VERSION = '2025-12-01';
const TIMEOUT_MILLISECONDS = 30_000;
const MAX_REPEATS = 4;
const FIRST_WAIT_MILLISECONDS = 250;
/** How long Method refuses everything of a tier once it has had too much. */
const BLOCK_SECONDS = 60;

export type ApiOptions = {
  /** `https://production.methodfi.com`, or the stand-in. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** Of one attempt. */
  readonly timeoutMilliseconds?: number;
};

export type Ask = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** At most 255 characters. The first response to it is the response to all that follow. */
  readonly idempotencyKey?: string;
};

export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly data: unknown;
  /** The name of an error: `INVALID_SOURCE`. */
  readonly subType?: string;
  /** Whether this was the first request with its key, or repeats the response to it. */
  readonly idempotency?: 'stored' | 'replayed';
  readonly retryAfterSeconds?: number;
  readonly pages: number;
};

/** `nothing`: no response, or one that is not Method's. The request may have been carried out. */
export type Reply = Answer | { readonly kind: 'nothing' };

/** What Method refused, by numbers and names alone. */
export class MethodError extends Error {
  override readonly name = 'MethodError';
  /** 0: nothing came back. */
  readonly status: number;
  readonly subType: string | undefined;
  constructor(status: number, subType?: string) {
    super(`Method answered ${status || 'nothing'}${subType ? ` (${subType})` : ''}`);
    this.status = status;
    this.subType = subType;
  }
}

export type MethodClient = ReturnType<typeof createMethodClient>;

export function createMethodClient(options: ApiOptions) {
  const wait =
    options.wait ??
    ((milliseconds: number, signal?: AbortSignal) => waitFor(milliseconds, undefined, { signal }));
  return {
    wait,
    /** One attempt, whatever comes of it. */
    attempt: (ask: Ask, signal?: AbortSignal) => attempt(options, ask, signal),
    /**
     * Repeats what failed on the way. A POST needs a key for that.
     * @throws MethodError with the last refusal.
     */
    async call(ask: Ask, signal?: AbortSignal): Promise<Answer> {
      for (let time = 0; ; time += 1) {
        const reply = await attempt(options, ask, signal);
        if (reply.kind === 'answer' && reply.status < 300) return reply;
        const milliseconds = waitBefore(reply, time);
        if (milliseconds === undefined || signal?.aborted) throw errorOf(reply);
        await wait(milliseconds, signal);
      }
    },
  };
}

function errorOf(reply: Reply): MethodError {
  return reply.kind === 'answer'
    ? new MethodError(reply.status, reply.subType)
    : new MethodError(0);
}

/** Milliseconds until it makes sense to ask again; nothing if it never does. */
export function waitBefore(reply: Reply, time: number): number | undefined {
  if (time >= MAX_REPEATS) return undefined;
  if (reply.kind === 'answer') {
    if (reply.status === 429) return (reply.retryAfterSeconds ?? BLOCK_SECONDS) * 1000;
    if (reply.status < 500) return undefined;
  }
  return FIRST_WAIT_MILLISECONDS * 4 ** time;
}

const envelope = v.object({
  data: v.optional(v.unknown()),
});
const errorData = v.object({
  error: v.object({ sub_type: v.optional(v.nullable(v.string())) }),
});

async function attempt(options: ApiOptions, ask: Ask, signal?: AbortSignal): Promise<Reply> {
  const { baseUrl, apiKey, fetch: send = fetch } = options;
  const { timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options;
  const query = ask.query ? `?${new URLSearchParams(ask.query)}` : '';
  const late = Number.isFinite(timeoutMilliseconds)
    ? [AbortSignal.timeout(timeoutMilliseconds)]
    : [];
  try {
    const response = await send(`${baseUrl}${ask.path}${query}`, {
      method: ask.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'method-version': VERSION,
        ...(ask.body !== undefined && { 'content-type': 'application/json' }),
        ...(ask.idempotencyKey !== undefined && { 'idempotency-key': ask.idempotencyKey }),
      },
      ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
      redirect: 'error',
      signal: AbortSignal.any([...late, ...(signal ? [signal] : [])]),
    });
    return answerOf(response, await response.text());
  } catch {
    return { kind: 'nothing' };
  }
}

function answerOf({ status, headers }: Response, text: string): Reply {
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  const parsed = isJson ? v.safeParse(envelope, JSON.parse(text)) : undefined;
  // A gateway in between may say anything.
  if (isJson ? !parsed?.success : status >= 400) return { kind: 'nothing' };
  const data = parsed?.success ? parsed.output.data : text;
  const error = v.safeParse(errorData, data);
  const idempotency = headers.get('idem-status');
  const retryAfter = Number(headers.get('retry-after'));
  return {
    kind: 'answer',
    status,
    data,
    ...(error.success && { subType: error.output.error.sub_type ?? undefined }),
    ...((idempotency === 'stored' || idempotency === 'replayed') && { idempotency }),
    ...(retryAfter > 0 && { retryAfterSeconds: Math.min(retryAfter, BLOCK_SECONDS) }),
    pages: Number(headers.get('pagination-page-count') ?? 1),
  };
}
