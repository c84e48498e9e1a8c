/**
 * The test clock of a partner, sandbox only (decision: test-clock): how far it is ahead of the
 * machine's, and where it is on its way to. What falls due in between is run in its order, each at
 * its own time.
 */

import { instantText, type Moment } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import { without } from '../base/members.ts';

export type ClockRecord = {
  readonly version: number;
  readonly partnerId: string;
  /** Milliseconds; never falls. */
  readonly ahead: number;
  /** When somebody looks whether what moves it still runs; set with the goal. */
  readonly lookAt?: string;
  /** Set while what fell due on the way is being run. */
  readonly goal?: ClockGoal;
};

export type ClockGoal = {
  /** Names the workflow that runs it. */
  readonly advanceId: string;
  /** The instant to stop at, in milliseconds since the epoch. */
  readonly instant: number;
};

/** How far ahead of the machine's a clock may be: far above any test, far below the end of dates. */
export const MAX_AHEAD_YEARS = 20;
const YEAR_MILLISECONDS = 366 * 24 * 60 * 60 * 1000;

/** When a workflow that moves a clock is looked at again. */
const LOOK_AGAIN_MILLISECONDS = 2 * 60 * 1000;

export function clockMoment(clock: ClockRecord | undefined, machineNow: number): Moment {
  return { partnerNow: machineNow + (clock?.ahead ?? 0), machineNow };
}

/** The clock as its partner sees it: where it stands by now, and whether it is on its way. */
export function presentClock(clock: ClockRecord | undefined, machineNow: number) {
  const { partnerNow } = clockMoment(clock, machineNow);
  return { now: instantText(partnerNow), advancing: clock?.goal !== undefined };
}

/** The clock on its way to `instant`. One that is on its way already goes on, further. */
export function moveClock(
  standing: ClockRecord | undefined,
  asked: { readonly partnerId: string; readonly instant: number; readonly advanceId: string },
  machineNow: number,
): ClockRecord | Failure<'clock_moves_forward' | 'invalid_request'> {
  const { partnerId, instant, advanceId } = asked;
  const { partnerNow } = clockMoment(standing, machineNow);
  if (instant < Math.max(partnerNow, standing?.goal?.instant ?? 0))
    return fail('clock_moves_forward');
  if (instant - machineNow > MAX_AHEAD_YEARS * YEAR_MILLISECONDS) {
    const message = `Expected an instant within ${MAX_AHEAD_YEARS} years from today`;
    return fail('invalid_request', { fields: [{ field: 'now', code: 'invalid_value', message }] });
  }
  return {
    version: (standing?.version ?? 0) + 1,
    partnerId,
    ahead: standing?.ahead ?? 0,
    goal: { advanceId: standing?.goal?.advanceId ?? advanceId, instant },
    lookAt: lookAgainAt(machineNow),
  };
}

/** The clock at an instant on its way; it stays where it is when it is past that. */
export function clockAt(clock: ClockRecord, instant: number, machineNow: number): ClockRecord {
  const ahead = Math.max(clock.ahead, instant - machineNow);
  const look = clock.goal && { lookAt: lookAgainAt(machineNow) };
  return { ...clock, version: clock.version + 1, ahead, ...look };
}

/** The clock at its goal, ticking on from there. */
export function clockArrived(clock: ClockRecord, machineNow: number): ClockRecord {
  const { goal, ...rest } = without(clock, ['lookAt']);
  return clockAt(rest, goal?.instant ?? 0, machineNow);
}

/** The clock with another workflow to move it; the one before ended on its way. */
export function restartClock(
  clock: ClockRecord,
  advanceId: string,
  machineNow: number,
): ClockRecord {
  const { goal } = clock;
  return {
    ...clock,
    version: clock.version + 1,
    ...(goal && { goal: { ...goal, advanceId } }),
    lookAt: lookAgainAt(machineNow),
  };
}

function lookAgainAt(machineNow: number): string {
  return instantText(machineNow + LOOK_AGAIN_MILLISECONDS);
}
