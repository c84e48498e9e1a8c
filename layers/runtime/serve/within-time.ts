/**
 * An answer before the function is ended: one that Lambda stops in its tracks answers nothing, which
 * callers see as an error of ours.
 */

/** What Lambda tells a function of its time. */
export type TimeLeft = { readonly getRemainingTimeInMillis: () => number };

/** For what is still to be done with the answer. */
const MARGIN_MILLISECONDS = 1_000;

/**
 * What the work comes to, or what `late` answers when the function's time is about to run out. What
 * is under way then may still be done, as with any answer that is lost, but writes nothing any more
 * (decision: no-write-after-the-answer); nothing is given back that it holds, such as the lease of an
 * idempotency key.
 */
export async function withinTime<T>(
  context: TimeLeft | undefined,
  work: () => Promise<T>,
  late: () => T,
): Promise<T> {
  if (!context) return work();
  const { promise: ranOut, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(
    () => resolve(late()),
    Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MILLISECONDS),
  );
  try {
    return await Promise.race([work(), ranOut]);
  } finally {
    clearTimeout(timer);
  }
}
