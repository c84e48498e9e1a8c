/**
 * What is running at companies, by connector and operation: which workflow waits to hear of it. It names
 * no client, and is gone by itself after some days.
 */
import { runningKey } from '@billhook/core/base/table-keys';
import { secondsAfter } from '../table/expiry.ts';
import type { Table, Write } from '../table/types.ts';

/** For a report that comes long after the operation has ended. */
const DAYS_KEPT = 2;

/** Which operation of which connector. */
export type OperationName = { readonly connector: string; readonly operation: string };

type KnownOperation = {
  readonly taskToken?: string;
  /** No workflow waits for it, nor will one: messages ask about it. */
  readonly byMessages?: true;
};

export type RunningStore = {
  /** Nothing where the connector has no such operation. */
  find(name: OperationName): Promise<KnownOperation | undefined>;
  /** The operation is known from now on, and nobody waits for it yet: who did before has gone on. */
  begin(name: OperationName, now: number): Write;
  /** It is known from now on, and no workflow is going to wait for it. */
  beginByMessages(name: OperationName, now: number): Write;
  /** A workflow waits for it, in the place of the one before. */
  await(name: OperationName, taskToken: string, now: number): Write;
};

export function runningStore(table: Table): RunningStore {
  const change = ({ connector, operation }: OperationName, now: number, set: KnownOperation) => ({
    update: runningKey(connector, operation),
    set: { ...set, expiresAt: secondsAfter(now, DAYS_KEPT) },
  });
  return {
    find: ({ connector, operation }) => table.get<KnownOperation>(runningKey(connector, operation)),
    begin: (name, now) => ({ ...change(name, now, {}), remove: ['taskToken', 'byMessages'] }),
    beginByMessages: (name, now) => ({
      ...change(name, now, { byMessages: true }),
      remove: ['taskToken'],
    }),
    await: (name, taskToken, now) => change(name, now, { taskToken }),
  };
}
