/**
 * What a connector's report does: whoever waits for the operation asks about it now. And what the heartbeat
 * of a worker of ours does: whoever waits for it goes on waiting.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openTaskOutcomes } from '../aws/task-outcomes.ts';
import { runningStore } from '../stores/running-store.ts';
import type { Outside } from '../table/outside.ts';

/** Between a task that says that something runs, and the workflow that waits for it, there is a moment. */
const PATIENCE_MILLISECONDS = 3_000;
const AGAIN_MILLISECONDS = 250;

/**
 * Safe to repeat. What the report says is not believed here: the task that is woken asks for it. A report
 * that is faster than the workflow waits for it. Where nobody waits after that, nothing is lost: the
 * operation is asked about by itself.
 *
 * @returns whether the connector has such an operation.
 */
export async function wakeRunning(
  { table, aws }: Pick<Outside, 'table' | 'aws'>,
  connector: string,
  operation: string,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): Promise<boolean> {
  const until = performance.now() + patienceMilliseconds;
  for (;;) {
    const known = await runningStore(table).find({ connector, operation });
    if (!known) return false;
    if (known.taskToken) {
      await openTaskOutcomes(aws).succeed(known.taskToken, {});
      return true;
    }
    if (known.byMessages) return true;
    if (performance.now() + AGAIN_MILLISECONDS > until) return true;
    await wait(AGAIN_MILLISECONDS);
  }
}

/** Nobody waits longer for it than for the next of these: see HEARTBEAT_SECONDS. */
export async function beatRunning(
  { table, aws }: Pick<Outside, 'table' | 'aws'>,
  connector: string,
  operation: string,
): Promise<void> {
  const { taskToken } = (await runningStore(table).find({ connector, operation })) ?? {};
  if (taskToken) await openTaskOutcomes(aws).beat(taskToken);
}
