/**
 * Posting to an address that a partner gave: a webhook's delivery
 * (decisions: guarded-outgoing-requests, standard-webhooks).
 */
import { type RequestDeps, type RequestFailure, requestSafely } from './safe-request.ts';

/** Of an answer's body, which is thrown away. Whoever says more has been heard. */
const MAX_ANSWER_BYTES = 16_384;

export type Post = {
  /** `content-type` among them. Length, host and connection are not theirs to say. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** From the first look at the name to the last byte of the answer. */
  readonly timeoutMilliseconds: number;
};

/** Any answer is one, a redirect too: it is not followed. What a status means, the caller says. */
export type Posted = { readonly milliseconds: number } & (
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: 'failed'; readonly reason: RequestFailure }
);

/** Never throws. */
export async function postSafely(
  url: string,
  { headers, body, timeoutMilliseconds }: Post,
  deps: RequestDeps = {},
): Promise<Posted> {
  const started = performance.now();
  const requested = await requestSafely(
    {
      url,
      method: 'POST',
      headers,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      timeoutMilliseconds,
      maxBytes: MAX_ANSWER_BYTES,
      readsBody: () => true,
    },
    deps,
  );
  const milliseconds = Math.round(performance.now() - started);
  if (!requested.ok) return { kind: 'failed', reason: requested.reason, milliseconds };
  const { status, headers: answered } = requested.answer;
  const retryAfter = answered['retry-after'];
  return { kind: 'answered', status, milliseconds, ...(retryAfter && { retryAfter }) };
}
