/**
 * No write after the answer (decision: no-write-after-the-answer). Lambda freezes a process that has
 * answered, and thaws it with its next call: what was under way goes on then, minutes later and behind
 * the back of whoever was told that it failed.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Of this process, as its calls are: a write finds the call that it belongs to, whatever is thawed. */
const calls = new AsyncLocalStorage<{ answered: boolean }>();

const reads: ReadonlySet<string> = new Set([
  'GetItemCommand',
  'BatchGetItemCommand',
  'QueryCommand',
]);

/** Not tried again by anybody: whoever is told has long given up. */
class LateWrite extends Error {
  override readonly name = 'LateWrite';
}

/** Runs a call of the function. Whatever of it goes on after its answer writes nothing any more. */
export async function untilAnswered<T>(work: () => T): Promise<Awaited<T>> {
  const call = { answered: false };
  try {
    return await calls.run(call, work);
  } finally {
    call.answered = true;
  }
}

/** Has the client send no write after the answer. Every client of DynamoDB in a function goes through it. */
export function refuseLateWrites(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        refuseLateWrite(commandName);
        return next(given);
      },
    // Before each attempt: none is repeated after the answer either.
    { step: 'finalizeRequest', priority: 'low' },
  );
  return client;
}

/** Whether a call to the table may still be sent. @throws LateWrite when it may not. */
function refuseLateWrite(commandName = ''): void {
  if (!calls.getStore()?.answered || reads.has(commandName)) return;
  throw new LateWrite('The function has answered already: nothing is written any more');
}
