/** Calls the API with the client's access token. A failure is a value with the error's code. */
import { type EncryptionKey, encryptBody } from './encrypt.ts';
import { newId } from './new-id.ts';

export type Refusal = {
  readonly ok: false;
  /** `offline` where there was no answer, else the error's code. */
  readonly code: string;
  readonly message: string;
  readonly fields: readonly {
    readonly field: string;
    readonly message: string;
    readonly code?: string;
  }[];
};

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;

export type Call = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** The body holds a password, a code or a number: encrypted where the partner has a key. */
  readonly secret?: boolean;
  /** What the user wants once, however often the request is sent. Made anew when left out. */
  readonly key?: string;
};

export type Api = <T>(call: Call) => Promise<Result<T>>;

/** What secrets are encrypted with. */
export type Encryption = {
  readonly encryptionKey?: EncryptionKey;
  /** Without a key, no secret is sent. */
  readonly encryptionRequired?: boolean;
};

type Access = Encryption & {
  readonly token: () => string;
  /** What the partner has by now; nothing where there is no answer. */
  readonly presentEncryption?: () => Promise<Encryption | undefined>;
  /** Told when the token opens nothing any more. */
  readonly expired: () => void;
  /** Told the code of each refusal. */
  readonly refused: (code: string) => void;
};

/** Attempts in all, the waits in between doubling from this many milliseconds. */
const ATTEMPTS = 4;
const FIRST_WAIT_MILLISECONDS = 400;
const TIMEOUT_MILLISECONDS = 25_000;

/** Refusals that the same request may not meet a moment later. */
const passing: readonly string[] = ['offline', 'request_in_progress', 'service_unavailable'];

/** Refusals of a secret that another key may end: the partner has deleted the one that the page holds. */
const ofOldKey: readonly string[] = ['decryption_failed', 'encryption_required'];

export function createApi(access: Access): Api {
  let encryption: Encryption = access;
  /** Whether there is another key by now. Without one, what the page holds stays: nothing goes in clear. */
  const takePresent = async () => {
    const present = await access.presentEncryption?.();
    const kid = present?.encryptionKey?.kid;
    if (!present || kid === undefined || kid === encryption.encryptionKey?.kid) return false;
    encryption = present;
    return true;
  };
  return async <T>(call: Call): Promise<Result<T>> => {
    const { method = 'GET', path, body, secret, key = newKey() } = call;
    const attempt = async (): Promise<Result<T>> => {
      const { encryptionKey, encryptionRequired } = encryption;
      if (secret && encryptionRequired && !encryptionKey) {
        return { ok: false, code: 'encryption_required', message: '', fields: [] };
      }
      const sent = secret && encryptionKey ? await encryptBody(body, encryptionKey) : body;
      return persist<T>(path, {
        method,
        headers: {
          authorization: `Bearer ${access.token()}`,
          // A request whose answer was lost is sent again: the key makes it one.
          ...(method === 'POST' && { 'idempotency-key': key }),
        },
        body: sent,
      });
    };
    let result = await attempt();
    const isOld = secret && !result.ok && ofOldKey.includes(result.code);
    if (isOld && (await takePresent())) result = await attempt();
    if (result.ok) return result;
    access.refused(result.code);
    if (result.code === 'token_invalid') access.expired();
    return result;
  };
}

/**
 * Refusals that do not say whether it was done: the same request is sent again, under the same key.
 * After any other the next attempt is another request, since the answer to this one is kept.
 */
const undecided: readonly string[] = [...passing, 'internal_error'];

export function isUndecided(code: string): boolean {
  return undecided.includes(code);
}

/** What one thing that the user wants is named by, however often it is sent. */
export function newKey(): string {
  return newId();
}

type Sent = {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Sends a request until it is answered, a few times at most. */
export async function persist<T>(path: string, sent: Sent): Promise<Result<T>> {
  let result = await send<T>(path, sent);
  for (let attempt = 1; attempt < ATTEMPTS && !result.ok; attempt += 1) {
    if (!passing.includes(result.code)) break;
    await wait(FIRST_WAIT_MILLISECONDS * 2 ** attempt);
    result = await send<T>(path, sent);
  }
  return result;
}

async function send<T>(path: string, { method, headers, body }: Sent): Promise<Result<T>> {
  let response: Response | undefined;
  try {
    response = await fetch(`/v1${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout(),
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, value: answer as T };
    const { code, message, errors } = answer;
    return { ok: false, code: code ?? 'internal_error', message, fields: errors ?? [] };
  } catch {
    // An answer that is no JSON is of something in between, which could not reach the service.
    const code = response ? 'service_unavailable' : 'offline';
    return { ok: false, code, message: '', fields: [] };
  }
}

/** `AbortSignal.timeout` is newer than the browsers that we build for. */
function timeout(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), TIMEOUT_MILLISECONDS);
  return controller.signal;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
