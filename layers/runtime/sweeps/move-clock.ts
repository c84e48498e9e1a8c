/** Moving a partner's test clock: what falls due in between is run behind the call, by a workflow. */
import { randomBytes } from 'node:crypto';
import { type Failure, isFailure } from '@billhook/core/errors';
import { randomText } from '@billhook/core/ids';
import { type ClockRecord, moveClock, restartClock } from '@billhook/core/partner/clock';
import { CLOCKS_PARTITION } from '@billhook/core/table-keys';
import { logFailure, logWarning } from '../aws/logger.ts';
import { startAdvanceClock } from '../aws/workflows.ts';
import type { SubmitDeps } from '../payments/submit.ts';
import { findClock } from '../table/partner-time.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/table.ts';
import { followClock, saveClock } from './follow-clock.ts';

const ADVANCE_ID_LENGTH = 20;

export async function setClock(
  table: Table,
  partnerId: string,
  instant: number,
  now: number,
): Promise<ClockRecord | Failure<'clock_moves_forward' | 'invalid_request' | 'request_conflict'>> {
  const moved = await retryConflict(async () => {
    const standing = await findClock(table, partnerId);
    const next = moveClock(standing, { partnerId, instant, advanceId: newAdvanceId() }, now);
    if (isFailure(next)) return next;
    return (await saveClock(table, next)) ? next : conflict;
  });
  if (!isFailure(moved) && moved.goal) await startAdvance(moved);
  return moved;
}

/**
 * What every minute does for the clocks that were moved: those that stand tick on, and what has fallen
 * due by them is run; one that should be on its way and is not is taken up again.
 */
export async function followClocks(
  deps: SubmitDeps,
  run: { readonly clock: () => number; readonly deadline: number },
): Promise<number> {
  let count = 0;
  let after: Record<string, string> | undefined;
  do {
    const page = await deps.table.query<ClockRecord>({ partition: CLOCKS_PARTITION, after });
    for (const clock of page.items) {
      if (run.clock() >= run.deadline) return count;
      await followOne(deps, clock, run);
      count += 1;
    }
    after = page.next;
  } while (after);
  return count;
}

async function followOne(
  deps: SubmitDeps,
  clock: ClockRecord,
  run: { readonly clock: () => number; readonly deadline: number },
): Promise<void> {
  const { partnerId } = clock;
  try {
    if (!clock.goal) await followClock(deps, partnerId, run);
    else if (Date.parse(clock.lookAt ?? '') <= run.clock())
      await takeUpClock(deps, clock, run.clock());
  } catch (error) {
    logFailure('A test clock could not be followed', error, { partnerId });
  }
}

/** Started under the same name it is the same run; one that is over is followed by another. */
async function takeUpClock({ table }: SubmitDeps, clock: ClockRecord, now: number): Promise<void> {
  const started = await startAdvance(clock);
  if (started !== 'ended') return;
  logWarning('A test clock stopped on its way', { partnerId: clock.partnerId });
  const next = restartClock(clock, newAdvanceId(), now);
  if (await saveClock(table, next)) await startAdvance(next);
}

function startAdvance({ partnerId, goal }: ClockRecord) {
  return startAdvanceClock({ partnerId, advanceId: goal?.advanceId ?? '' });
}

function newAdvanceId(): string {
  return `advance_${randomText(ADVANCE_ID_LENGTH, randomBytes)}`;
}
