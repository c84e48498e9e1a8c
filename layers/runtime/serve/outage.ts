/** Telling an outage of another service from a fault of ours. */

/** Refusals that pass by themselves, whoever's fault AWS calls them. */
const names: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'InternalServerError',
  'KMSInternalException',
  'KeyUnavailableException',
  'DependencyTimeoutException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
]);

/** What Node says of a connection that was refused, lost or never made. */
const codes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Another service is short of capacity or away: the same request may go through in a moment. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $retryable, $fault } = error as {
    code?: unknown;
    $retryable?: unknown;
    $fault?: unknown;
  };
  if (names.has(error.name) || $fault === 'server' || $retryable !== undefined) return true;
  return typeof code === 'string' && codes.has(code);
}

/** By a name that `isOutage` knows, for what is known to last for a while. */
export function outageOf(message: string, retryAfterSeconds: number): Error {
  return Object.assign(new Error(message), { name: 'ServiceUnavailable', retryAfterSeconds });
}

/** How long an outage lasts that says so itself. */
export function waitAfter(error: unknown): number | undefined {
  const { retryAfterSeconds } = (error ?? {}) as { readonly retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined;
}

/** IAM takes up to five minutes to learn of a new key's tags, and mostly less than one. */
export const NEW_KEY_RETRY_SECONDS = 30;
