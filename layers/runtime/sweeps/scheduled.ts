/** The handler of a sweep: it runs until its deadline, and logs how much it did. */
import { logInfo } from '../aws/logger.ts';
import { type Opened, opened } from '../serve/opened.ts';
import type { Outside } from '../table/outside.ts';

export type Sweep = {
  readonly clock: () => number;
  /** Milliseconds since the epoch; nothing is begun after it. */
  readonly deadline: number;
};

/**
 * @param done what the log says of a run.
 * @param milliseconds how long a run may take: less than its function's timeout by what may be under
 *   way then.
 * @param sweep answers how many it did.
 */
export function scheduled<R>(
  done: string,
  milliseconds: number,
  open: (outside: Outside) => R,
  sweep: (runtime: R, run: Sweep, event: unknown) => Promise<number>,
): Opened<(event?: unknown) => Promise<void>> {
  return opened((outside) => {
    const runtime = open(outside);
    const { clock } = outside;
    return async (event) => {
      const started = clock();
      const count = await sweep(runtime, { clock, deadline: started + milliseconds }, event);
      logInfo(done, { count, milliseconds: clock() - started });
    };
  });
}
