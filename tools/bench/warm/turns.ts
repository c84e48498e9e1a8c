/** Times works in turns, in batches, by the processor time of this thread. */
import { median } from '../median.ts';

/** The processor time that the system counts comes in steps of some milliseconds. */
const BATCH = 400;
const WARM_UP_ROUNDS = 3;

export type Work = () => Promise<{ readonly statusCode: number }>;

/**
 * Microseconds of one run of each, the median of so many rounds.
 * @throws Error where one responds otherwise than with a 200.
 */
export async function measureWorks<K extends string>(
  works: Readonly<Record<K, Work>>,
  rounds: number,
): Promise<Record<K, number>> {
  const names = Object.keys(works) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const name of names) {
      const microseconds = await silently(() => timeBatch(name, works[name]));
      if (round >= 0) times[name]?.push(microseconds);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name] ?? [])])) as never;
}

async function timeBatch(name: string, work: Work): Promise<number> {
  const before = process.threadCpuUsage();
  for (let run = 0; run < BATCH; run += 1) {
    const { statusCode } = await work();
    if (statusCode !== 200) throw new Error(`${name} got a ${statusCode}`);
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / BATCH;
}

/** The lines of the log are written, and go nowhere. */
export async function silently<T>(run: () => Promise<T>): Promise<T> {
  const print = process.stdout.write;
  process.stdout.write = () => true;
  try {
    return await run();
  } finally {
    process.stdout.write = print;
  }
}
