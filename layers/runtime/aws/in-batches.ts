/** Calls that take up to ten things at a time, and may refuse some of them. */
import { logFailure } from './logger.ts';

/** The most that EventBridge and SQS take in one call. */
const BATCH = 10;
const ATTEMPTS = 3;
const FIRST_WAIT_MILLISECONDS = 50;

type Send<T> = (batch: readonly T[]) => Promise<readonly T[]>;

/**
 * `send` answers what was refused of a batch, which is tried again. Answers what was refused to the
 * end, and never throws for an outage: whoever calls has other batches that went through.
 */
export async function inBatches<T>(all: readonly T[], send: Send<T>): Promise<readonly T[]> {
  const batches: T[][] = [];
  for (let from = 0; from < all.length; from += BATCH) batches.push(all.slice(from, from + BATCH));
  const refused = await Promise.all(batches.map((batch) => sendAgain(batch, send)));
  return refused.flat();
}

async function sendAgain<T>(batch: readonly T[], send: Send<T>): Promise<readonly T[]> {
  let left = batch;
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      left = await send(left);
      if (left.length === 0) break;
      const longest = FIRST_WAIT_MILLISECONDS * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
  } catch (error) {
    // The SDK has tried it again already.
    logFailure('A batch could not be sent', error, { count: left.length });
  }
  return left;
}
