export type Step = <T>(title: string, run: () => Promise<T>) => Promise<T>;

/** Says each step with its seconds once it is done. */
export function createSteps(say: (line: string) => void): Step {
  return async (title, run) => {
    const started = performance.now();
    const result = await run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(`${seconds.padStart(6)} s  ${title}`);
    return result;
  };
}
