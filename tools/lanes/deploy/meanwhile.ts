/** Asks a service again and again while something else goes on. */

export type Meanwhile = {
  readonly asked: number;
  /** What went wrong, each in a line. */
  readonly wrong: readonly string[];
};

const PAUSE_MILLISECONDS = 250;

/** @param ask asks once, and returns what went wrong. @throws what `work` throws, when it has ended. */
export async function askMeanwhile(
  work: () => Promise<unknown>,
  ask: () => Promise<readonly string[]>,
): Promise<Meanwhile> {
  let ended = false;
  const working = work().finally(() => {
    ended = true;
  });
  // What it throws is for the end: until then the service is asked.
  working.catch(() => {});
  const wrong: string[] = [];
  let asked = 0;
  do {
    wrong.push(...(await ask()));
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  } while (!ended);
  await working;
  return { asked, wrong };
}
