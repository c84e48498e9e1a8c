/** The contracts' operations as one list, for tests that run over all of them. */

import type { Operation } from '@billhook/core/api/operation';
import type { ErrorCode } from '@billhook/core/base/errors';
import { operations } from '../../functions/contracts.ts';
import { errorCodesOf } from '../../lib/documents/openapi.ts';

type Operations = typeof operations;
export type OperationName = {
  [group in keyof Operations]: keyof Operations[group];
}[keyof Operations];

export type NamedOperation = {
  readonly group: string;
  readonly name: OperationName;
  readonly operation: Operation;
  /** All that it can answer beside success. */
  readonly codes: readonly ErrorCode[];
};

export const allOperations: readonly NamedOperation[] = Object.entries(operations).flatMap(
  ([group, named]) =>
    Object.entries<Operation>(named).map(([name, operation]) => ({
      group,
      name: name as OperationName,
      operation,
      codes: errorCodesOf(operation),
    })),
);
