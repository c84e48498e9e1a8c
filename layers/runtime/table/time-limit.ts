/** Limits of time for work that may never end. Passed in, so that a test decides when one is over. */

export type TimeLimit = {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Ends the limit, once the work has ended. */
  readonly lift: () => void;
};

export type LimitTime = (milliseconds: number) => TimeLimit;

export const limitTime: LimitTime = (milliseconds) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, lift: () => clearTimeout(timer) };
};

/**
 * What the work comes to, or `late` if it hasn't ended when the signal is aborted. The work isn't
 * stopped: it has to look at the signal before it changes anything.
 */
export async function unlessAborted<T, L>(
  signal: AbortSignal,
  work: () => Promise<T>,
  late: L,
): Promise<T | L> {
  if (signal.aborted) return late;
  const { promise: aborted, resolve } = Promise.withResolvers<L>();
  const abort = () => resolve(late);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([aborted, work()]);
  } catch (error) {
    // What fails because it was aborted is late as well.
    if (signal.aborted) return late;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
