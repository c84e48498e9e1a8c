/**
 * The sweep of due work: queries the due index, shard by shard, and takes up each record found.
 *
 * The index lags and a sweep may run twice at once, so each record is read again and every step is
 * conditional: what is taken up twice is done once.
 */
import { type Clock, instantText } from '@billhook/core/dates';
import { DUE_SHARDS, type DueKind, dueShard } from '@billhook/core/keys';
import {
  dropCardCode,
  finishEncryptionKey,
  takeUpLink,
  takeUpPayment,
  takeUpRetry,
} from './due-work.ts';
import { logFailure } from './logger.ts';
import type { SubmitDeps } from './submit-payment.ts';
import type { Rows } from './table.ts';

type DueRow = { readonly sk: string; readonly dueKind: DueKind };

/** What takes up a record that is due, by its id. */
const handlers: Record<DueKind, (deps: SubmitDeps, id: string, now: number) => Promise<void>> = {
  link: takeUpLink,
  payment: takeUpPayment,
  retry: takeUpRetry,
  'card-code': dropCardCode,
  'encryption-key': finishEncryptionKey,
};

/** Takes up what is due now, until all is or `deadline` (milliseconds since the epoch) has come. */
export async function sweepDueWork(
  deps: SubmitDeps,
  clock: Clock,
  deadline: number,
): Promise<number> {
  const upTo = instantText(clock());
  let count = 0;
  let failure: unknown;
  // Another shard first each minute, so that none waits behind a long one for ever.
  const first = Math.floor(clock() / 60_000) % DUE_SHARDS;
  for (let step = 0; step < DUE_SHARDS; step += 1) {
    const partition = dueShard((first + step) % DUE_SHARDS);
    let after: Record<string, string> | undefined;
    do {
      const range = { index: 'byDue', partition, upTo, after } as const;
      const rows = await deps.table.query<DueRow>(range).catch((error: unknown): Rows<DueRow> => {
        // A shard that cannot be read holds up no other; that it could not is told in the end.
        failure = error;
        return { items: [] };
      });
      for (const { sk, dueKind } of rows.items) {
        if (clock() >= deadline) return count;
        await takeUp(deps, dueKind, sk, clock());
        count += 1;
      }
      after = rows.next;
    } while (after);
  }
  if (failure) throw failure;
  return count;
}

/** One record that fails holds up no other; it is still due, and the next sweep meets it again. */
async function takeUp(deps: SubmitDeps, kind: DueKind, id: string, now: number): Promise<void> {
  try {
    await handlers[kind](deps, id, now);
  } catch (error) {
    logFailure('Due work failed', error, { operation: kind });
  }
}
