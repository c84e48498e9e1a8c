/**
 * The pipeline of a workflow's task: ids in, an outcome of a closed set out, both logged. What throws
 * is retried by the workflow; its message goes nowhere, because a workflow keeps its history.
 */

import type { Clock } from '@billhook/core/base/dates';
import { MAY_HAVE_TRIED, MayHaveTried } from '@billhook/core/company/nothing-tried';
import * as v from 'valibot';
import { logFailure, logInfo } from '../aws/logger.ts';
import type { Outside } from '../table/outside.ts';
import { type Opened, opened } from './opened.ts';

const recordId = v.pipe(v.string(), v.maxLength(64), v.regex(/^[A-Za-z0-9_]+$/));

export const linkTaskInput = v.object({ linkId: recordId, authId: recordId, clientId: recordId });

export const paymentTaskInput = v.object({
  paymentId: recordId,
  billId: recordId,
  clientId: recordId,
});

export const swapTaskInput = v.object({
  swapId: recordId,
  attemptId: recordId,
  clientId: recordId,
});

const MAX_TASK_TOKEN_LENGTH = 2048;

export const taskTokenInput = v.object({
  taskToken: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TASK_TOKEN_LENGTH)),
});

export const clockTaskInput = v.object({ advanceId: recordId, partnerId: recordId });

/** @param open what the task works with, opened once a process. */
export function runTask<S extends v.GenericSchema, R, O extends { readonly outcome: string }>(
  task: string,
  input: S,
  open: (outside: Outside) => R,
  run: (input: v.InferOutput<S>, runtime: R, machineNow: number) => Promise<O>,
): Opened<(event: unknown) => Promise<O>> {
  return opened((outside) => {
    const runtime = open(outside);
    const { clock } = outside;
    return running(task, input, clock, (ids) => run(ids, runtime, clock()));
  });
}

export function running<S extends v.GenericSchema, O extends { readonly outcome: string }>(
  task: string,
  input: S,
  clock: Clock,
  run: (input: v.InferOutput<S>) => Promise<O>,
): (event: unknown) => Promise<O> {
  return async (event) => {
    const started = clock();
    const parsed = v.safeParse(input, event);
    if (!parsed.success) throw taskError('InvalidTaskInput');
    const ids = parsed.output as object;
    try {
      const result = await run(parsed.output);
      const { outcome } = result;
      logInfo('Task done', { ...ids, task, outcome, milliseconds: clock() - started });
      return result;
    } catch (error) {
      logFailure('Task failed', error, { ...ids, task });
      throw taskError(error instanceof MayHaveTried ? MAY_HAVE_TRIED : 'TaskFailed');
    }
  };
}

/** An error that says nothing but its name. */
function taskError(name: string): Error {
  const error = new Error("See the function's log");
  error.name = name;
  error.stack = undefined;
  return error;
}
