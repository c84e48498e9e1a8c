import type { Breaker } from '@billhook/core/company/gate/breaker';
import {
  afterSession,
  asLetIn,
  type GateRecord,
  isGateWait,
  opensBreaker,
  type SessionEnd,
  shutBy,
  waitFor,
} from '@billhook/core/company/gate/gate';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../../../support/records.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const paused = { version: 1, paused: { since: '2026-11-23T00:00:00.000Z', by: 'ada' } };
const breaker = (until: number): Breaker => ({ state: 'open', since: NOW, until, times: 1 });
const end = (change: Partial<SessionEnd> = {}): SessionEnd => ({ login: 'a', now: NOW, ...change });

test.each<[string, GateRecord | undefined, GateRecord | undefined, object | undefined]>([
  ['nothing known', undefined, undefined, undefined],
  ['what is over', { version: 3, coolUntil: NOW }, undefined, undefined],
  ['a pause', paused, undefined, { reason: 'paused' }],
  ['a pause of its connector', undefined, paused, { reason: 'paused' }],
  [
    'a time to cool down',
    { version: 1, coolUntil: NOW + 1 },
    undefined,
    { reason: 'cooling-down', until: NOW + 1 },
  ],
  [
    'an open breaker',
    { version: 1, breaker: breaker(NOW + 5) },
    undefined,
    { reason: 'failing', until: NOW + 5 },
  ],
  [
    'both, of which the later counts',
    { version: 1, breaker: breaker(NOW + 5), coolUntil: NOW + 9 },
    undefined,
    { reason: 'failing', until: NOW + 9 },
  ],
  ['a breaker whose trial is due', { version: 1, breaker: breaker(NOW) }, undefined, undefined],
  [
    'the same while it cools down',
    { version: 1, breaker: breaker(NOW), coolUntil: NOW + 1 },
    undefined,
    { reason: 'cooling-down' },
  ],
])('with %s', (_name, own, connector, expected) => {
  const shut = shutBy(own, connector, NOW);
  if (expected) expect(shut).toMatchObject(expected);
  else expect(shut).toBeUndefined();
  const company = { status: 'operational' as const };
  const status = expected ? 'maintenance' : 'operational';
  expect(asLetIn(company, own, connector, NOW)).toEqual({ status });
});

test('a company in maintenance stays so', () => {
  const company = { status: 'maintenance' as const };
  expect(asLetIn(company, undefined, undefined, NOW)).toBe(company);
});

test('only a wait is one', () => {
  expect(isGateWait(waitFor('paused', NOW))).toBe(true);
  for (const other of [undefined, null, 'unknown', true, { kind: 'verified' }])
    expect(isGateWait(other)).toBe(false);
});

describe('after a session', () => {
  test.each<[string, GateRecord | undefined, Partial<SessionEnd>]>([
    ['that went well', undefined, { outcome: 'success' }],
    ['that its user failed', undefined, { outcome: 'user' }],
    ['that the operator failed', undefined, { outcome: 'operator' }],
    ['that asked nothing', undefined, {}],
    ['that went well where payments were paused', paused, { outcome: 'success' }],
    ['that cools down for less', { version: 1, coolUntil: NOW + MINUTE }, { coolDownSeconds: 60 }],
  ])('%s nothing changes, and nothing is written', (_name, before, change) => {
    expect(afterSession(before, end(change))).toBe(before);
  });

  test.each([['company'], ['connector']] as const)('that the %s failed it counts', (outcome) => {
    expect(afterSession(undefined, end({ outcome }))).toMatchObject({
      version: 1,
      breaker: { state: 'closed', failures: 1 },
    });
  });

  test.each([['success'], ['user'], ['operator']] as const)(
    'with %s the trial ends well',
    (outcome) => {
      const trial = { id: 'mine', until: NOW + 1 };
      const before = { ...paused, breaker: { ...breaker(NOW), trial } as Breaker };
      const after = afterSession(before, end({ outcome, trialId: 'mine' }));
      expect(after).toEqual({ ...paused, version: 2 });
    },
  );

  test.each([
    [60, MINUTE],
    [86_400, DAY],
    [86_401, DAY],
    [9e9, DAY],
  ])('of which the company wants %s seconds, it has them up to a day', (seconds, expected) => {
    const after = afterSession(undefined, end({ outcome: 'success', coolDownSeconds: seconds }));
    expect(after).toEqual({ version: 1, coolUntil: NOW + expected });
  });
});

test('only the session that opens the breaker says so', () => {
  const closed: GateRecord = {
    version: 1,
    breaker: { state: 'closed', failures: 4, logins: ['b', 'c', 'd'], since: NOW },
  };
  const opened = afterSession(closed, end({ outcome: 'company' }));
  expect(opensBreaker(closed, opened)).toBe(true);
  expect(opensBreaker(opened, afterSession(opened, end({ outcome: 'company' })))).toBe(false);
  expect(opensBreaker(undefined, closed)).toBe(false);
});
