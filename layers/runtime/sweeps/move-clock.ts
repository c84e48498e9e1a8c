/** Moving a partner's test clock: what falls due in between is run behind the call, by a workflow. */
import { type Failure, isFailure } from '@billhook/core/base/errors';
import { type RandomBytes, randomText } from '@billhook/core/base/ids';
import { CLOCKS_PARTITION } from '@billhook/core/base/table-keys';
import { type ClockRecord, moveClock, restartClock } from '@billhook/core/partner/clock';
import { logFailure, logWarning } from '../aws/logger.ts';
import type { Workflows } from '../aws/workflows.ts';
import type { Runtime } from '../companies/runtime.ts';
import { findClock } from '../table/partner-time.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import { followClock, saveClock } from './follow-clock.ts';

type ClockDeps = Pick<Runtime, 'table' | 'random' | 'workflows'>;

const ADVANCE_ID_LENGTH = 20;

export async function setClock(
  { table, random, workflows }: ClockDeps,
  partnerId: string,
  instant: number,
  machineNow: number,
): Promise<ClockRecord | Failure<'clock_moves_forward' | 'invalid_request' | 'request_conflict'>> {
  const moved = await retryConflict(async () => {
    const standing = await findClock(table, partnerId);
    const next = moveClock(
      standing,
      { partnerId, instant, advanceId: newAdvanceId(random) },
      machineNow,
    );
    if (isFailure(next)) return next;
    return (await saveClock(table, next)) ? next : conflict;
  });
  if (!isFailure(moved) && moved.goal) await startAdvance(workflows, moved);
  return moved;
}

/**
 * What every minute does for the clocks that were moved: those that stand tick on, and what has fallen
 * due by them is run; one that should be on its way and is not is taken up again.
 */
export async function followClocks(
  deps: Runtime,
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
  deps: Runtime,
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
async function takeUpClock(
  { table, random, workflows }: Runtime,
  clock: ClockRecord,
  machineNow: number,
): Promise<void> {
  const started = await startAdvance(workflows, clock);
  if (started !== 'ended') return;
  logWarning('A test clock stopped before reaching its target', { partnerId: clock.partnerId });
  const next = restartClock(clock, newAdvanceId(random), machineNow);
  if (await saveClock(table, next)) await startAdvance(workflows, next);
}

function startAdvance(workflows: Workflows, { partnerId, goal }: ClockRecord) {
  return workflows.startAdvanceClock({ partnerId, advanceId: goal?.advanceId ?? '' });
}

function newAdvanceId(random: RandomBytes): string {
  return `advance_${randomText(ADVANCE_ID_LENGTH, random)}`;
}
