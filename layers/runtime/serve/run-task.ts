/**
 * The pipeline of a workflow's task: ids in, an outcome of a closed set out, both logged. What throws
 * is retried by the workflow; its message goes nowhere, because a workflow keeps its history.
 */
import * as v from 'valibot';
import { logFailure, logInfo } from '../aws/logger.ts';

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

export const clockTaskInput = v.object({ advanceId: recordId, partnerId: recordId });

export function runTask<S extends v.GenericSchema, R extends { readonly outcome: string }>(
  task: string,
  input: S,
  run: (input: v.InferOutput<S>) => Promise<R>,
): (event: unknown) => Promise<R> {
  return async (event) => {
    const started = Date.now();
    const parsed = v.safeParse(input, event);
    if (!parsed.success) throw taskError('InvalidTaskInput');
    const ids = parsed.output as object;
    try {
      const result = await run(parsed.output);
      const { outcome } = result;
      logInfo('Task done', { ...ids, task, outcome, milliseconds: Date.now() - started });
      return result;
    } catch (error) {
      logFailure('Task failed', error, { ...ids, task });
      throw taskError('TaskFailed');
    }
  };
}

/** An error that says nothing but its name. */
function taskError(name: string): Error {
  const error = new Error('See the log of the function');
  error.name = name;
  error.stack = undefined;
  return error;
}
