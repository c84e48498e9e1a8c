import {
  afterFailure,
  afterNothing,
  afterSuccess,
  type Breaker,
  beginTrial,
  breakerState,
  FAILURES_TO_OPEN,
  FAILURES_WITHIN_MILLISECONDS,
  LONGEST_MILLISECONDS,
  TRIAL_MILLISECONDS,
} from '@billhook/core/company/gate/breaker';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../../../support/records.ts';

const MINUTE = 60_000;

/** The breaker after failures of these logins, each a millisecond after the one before. */
function failing(logins: readonly string[], before?: Breaker): Breaker | undefined {
  return logins.reduce<Breaker | undefined>(
    (breaker, login, index) => afterFailure(breaker, { login, now: NOW + index }),
    before,
  );
}

const open = (change: object = {}): Breaker => ({
  ...{ state: 'open', since: NOW, until: NOW + MINUTE, times: 1 },
  ...change,
});
const trial = { id: 'mine', until: NOW + TRIAL_MILLISECONDS };

describe('a closed breaker', () => {
  test.each([
    ['four failures of four logins', ['a', 'b', 'c', 'd'], 'closed'],
    ['five of three logins', ['a', 'b', 'c', 'a', 'b'], 'open'],
    ['five of two logins', ['a', 'b', 'a', 'b', 'a'], 'closed'],
    ['many of one login', Array.from({ length: 50 }, () => 'a'), 'closed'],
    ['many of one login, then of two others', ['a', 'a', 'a', 'a', 'a', 'b', 'c'], 'open'],
  ])('after %s', (_name, logins, state) => {
    expect(failing(logins)?.state).toBe(state);
  });

  test.each([
    ['just within the time', FAILURES_WITHIN_MILLISECONDS - 1, 'open'],
    ['when the first is too long ago', FAILURES_WITHIN_MILLISECONDS, 'closed'],
  ])('counts failures %s', (_name, milliseconds, state) => {
    const before = failing(['a', 'b', 'c', 'd']);
    expect(FAILURES_TO_OPEN).toBe(5);
    expect(afterFailure(before, { login: 'e', now: NOW + milliseconds }).state).toBe(state);
  });

  test('forgets failures at a success', () => {
    expect(afterSuccess(failing(['a', 'b']), { login: 'a', now: NOW })).toBeUndefined();
  });

  test('keeps them where a session asked nothing', () => {
    const before = failing(['a', 'b']);
    expect(afterNothing(before, { login: 'a', now: NOW })).toBe(before);
  });
});

describe('what may be of one account alone', () => {
  const breaches = (logins: readonly string[]) =>
    logins.reduce<Breaker | undefined>(
      (breaker, login, index) =>
        afterFailure(breaker, { login, now: NOW + index, ofAccount: true }),
      undefined,
    );

  test.each([
    ['many of one login, then of two others', ['a', 'a', 'a', 'a', 'a', 'b', 'c'], 'closed', 3],
    ['many of each of four logins', ['a', 'b', 'c', 'd', 'd', 'c', 'b', 'a'], 'closed', 4],
    ['one of each of five logins', ['a', 'b', 'c', 'd', 'e'], 'open', undefined],
  ])('counts once a login and window: %s', (_name, logins, state, failures) => {
    expect(breaches(logins)).toMatchObject({ state, ...(failures && { failures }) });
  });

  test('counts again once the window is over', () => {
    const before = breaches(['a', 'b', 'c', 'd']);
    const later = NOW + FAILURES_WITHIN_MILLISECONDS;
    const ended = { login: 'a', now: later, ofAccount: true };
    expect(afterFailure(before, ended)).toMatchObject({ failures: 1, logins: ['a'] });
  });
});

describe('the login that failed last', () => {
  const breaker = failing(['a', 'b', 'c', 'd', 'e']);
  const due = NOW + FAILURES_TO_OPEN - 1 + MINUTE;

  test('does not try next where another one comes', () => {
    expect(breakerState(breaker, due, 'e')).toEqual({ kind: 'shut', until: due + MINUTE });
    expect(beginTrial(breaker, 'mine', due, 'e')).toBeUndefined();
    expect(breakerState(breaker, due, 'a')).toEqual({ kind: 'due' });
    expect(beginTrial(breaker, 'mine', due, 'a')).toBeDefined();
  });

  test('tries where none comes for as long again', () => {
    expect(breakerState(breaker, due + MINUTE, 'e')).toEqual({ kind: 'due' });
  });

  test('is the one whose trial failed', () => {
    const tried = beginTrial(breaker, 'mine', due, 'a');
    const after = afterFailure(tried, { login: 'a', trialId: 'mine', now: due });
    expect(after).toMatchObject({ failed: 'a', times: 2 });
  });

  test('may try at once with a record of an earlier release', () => {
    expect(breakerState(open(), NOW + MINUTE, 'e')).toEqual({ kind: 'due' });
  });
});

describe('an open breaker', () => {
  test.each([
    ['before its time', NOW + MINUTE - 1, open(), { kind: 'shut', until: NOW + MINUTE }],
    ['at its time', NOW + MINUTE, open(), { kind: 'due' }],
    [
      'during a trial',
      trial.until - 1,
      open({ until: NOW, trial }),
      { kind: 'shut', until: trial.until },
    ],
    ['after a trial that never ended', trial.until, open({ until: NOW, trial }), { kind: 'due' }],
  ])('%s', (_name, now, breaker, expected) => {
    expect(breakerState(breaker, now)).toEqual(expected);
    const begun = beginTrial(breaker, 'next', now);
    expect(begun !== undefined).toBe(expected.kind === 'due');
  });

  test('closes after a trial that succeeds', () => {
    const ended = { login: 'a', trialId: 'mine', now: NOW };
    expect(afterSuccess(open({ trial }), ended)).toBeUndefined();
  });

  test('waits twice as long after each trial that fails, up to half an hour', () => {
    let breaker = open({ times: 1 });
    const waits = [];
    for (let turn = 0; turn < 7; turn += 1) {
      const tried = beginTrial({ ...breaker, until: NOW } as Breaker, 'mine', NOW);
      breaker = afterFailure(tried, { login: 'a', trialId: 'mine', now: NOW });
      waits.push(breaker.state === 'open' && (breaker.until - NOW) / MINUTE);
    }
    expect(waits).toEqual([2, 4, 8, 16, 30, 30, 30]);
    expect(LONGEST_MILLISECONDS).toBe(30 * MINUTE);
  });

  test('gives a trial that asked nothing to the next', () => {
    const left = afterNothing(open({ trial }), { login: 'a', trialId: 'mine', now: NOW });
    expect(left).toEqual(open());
  });

  test.each([
    ['none', undefined],
    ['an earlier trial', 'earlier'],
  ])('is not changed by sessions that began as %s', (_name, trialId) => {
    const breaker = open({ trial });
    const ended = { login: 'a', trialId, now: NOW };
    expect(afterFailure(breaker, ended)).toBe(breaker);
    expect(afterSuccess(breaker, ended)).toBe(breaker);
    expect(afterNothing(breaker, ended)).toBe(breaker);
  });
});

test('a closed breaker begins no trial', () => {
  expect(beginTrial(undefined, 'mine', NOW)).toBeUndefined();
  expect(beginTrial(failing(['a']), 'mine', NOW)).toBeUndefined();
});
