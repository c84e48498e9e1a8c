/** Whether a request is sent again, and when (decision: clients-repeat-what-is-safe). */

/** What an attempt came to. */
export type Attempt = {
  /** Missing where there was no answer. */
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterSeconds?: number;
};

export type RetryRules = {
  readonly maxRetries: number;
  readonly maxWaitSeconds: number;
};

const FIRST_WAIT_SECONDS = 0.25;
const LONGEST_WAIT_SECONDS = 8;
/** What may go away by itself. 502 and 504 are of what stands before the service. */
const PASSING_STATUSES = [429, 500, 502, 503, 504];

/**
 * @param attempts how many there were, this one included.
 * @param chance from 0 to 1: calls that failed together don't come back together.
 * @returns seconds; nothing where it isn't sent again.
 */
export function waitBefore(
  attempt: Attempt,
  attempts: number,
  { maxRetries, maxWaitSeconds }: RetryRules,
  chance: number,
): number | undefined {
  if (attempts > maxRetries || !isPassing(attempt)) return undefined;
  const usual = Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS);
  const { retryAfterSeconds } = attempt;
  if (retryAfterSeconds === undefined) {
    return Math.min(usual * (0.5 + chance / 2), maxWaitSeconds);
  }
  if (retryAfterSeconds > maxWaitSeconds) return undefined;
  return retryAfterSeconds + usual * chance;
}

function isPassing({ status, code }: Attempt): boolean {
  if (status === undefined || PASSING_STATUSES.includes(status)) return true;
  // The first attempt is being carried out still: its answer comes under the same key.
  return code === 'request_in_progress';
}

/** `Retry-After`: seconds, or the date of HTTP. */
export function retryAfterOf(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
