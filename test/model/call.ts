/** A call of an operation, with what the model says it must come to. */
import type { Context } from './calls.ts';
import type { OperationName } from './functions.ts';
import type { Answer } from './rules.ts';

export type Call = {
  readonly name: OperationName;
  readonly given: Readonly<Record<string, unknown>>;
  /** The client that calls with its own token; the partner with its key when left out. */
  readonly by?: string;
  /** Changes the model as the call must change the service. */
  readonly expect: (context: Context) => Answer;
};
