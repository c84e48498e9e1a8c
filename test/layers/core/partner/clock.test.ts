import {
  type ClockRecord,
  clockArrived,
  clockAt,
  clockMoment,
  MAX_AHEAD_YEARS,
  moveClock,
  presentClock,
} from '@billhook/core/partner/clock';
import { describe, expect, test } from 'vitest';
import { NOW, partnerId } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const move = (standing: ClockRecord | undefined, instant: number) =>
  moveClock(standing, { partnerId, instant, advanceId: 'advance_1' }, NOW);
const ahead = (milliseconds: number): ClockRecord => ({
  version: 1,
  partnerId,
  ahead: milliseconds,
});

describe('a test clock', () => {
  test('tells the machine’s time until it is moved', () => {
    expect(clockMoment(undefined, NOW)).toEqual({ partnerNow: NOW, machineNow: NOW });
    expect(presentClock(undefined, NOW).advancing).toBe(false);
  });

  test.each([
    ['to its own time', HOUR, true],
    ['ahead', HOUR + 1, true],
    ['back by a millisecond', HOUR - 1, false],
  ])('can be moved %s: %s', (_, offset, allowed) => {
    const moved = move(ahead(HOUR), NOW + offset);
    expect('failure' in moved ? moved.failure : 'moved').toBe(
      allowed ? 'moved' : 'clock_moves_forward',
    );
  });

  test('that is on its way can be sent further, and not less far, by the same workflow', () => {
    const going = move(undefined, NOW + 10 * HOUR) as ClockRecord;
    expect(move(going, NOW + 10 * HOUR - 1)).toMatchObject({ failure: 'clock_moves_forward' });
    const further = moveClock(
      going,
      { partnerId, instant: NOW + 20 * HOUR, advanceId: 'advance_2' },
      NOW,
    );
    expect(further).toMatchObject({
      version: 2,
      goal: { advanceId: 'advance_1', instant: NOW + 20 * HOUR },
    });
  });

  test.each([
    [MAX_AHEAD_YEARS * 366 * 24 * HOUR, 'moved'],
    [MAX_AHEAD_YEARS * 366 * 24 * HOUR + 1, 'invalid_request'],
  ])('is moved at most twenty years ahead (%d)', (offset, outcome) => {
    const moved = move(undefined, NOW + offset);
    expect('failure' in moved ? moved.failure : 'moved').toBe(outcome);
  });

  test('never goes back on its way, and stands at its goal in the end', () => {
    const going = move(ahead(HOUR), NOW + 10 * HOUR) as ClockRecord;
    const there = clockAt(going, NOW + 5 * HOUR, NOW);
    expect(there.ahead).toBe(5 * HOUR);
    expect(clockAt(there, NOW + 2 * HOUR, NOW).ahead).toBe(5 * HOUR);
    const arrived = clockArrived(there, NOW);
    expect(arrived).toMatchObject({ ahead: 10 * HOUR });
    expect(presentClock(arrived, NOW + 7)).toEqual({
      now: new Date(NOW + 10 * HOUR + 7).toISOString(),
      advancing: false,
    });
  });
});
