/**
 * What the work comes to, or what `late` answers when it takes longer. The work is not stopped by
 * that, and what becomes of it is no longer of interest: `late` stops it where that is possible.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  work: Promise<T>,
  late: () => T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const ranOut = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), milliseconds);
  });
  work.catch(() => {});
  return Promise.race([work, ranOut]).finally(() => clearTimeout(timer));
}
