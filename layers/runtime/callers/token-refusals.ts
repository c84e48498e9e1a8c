/**
 * Refused tokens, counted by their family (decision: refusals-by-family). Whether a token that we
 * signed is alive, only the table tells: without a limit, one dead token could read it without end.
 */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { TokenClaims } from '@billhook/core/schemas/token';
import type { Counted, RateLimiter } from './rate-limiter.ts';

/** A page whose token is dead asks once or twice. */
const REFUSALS = { requestsPerSecond: 1, burst: 30 };

/**
 * @param admit reads the table. It does not run where the family was refused too often, as far as
 *   this instance knows: knowing more would be another read.
 */
export async function unlessRefusedOften<T extends object>(
  limiter: RateLimiter,
  claims: TokenClaims,
  now: number,
  admit: () => Promise<T>,
): Promise<T | Failure<'too_many_requests'>> {
  const refusals = refusalsOf(claims);
  const wait = limiter.waitOf(refusals, now);
  if (wait !== undefined) return fail('too_many_requests', { retryAfterSeconds: wait });
  const admitted = await admit();
  if (isFailure(admitted) && admitted.failure === 'token_invalid') {
    await limiter.count(refusals, now);
  }
  return admitted;
}

/**
 * By kind as well: the access tokens of a family stay good when its one-time SSO token is spent, and
 * whoever finds that one in an address must not shut them out.
 */
function refusalsOf({ sub, kind, family }: TokenClaims): Counted {
  return { _id: sub, part: `refused#${kind}#${family}`, passing: true, rateLimit: REFUSALS };
}
