/** How long SSO and access tokens live. */
import { DAY_MILLISECONDS, parseInstant } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';

export const DEFAULT_TOKEN_MILLISECONDS = DAY_MILLISECONDS;
export const MAX_TOKEN_MILLISECONDS = 30 * DAY_MILLISECONDS;

export const DEFAULT_ACCESS_TOKEN_SECONDS = 3_600;
export const MIN_ACCESS_TOKEN_SECONDS = 60;
export const MAX_ACCESS_TOKEN_SECONDS = 86_400;

/** Nothing that was signed without an audience lives longer: an SSO token, then its access token. */
const WITHOUT_AUDIENCE_MILLISECONDS = 31 * DAY_MILLISECONDS;

/**
 * Whether what a token says of itself holds now. One without an audience is of release 0.1.0, and is
 * believed until the last of those has expired (decision: own-tokens-are-read-strictly).
 * @param noted when a later release first ran at this deployment, in milliseconds since the epoch;
 *   nothing while it has not looked yet.
 */
export function isForNow(
  { aud, nbf }: { readonly aud?: string; readonly nbf?: number },
  now: number,
  noted: number | undefined,
): boolean {
  const allHaveOne = noted !== undefined && noted + WITHOUT_AUDIENCE_MILLISECONDS <= now;
  return (aud !== undefined || !allHaveOne) && (nbf ?? 0) * 1000 <= now;
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
