import {
  countLeases,
  FULL_MILLISECONDS,
  LEASE_MILLISECONDS,
  type LeaseAsked,
  type LeasesRecord,
  leaseName,
  RUNNING_LEASE_MILLISECONDS,
  takeLease,
} from '@billhook/core/company/gate/leases';
import { MAX_POLL_SECONDS } from '@billhook/core/company/running';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../../../support/records.ts';

const MINUTE = 60_000;
const minute = Math.floor(NOW / MINUTE);

const asked = (change: Partial<LeaseAsked> = {}): LeaseAsked => ({
  ...{ id: 'new', login: 'ada', attended: true, now: NOW },
  limits: { sessionsAtOnce: 3 },
  ...change,
});

/** A record of leases that end so many milliseconds from now, each of a login. */
function standing(...leases: readonly (readonly [milliseconds: number, login: string])[]) {
  const named = leases.map(([milliseconds, login], index) => [
    leaseName(`s${index}`),
    { until: NOW + milliseconds, login },
  ]);
  return { version: 7, ...Object.fromEntries(named) } as LeasesRecord;
}

describe('a session at a company with three at once', () => {
  test.each([
    ['the first', undefined, true, true],
    ['the third', standing([1, 'b'], [1, 'c']), true, true],
    ['the fourth', standing([1, 'b'], [1, 'c'], [1, 'd']), true, false],
    ['the fourth, when a lease is just over', standing([0, 'b'], [1, 'c'], [1, 'd']), true, true],
    ['the second, unattended', standing([1, 'b']), false, true],
    ['the third, unattended: it is for a user', standing([1, 'b'], [1, 'c']), false, false],
  ])('%s', (_name, record, attended, room) => {
    const taken = takeLease(record, asked({ attended }));
    if (room) expect(taken).toMatchObject({ set: { version: (record?.version ?? 0) + 1 } });
    else expect(taken).toEqual({ over: 'sessionsAtOnce', until: NOW + FULL_MILLISECONDS });
  });

  test('may take the only one unattended', () => {
    const limits = { sessionsAtOnce: 1 };
    expect(takeLease(undefined, asked({ limits, attended: false }))).toHaveProperty('set');
  });

  test('takes it until a killed process would give it back by time', () => {
    expect(takeLease(undefined, asked())).toMatchObject({
      set: { lease_new: { until: NOW + LEASE_MILLISECONDS, login: 'ada' } },
    });
  });

  test('drops leases that are over, and no others', () => {
    const taken = takeLease(standing([0, 'b'], [1, 'c'], [-1, 'd']), asked());
    expect(taken).toMatchObject({ remove: ['lease_s0', 'lease_s2'] });
  });

  test('whose write was made and its answer lost takes its own again', () => {
    const own = { [leaseName('new')]: { until: NOW + 1, login: 'ada' } };
    const record = { ...standing([1, 'b'], [1, 'c']), ...own };
    expect(takeLease(record, asked())).toMatchObject({ remove: [] });
  });
});

test.each([
  ['none', undefined, true],
  ['two of others', standing([1, 'b'], [1, 'c']), true],
  ['one that is over', standing([0, 'ada']), true],
  ['one', standing([1, 'ada']), false],
])('a login with one session at once, and %s: %s', (_name, record, room) => {
  const taken = takeLease(record, asked({ limits: { sessionsAtOncePerLogin: 1 } }));
  if (room) expect(taken).toHaveProperty('set');
  else expect(taken).toMatchObject({ over: 'sessionsAtOncePerLogin' });
});

describe('a company with two sessions a minute', () => {
  const limits = { sessionsAMinute: 2 };
  const next = (minute + 1) * MINUTE;

  test.each([
    ['none', undefined, 1],
    ['one in this minute', { version: 1, minute, begun: 1 }, 2],
    ['two in the minute before', { version: 1, minute: minute - 1, begun: 2 }, 1],
    [
      'two in a minute that a wrong clock has counted',
      { version: 1, minute: minute + 9, begun: 2 },
      1,
    ],
  ])('begins one after %s', (_name, record, begun) => {
    expect(takeLease(record, asked({ limits }))).toMatchObject({ set: { begun, minute } });
  });

  test.each([
    ['this minute', minute, next],
    ['the next one, by a clock that is ahead', minute + 1, next + MINUTE],
  ])('waits for the end of %s once it is full', (_name, counted, until) => {
    const record = { version: 1, minute: counted, begun: 2 };
    expect(takeLease(record, asked({ limits }))).toEqual({ over: 'sessionsAMinute', until });
  });
});

test('what is counted leaves out what is over', () => {
  const record = { ...standing([1, 'b'], [0, 'c']), minute, begun: 4 };
  expect(countLeases(record, NOW)).toEqual({ live: 1, begun: 4 });
  expect(countLeases(record, NOW + MINUTE)).toEqual({ live: 0, begun: 0 });
  expect(countLeases(undefined, NOW)).toEqual({ live: 0, begun: 0 });
});

describe('a session that is running at the company', () => {
  const limits = { sessionsAtOnce: 1, sessionsAtOncePerLogin: 1, sessionsAMinute: 1 };

  test('goes on whatever the limits say, and is not counted as another', () => {
    const full = { ...standing([1, 'ada'], [1, 'b']), minute, begun: 1 };
    const taken = takeLease(full, asked({ limits, goesOn: true }));
    expect(taken).toMatchObject({ set: { minute, begun: 1 } });
    expect(taken).toHaveProperty(`set.${leaseName('new')}`);
    expect(takeLease(full, asked({ limits }))).toHaveProperty('over');
  });

  test('is one of those at once for as long as it may not be asked about', () => {
    const running = standing([RUNNING_LEASE_MILLISECONDS, 'b']);
    expect(RUNNING_LEASE_MILLISECONDS).toBeGreaterThan(MAX_POLL_SECONDS * 1000);
    expect(takeLease(running, asked({ limits }))).toHaveProperty('over', 'sessionsAtOnce');
    const later = asked({ limits, now: NOW + RUNNING_LEASE_MILLISECONDS });
    expect(takeLease(running, later)).toHaveProperty('set');
  });
});
