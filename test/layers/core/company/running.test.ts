import { instantText } from '@billhook/core/base/dates';
import type { RunningTimeouts } from '@billhook/core/company/capabilities';
import type { Running } from '@billhook/core/company/connector';
import {
  DEFAULT_TIMEOUT_SECONDS,
  goOnRunning,
  HEARTBEAT_SECONDS,
  MAX_POLL_SECONDS,
  MAX_TIMEOUT_SECONDS,
  operationOf,
  pollSeconds,
  type RunningCall,
  reportWait,
} from '@billhook/core/company/running';
import { expect, test } from 'vitest';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const logIn = { call: 'logIn', connector: 'remote' } as const;

const said = (seconds = 5, operation = 'op-1'): Running => ({
  kind: 'running',
  operation,
  askAgainAt: NOW + seconds * 1000,
});

const begun: RunningCall = {
  ...logIn,
  operation: 'op-1',
  since: '2026-11-23T10:00:00.000Z',
  asked: 0,
};

test('what begins to run is kept by its name, and as never asked about', () => {
  expect(goOnRunning(undefined, said(), logIn, NOW)).toEqual(begun);
});

test('what goes on has begun when it began, by whatever name it goes now', () => {
  const later = goOnRunning(begun, said(5, 'op-2'), logIn, NOW + 60_000);
  expect(later).toEqual({ ...begun, operation: 'op-2', asked: 1 });
});

test.each([
  ['another call', { ...begun, call: 'listBills' as const }],
  ['another connector', { ...begun, connector: 'other' }],
])('%s begins anew', (_, standing) => {
  const next = goOnRunning(standing, said(), logIn, NOW + 1000);
  expect(next).toEqual({ ...begun, since: instantText(NOW + 1000) });
});

test('how far it is stays until another step is said', () => {
  const codeIsAwaited = { ...said(), step: 'waiting-for-code' as const };
  const once = goOnRunning(begun, codeIsAwaited, logIn, NOW);
  expect(once.step).toBe('waiting-for-code');
  expect(goOnRunning(once, said(), logIn, NOW).step).toBe('waiting-for-code');
  const reading = { call: 'listBills', connector: 'remote' } as const;
  expect(goOnRunning(once, said(), reading, NOW).step).toBeUndefined();
});

test('a connector is asked about its own operation only', () => {
  expect(operationOf(begun, 'logIn', 'remote')).toBe('op-1');
  expect(operationOf(begun, 'listBills', 'remote')).toBeUndefined();
  expect(operationOf(begun, 'logIn', 'other')).toBeUndefined();
  expect(operationOf(undefined, 'logIn', 'remote')).toBeUndefined();
});

test.each([
  // As the connector said at first, twice as long each time.
  [5, 0, 0, 5],
  [5, 1, 0, 10],
  [5, 2, 0, 20],
  [5, 4, 0, MAX_POLL_SECONDS],
  [5, 1_000, 0, MAX_POLL_SECONDS],
  [3_600, 0, 0, MAX_POLL_SECONDS],
  // What is in the past is asked about in a moment.
  [-100, 0, 0, 1],
  // No later than its time is over.
  [30, 0, DEFAULT_TIMEOUT_SECONDS - 7, 7],
  [30, 0, DEFAULT_TIMEOUT_SECONDS - 1, 1],
  [30, 0, DEFAULT_TIMEOUT_SECONDS, undefined],
])('asked again in %i s, %i times asked, %i s after it began: waits %s s', (...row) => {
  const [seconds, asked, age, waits] = row;
  const now = NOW + age * 1000;
  const again = { ...said(), askAgainAt: now + seconds * 1000 };
  expect(pollSeconds({ ...begun, asked }, again, undefined, now)).toBe(waits);
});

test.each([
  // Somebody else's: as it is asked about.
  [false, 0, 0, { kind: 'running', waitSeconds: 1 }],
  [false, 3, 0, { kind: 'running', waitSeconds: 8 }],
  // A worker's: it tells, and its heartbeats show that it is there.
  [true, 0, 0, { kind: 'carried', waitSeconds: MAX_POLL_SECONDS }],
  [true, 9, 100, { kind: 'carried', waitSeconds: MAX_POLL_SECONDS }],
  // Before its time is over, and by no heartbeat where that is sooner.
  [true, 0, DEFAULT_TIMEOUT_SECONDS - 50, { kind: 'carried', waitSeconds: 50 }],
  [true, 0, DEFAULT_TIMEOUT_SECONDS - HEARTBEAT_SECONDS, { kind: 'running', waitSeconds: 1 }],
  [true, 0, DEFAULT_TIMEOUT_SECONDS, undefined],
])('carried by a worker: %s, %i times asked, %i s after it began: %j', (...row) => {
  const [carried, asked, age, waits] = row;
  const now = NOW + age * 1000;
  const again = { ...said(), askAgainAt: now + 1_000, ...(carried && { carried: true as const }) };
  expect(reportWait({ ...begun, asked }, again, undefined, now)).toEqual(waits);
});

test.each([
  ['logIn', { login: 20 }, 20],
  ['listBills', { bills: 30, login: 5 }, 30],
  ['pay', { payment: 40 }, 40],
  ['swap', { swap: 50 }, 50],
  ['swap', { payment: 5 }, DEFAULT_TIMEOUT_SECONDS],
  ['logIn', { login: 86_400 }, MAX_TIMEOUT_SECONDS],
] as const)(
  'a %s with the timeouts %j may run for %i s',
  (call, timeouts: RunningTimeouts, most) => {
    const wait = (seconds: number) =>
      pollSeconds({ ...begun, call }, said(), timeouts, NOW + seconds * 1000);
    expect(wait(most - 1)).toBe(1);
    expect(wait(most)).toBeUndefined();
  },
);
