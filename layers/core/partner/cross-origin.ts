/** What pages of other origins may do with an access token (decision: pages-call-with-tokens). */

/** What a page may send, beyond what any page may. */
export const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Content-Digest',
  'Idempotency-Key',
] as const;

/** What a page may read of a response, beyond what any page may. */
export const exposedHeaders = [
  'Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Next-Cursor',
  'Idempotent-Replayed',
  'WWW-Authenticate',
] as const;

/** No browser remembers a preflight for longer. */
export const PREFLIGHT_SECONDS = 7_200;

/** On every response that a page may read, whatever its origin: it is sent no cookies. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
} as const;

/**
 * Whether a page of this origin may use a token of a partner with these registered origins. None
 * means that none was set: then any page may. Servers and apps name no origin.
 */
export function mayUseToken(registered: readonly string[], origin: string | undefined): boolean {
  return origin === undefined || registered.length === 0 || registered.includes(origin);
}
