/** How long SSO and access tokens live. */
import { DAY_MILLISECONDS, parseInstant } from './dates.ts';
import { type Failure, fail } from './errors.ts';

export const DEFAULT_TOKEN_MILLISECONDS = DAY_MILLISECONDS;
export const MAX_TOKEN_MILLISECONDS = 30 * DAY_MILLISECONDS;

export const DEFAULT_ACCESS_TOKEN_SECONDS = 3_600;
export const MIN_ACCESS_TOKEN_SECONDS = 60;
export const MAX_ACCESS_TOKEN_SECONDS = 86_400;

/** The day of the first release whose tokens name their audience; a release that is late moves it. */
export const AUDIENCE_SINCE = '2026-12-01';
/** Nothing that was signed without an audience lives longer: an SSO token, then its access token. */
const WITHOUT_AUDIENCE_MILLISECONDS = 31 * DAY_MILLISECONDS;

/**
 * Whether what a token says of itself holds now. One without an audience is of an earlier release, and
 * is believed until the last of those has expired (decision: own-tokens-are-read-strictly).
 */
export function isForNow(
  { aud, nbf }: { readonly aud?: string; readonly nbf?: number },
  now: number,
): boolean {
  const until = Date.parse(AUDIENCE_SINCE) + WITHOUT_AUDIENCE_MILLISECONDS;
  return (aud !== undefined || now < until) && (nbf ?? 0) * 1000 <= now;
}

/**
 * When a token expires, in milliseconds since the epoch: what is asked for beyond 30 days is cut to that
 * (decision: long-expirations-are-cut). `field` is where it was asked for.
 */
export function tokenExpiry(
  expiration: string | undefined,
  now: number,
  field: string,
): number | Failure<'invalid_request'> {
  if (expiration === undefined) return now + DEFAULT_TOKEN_MILLISECONDS;
  const expiresAt = parseInstant(expiration) ?? 0;
  if (expiresAt > now) return Math.min(expiresAt, now + MAX_TOKEN_MILLISECONDS);
  const message = 'Expected an instant in the future';
  return fail('invalid_request', { fields: [{ field, code: 'out_of_range', message }] });
}
