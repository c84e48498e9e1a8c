const PAUSE_MILLISECONDS = 50;

/** Asks again until there is an answer. @throws Error that says what did not come. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  seconds = 30,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}
