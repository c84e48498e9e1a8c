/**
 * Signatures that count once (decision: signatures-count-once): what is kept of one that was used, for
 * as long as it could be used again.
 */
import { type Failure, fail } from '../base/errors.ts';

export type SpentSignature = {
  /** The SHA-256 of the `Idempotency-Key` that came with it. */
  readonly keyDigest?: string;
  /** The request that it came with. */
  readonly requestId: string;
  /** When the table may drop it: seconds since the epoch. */
  readonly expiresAt: number;
};

/** Our clocks and the table's differ by less. */
const MARGIN_SECONDS = 300;

export function spentSignature(given: {
  readonly keyDigest: string | undefined;
  readonly requestId: string;
  /** The last second of its window. */
  readonly until: number;
}): SpentSignature {
  const { keyDigest, requestId, until } = given;
  const expiresAt = until + MARGIN_SECONDS;
  return { requestId, expiresAt, ...(keyDigest !== undefined && { keyDigest }) };
}

/**
 * Whether a request may go on whose signature stands there already. With the same key it is a retry,
 * which is answered as before. A write whose answer was lost meets what it wrote itself.
 */
export function refusedAsSpent(
  standing: SpentSignature,
  spent: SpentSignature,
): Failure<'signature_used'> | undefined {
  if (standing.requestId === spent.requestId) return undefined;
  const isRetry = spent.keyDigest !== undefined && standing.keyDigest === spent.keyDigest;
  return isRetry ? undefined : fail('signature_used');
}
