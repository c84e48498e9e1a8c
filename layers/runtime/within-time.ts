/**
 * An answer before the function is ended: one that Lambda stops in its tracks answers nothing, which
 * callers see as an error of ours.
 */

/** What Lambda tells a function of its time. */
export type TimeLeft = { readonly getRemainingTimeInMillis: () => number };

/** For what is still to be done with the answer. */
const MARGIN_MILLISECONDS = 1_000;

/**
 * What the work comes to. What is under way when time runs out may still be done, as with any answer
 * that is lost: whoever tries again finds it done.
 * @throws Error named `TimeoutError` when the function's time is about to run out.
 */
export async function withinTime<T>(
  context: TimeLeft | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!context) return work();
  const { promise: ranOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      const error = new Error('The time of the function runs out');
      error.name = 'TimeoutError';
      reject(error);
    },
    Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MILLISECONDS),
  );
  try {
    return await Promise.race([work(), ranOut]);
  } finally {
    clearTimeout(timer);
  }
}
