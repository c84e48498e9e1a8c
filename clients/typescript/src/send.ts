/** Carries out a call: its request, sent again while that is safe and makes sense. */
import { base64url, randomBytes } from './bytes.ts';
import type { Answered } from './call.ts';
import type { Encrypter } from './encryption.ts';
import {
  ApiError,
  type BillhookError,
  ConnectionError,
  type Problem,
  UnexpectedAnswerError,
} from './errors.ts';
import { type Exchanged, exchange } from './exchange.ts';
import { type Given, isRepeatable, type Operation, requestOf } from './operation.ts';
import type { CallOptions } from './options.ts';
import { type Attempt, type RetryRules, retryAfterOf, waitBefore } from './retry.ts';
import type { Signer } from './signing.ts';

/** What calls of one client have in common. */
export type Caller = {
  readonly origin: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** The bearer; nothing where the client has no credential. */
  readonly bearer: () => Promise<string | undefined>;
  readonly apiKey?: string;
  readonly signer?: Signer;
  readonly encrypter?: Encrypter;
  readonly encrypts?: 'secrets' | 'all';
  readonly timeoutSeconds: number;
  readonly rules: RetryRules;
};

/** A call as it is carried out: the same in each attempt. */
type Run = {
  readonly name: string;
  readonly operation: Operation;
  readonly path: string;
  readonly body?: Given;
  readonly idempotencyKey?: string;
  readonly options: CallOptions;
};

export async function send(
  caller: Caller,
  name: string,
  operation: Operation,
  given: Given | undefined,
  options: CallOptions = {},
): Promise<Answered<unknown>> {
  const { path, body } = requestOf(operation, given);
  // One for all attempts: it is what makes them one request.
  const idempotencyKey = operation.repeat === 'key' ? keyOf(options) : undefined;
  const run: Run = { name, operation, path, body, idempotencyKey, options };
  const { rules } = caller;
  const most = isRepeatable(operation, body) ? (options.maxRetries ?? rules.maxRetries) : 0;
  let keyRefused = false;
  for (let attempts = 1; ; attempts++) {
    const exchanged = await exchangeOnce(caller, run);
    const answered = answerIn(exchanged);
    if (answered) return { ...answered, attempts };
    const attempt = attemptOf(exchanged, caller.now());
    if (attempt.code === 'decryption_failed' && !keyRefused && willEncrypt(caller, operation)) {
      // Nothing was carried out. The key may have been replaced since it was read.
      keyRefused = true;
      caller.encrypter?.forget();
      continue;
    }
    const wait = waitBefore(attempt, attempts, { ...rules, maxRetries: most }, caller.random());
    if (wait === undefined) throw errorOf(exchanged, attempt, run, attempts);
    await caller.sleep(wait, options.signal);
  }
}

function keyOf({ idempotencyKey }: CallOptions): string {
  if (idempotencyKey === undefined) return base64url(randomBytes(18));
  if (/^[!-~]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  throw new TypeError('idempotencyKey is not 1 to 255 visible characters of ASCII');
}

async function exchangeOnce(caller: Caller, run: Run): Promise<Exchanged> {
  const { operation, options, idempotencyKey } = run;
  const { timeoutSeconds = caller.timeoutSeconds, signal } = options;
  const body = await bodyOf(caller, run);
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (!operation.open) await addCredential(caller, run, headers, body);
  const url = `${caller.origin}/v1${run.path}`;
  const init = { method: operation.method, headers, body };
  return await exchange(caller.fetch, url, init, { timeoutSeconds, signal });
}

async function addCredential(
  caller: Caller,
  { name, operation, path, idempotencyKey }: Run,
  headers: Headers,
  body: string | undefined,
): Promise<void> {
  const bearer = await caller.bearer();
  if (bearer === undefined) throw new TypeError(`${name} needs an apiKey or an accessToken`);
  headers.set('authorization', `Bearer ${bearer}`);
  const { signer, apiKey } = caller;
  if (!signer || apiKey === undefined) return;
  const { method } = operation;
  const signed = await signer({ method, path: `/v1${path}`, apiKey, body, idempotencyKey });
  for (const [header, value] of Object.entries(signed)) headers.set(header, value);
}

async function bodyOf(caller: Caller, { operation, body }: Run): Promise<string | undefined> {
  if (!body) return undefined;
  const encrypted = willEncrypt(caller, operation) ? await caller.encrypter?.encrypt(body) : body;
  return JSON.stringify(encrypted);
}

function willEncrypt({ encrypts, encrypter }: Caller, operation: Operation): boolean {
  if (!encrypter || !operation.encrypts || !operation.body) return false;
  return encrypts === 'all' || operation.encrypts === 'secrets';
}

function answerIn(exchanged: Exchanged): Omit<Answered<unknown>, 'attempts'> | undefined {
  if (exchanged.kind === 'lost' || !exchanged.response.ok) return undefined;
  const { status, headers } = exchanged.response;
  const value = parse(exchanged.text);
  if (typeof value !== 'object' || value === null) return undefined;
  const requestId = headers.get('request-id') ?? '';
  return { value, status, requestId, replayed: headers.get('idempotent-replayed') === 'true' };
}

function attemptOf(exchanged: Exchanged, now: number): Attempt {
  if (exchanged.kind === 'lost') return {};
  const { status, headers } = exchanged.response;
  return {
    status,
    code: problemIn(exchanged.text)?.code,
    retryAfterSeconds: retryAfterOf(headers.get('retry-after'), now),
  };
}

function errorOf(
  exchanged: Exchanged,
  { retryAfterSeconds }: Attempt,
  { name, idempotencyKey }: Run,
  attempts: number,
): BillhookError {
  const about = { operation: name, attempts, idempotencyKey };
  if (exchanged.kind === 'lost') {
    const { timedOut, cause } = exchanged;
    const message = `${name} got no answer${timedOut ? ' in time' : ''}`;
    return new ConnectionError(message, { ...about, timedOut }, cause);
  }
  const problem = problemIn(exchanged.text);
  const { status } = exchanged.response;
  if (!problem || status < 400) return new UnexpectedAnswerError(status, about);
  return new ApiError(status, problem, { ...about, retryAfterSeconds });
}

function problemIn(text: string): Problem | undefined {
  const value = parse(text) as Partial<Problem> | null | undefined;
  const isProblem = typeof value?.code === 'string' && typeof value.requestId === 'string';
  return isProblem ? (value as Problem) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
