/** Load, decide, save, once more from the start when another write came between. */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { Table, Write } from './types.ts';

const ATTEMPTS = 5;
const FIRST_WAIT_MILLISECONDS = 15;

/** What an attempt answers when its write met a newer version. */
export const conflict = Symbol('conflict');

/** What an attempt answers once all of this is written. */
export async function attemptWrite<T>(
  table: Pick<Table, 'write'>,
  answer: T,
  writes: readonly Write[],
): Promise<T | typeof conflict> {
  return (await table.write(writes)) === 'written' ? answer : conflict;
}

export async function retryConflict<T>(
  attempt: () => Promise<T | typeof conflict>,
): Promise<T | Failure<'request_conflict'>> {
  for (let count = 1; count <= ATTEMPTS; count += 1) {
    const result = await attempt();
    if (result !== conflict) return result as T;
    const wait = Math.random() * FIRST_WAIT_MILLISECONDS * 2 ** count;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return fail('request_conflict');
}

/**
 * The same for work that no caller waits for. Whoever began it does it again when it is thrown.
 * @param unsettled what is thrown where others were faster each time, or where the attempt was refused.
 */
export async function retryOrThrow<T>(
  unsettled: string,
  attempt: () => Promise<T | typeof conflict>,
): Promise<Exclude<T, Failure>> {
  const result = await retryConflict(attempt);
  if (isFailure(result)) throw new Error(unsettled);
  return result as Exclude<T, Failure>;
}
