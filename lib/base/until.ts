const FIRST_PAUSE_MILLISECONDS = 100;
/** What takes long is asked for less often: each request costs the service something. */
const LONGEST_PAUSE_MILLISECONDS = 250;
const GROWTH = 1.2;

/** Of a machine that is busy: what is there at all is mostly there within a few seconds. */
const PATIENCE_SECONDS = 120;

/** Asks again until there is a result. @throws Error that says what did not arrive. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  seconds = PATIENCE_SECONDS,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  let pause = FIRST_PAUSE_MILLISECONDS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Timed out after ${seconds} s waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MILLISECONDS);
  }
}
