/** What a connector's report does: whoever waits for the operation asks about it now. */
import { openTaskOutcomes } from '../aws/task-outcomes.ts';
import { runningStore } from '../stores/running-store.ts';
import type { Outside } from '../table/outside.ts';

/**
 * Safe to repeat. What the report says is not believed here: the task that is woken asks for it. Where
 * nobody waits yet, or any more, nothing is lost: the operation is asked about by itself.
 *
 * @returns whether the connector has such an operation.
 */
export async function wakeRunning(
  { table, aws }: Pick<Outside, 'table' | 'aws'>,
  connector: string,
  operation: string,
): Promise<boolean> {
  const known = await runningStore(table).find({ connector, operation });
  if (known?.taskToken) await openTaskOutcomes(aws).succeed(known.taskToken, {});
  return known !== undefined;
}
