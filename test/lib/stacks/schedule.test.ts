import { JWKS_SHARDS } from '@billhook/core/keys';
import { REFRESH_PARTS } from '@billhook/runtime/refresh-due-keys';
import { describe, expect, test } from 'vitest';
import { refreshJwks } from '../../../functions/schedule/contract.ts';
import { simulateRefresh } from '../../../lib/measure/jwks-simulation.ts';
import { stages } from '../../../lib/stage.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

describe.each(stages)('The schedules of %s', (stage) => {
  const rules = resourcesOf(stage, 'AWS::Events::Rule').map(({ Properties }) => Properties);

  test('start each part of the refresh of signing keys', () => {
    const refresh = rules.find(({ Targets }) => Targets.length > 1);
    expect(refresh?.ScheduleExpression).toBe('rate(5 minutes)');
    const parts = refresh?.Targets.map(({ Input }: { Input: string }) => JSON.parse(Input).part);
    expect(parts).toEqual(Array.from({ length: REFRESH_PARTS }, (_, part) => part));
  });

  test('set no variable that lets local addresses through', () => {
    const whole = JSON.stringify(synthesize(stage).map(({ resources }) => resources));
    expect(whole).not.toMatch(/ALLOW_LOCAL/i);
  });
});

test('the parts of the refresh are as many as its shards are dealt out to', () => {
  expect(refreshJwks.parts).toBe(REFRESH_PARTS);
  expect(JWKS_SHARDS % REFRESH_PARTS).toBe(0);
  // EventBridge takes no more targets a rule.
  expect(refreshJwks.parts).toBeLessThanOrEqual(5);
});

test.each([0, 0.1, 1])(
  '100,000 partners due at once are refreshed within an hour (%d slow)',
  (slowShare) => {
    const { worst } = simulateRefresh({ partners: 100_000, slowShare, due: 'at-once' });
    expect(worst).toBeLessThan(60 * 60 * 1000);
  },
);
