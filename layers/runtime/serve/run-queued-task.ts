/**
 * The pipeline of a task that a workflow hands on by a queue: as that of every other task, and its
 * outcome is sent back by the task token that came with it.
 */
import { MAY_HAVE_TRIED } from '@billhook/core/company/nothing-tried';
import * as v from 'valibot';
import { logWarning } from '../aws/logger.ts';
import { openTaskOutcomes, type TaskOutcomes } from '../aws/task-outcomes.ts';
import type { Outside } from '../table/outside.ts';
import { type Opened, opened } from './opened.ts';
import { handleMessages, isBatch } from './queue-batch.ts';
import { running, taskTokenInput } from './run-task.ts';

const message = v.looseObject(taskTokenInput.entries);

type Message = v.InferOutput<typeof message>;

/**
 * What is done with a message that comes again: the run before it died, or its outcome could not be
 * sent. `again`: the task runs once more, and knows by its records what was done. `never`: it may have
 * given the company the credentials, which its workflow is told.
 */
type Repeated = 'again' | 'never';

/** Called with ids alone, it runs the task and returns what came of it. */
export function runQueuedTask<S extends v.GenericSchema, R, O extends { readonly outcome: string }>(
  {
    task,
    input,
    repeated,
  }: { readonly task: string; readonly input: S; readonly repeated: Repeated },
  open: (outside: Outside) => R,
  run: (input: v.InferOutput<S>, runtime: R, machineNow: number) => Promise<O>,
): Opened<(event: unknown) => Promise<unknown>> {
  return opened((outside) => {
    const runtime = open(outside);
    const { clock, aws } = outside;
    const runOnce = running(task, input, clock, (ids) => run(ids, runtime, clock()));
    const outcomes = openTaskOutcomes(aws);
    return async (event) => {
      if (!isBatch(event)) return runOnce(event);
      return handleMessages(event, message, async (given, receives) => {
        if (repeated === 'never' && receives > 1) await giveUp(outcomes, given, task);
        else await runAndTell(outcomes, given, runOnce);
      });
    };
  });
}

async function runAndTell(
  outcomes: TaskOutcomes,
  { taskToken, ...ids }: Message,
  run: (ids: object) => Promise<object>,
): Promise<void> {
  const ran = await settled(run(ids));
  if ('result' in ran) await outcomes.succeed(taskToken, ran.result);
  else await outcomes.fail(taskToken, ran.error instanceof Error ? ran.error.name : 'TaskFailed');
}

async function giveUp(outcomes: TaskOutcomes, { taskToken }: Message, task: string) {
  logWarning('A task that never ended is not repeated', { task });
  await outcomes.fail(taskToken, MAY_HAVE_TRIED);
}

type Settled = { readonly result: object } | { readonly error: unknown };

function settled(run: Promise<object>): Promise<Settled> {
  return run.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}
