/** Time that passes only while everything waits for it: hours in a second, each wait as long as it says. */

/** Turns of the event loop after which whatever can go on without time has done so. */
const TURNS = 3;

export function simulatedTime(start: number) {
  let now = start;
  const waits: { readonly at: number; readonly wake: () => void }[] = [];
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const next = () => {
    waits.sort((a, b) => a.at - b.at);
    return waits[0];
  };
  return {
    now: () => now,
    sleep: (milliseconds: number) =>
      new Promise<void>((wake) => {
        waits.push({ at: now + milliseconds, wake });
      }),
    /** Nothing is under way: the time is simply later, and whatever waited for less is woken. */
    async until(instant: number) {
      for (let wait = next(); wait && wait.at <= instant; wait = next()) {
        now = Math.max(now, wait.at);
        waits.shift();
        wait.wake();
        await turn();
      }
      now = Math.max(now, instant);
    },
    /** Lets time pass until the work has ended. */
    async during<T>(work: Promise<T>): Promise<T> {
      let ended = false;
      const marked = work.finally(() => {
        ended = true;
      });
      marked.catch(() => {});
      while (!ended) {
        for (let count = 0; count < TURNS; count += 1) await turn();
        const wait = ended ? undefined : next();
        if (!wait) continue;
        waits.shift();
        now = Math.max(now, wait.at);
        wait.wake();
      }
      return marked;
    },
  };
}
