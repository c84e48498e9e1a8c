/** The client of Step Functions, one a process. */
import { SFNClient } from '@aws-sdk/client-sfn';
import { once } from './once.ts';
import { Sha256 } from './sha256.ts';

export const stepFunctionsClient = once(() => new SFNClient({ maxAttempts: 4, sha256: Sha256 }));

const goneErrors = new Set(['TaskDoesNotExist', 'TaskTimedOut', 'InvalidToken']);

/** Whether nobody waits by a task token any more. */
export function isExecutionGone(error: unknown): boolean {
  return error instanceof Error && goneErrors.has(error.name);
}
