import type { ScheduleDeclaration } from '@billhook/core/api/operation';
import { DUE_SHARDS, JWKS_SHARDS, REFRESH_SHARDS } from '@billhook/core/base/table-keys';
import { keyRings } from '@billhook/core/key-rings/rings';
import { REFRESH_PARTS as BILL_PARTS } from '@billhook/runtime/sweeps/refresh-bills';
import { KEY_REFRESH_PARTS } from '@billhook/runtime/sweeps/refresh-due-keys';
import { DUE_PARTS } from '@billhook/runtime/sweeps/sweep-due-work';
import { describe, expect, test } from 'vitest';
import * as schedules from '../../../functions/schedule/contract.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import { simulateRefresh } from '../../support/jwks-simulation.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

const { refreshBills, refreshJwks, rotateTokenKey, startDueWork } = schedules;

describe.each(stages)('The schedules of %s', (stage) => {
  const rules = resourcesOf(stage, 'AWS::Events::Rule')
    .map(({ Properties }) => Properties)
    .filter(({ ScheduleExpression }) => ScheduleExpression !== undefined);

  const declared = Object.values<ScheduleDeclaration>(schedules).filter(
    ({ sandboxOnly }) => stage === 'sandbox' || !sandboxOnly,
  );

  test('are those declared, but for those of tests in production', () => {
    const summaries = declared.map(({ summary }) => summary);
    expect(rules.map(({ Description }) => Description).sort()).toEqual(summaries.sort());
  });

  test('start each part of the refresh of signing keys', () => {
    const refresh = rules.find(({ Description }) => Description === refreshJwks.summary);
    expect(refresh?.ScheduleExpression).toBe('rate(5 minutes)');
    const parts = refresh?.Targets.map(({ Input }: { Input: string }) => JSON.parse(Input).part);
    expect(parts).toEqual(Array.from({ length: KEY_REFRESH_PARTS }, (_, part) => part));
  });

  test('each raise an alarm when they are not run, as with a rule that is off', () => {
    const silent = resourcesOf(stage, 'AWS::CloudWatch::Alarm').filter(({ Properties }) =>
      Properties.AlarmDescription.includes(' has not run for '),
    );
    expect(silent).toHaveLength(declared.length);
    for (const { impact, everyMinutes } of declared) {
      const of = silent.find(({ Properties }) => Properties.AlarmDescription.includes(impact));
      expect(of?.Properties, impact).toMatchObject({
        ...{ MetricName: 'Invocations', Statistic: 'Sum', Threshold: 1, EvaluationPeriods: 1 },
        ...{ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' },
        ...{ Period: 60 * Math.max(15, 3 * everyMinutes), AlarmActions: [expect.anything()] },
      });
    }
  });

  test('look at the token key every hour: that is often enough for a rotation a year, of steps of days', () => {
    const look = rules.find(({ Description }) => Description === rotateTokenKey.summary);
    expect(look).toMatchObject({ ScheduleExpression: 'rate(1 hour)', State: 'ENABLED' });
    expect(look?.Targets).toHaveLength(1);
    expect(keyRings.token.rotatedAfter).toBe(365 * 24 * 60 * 60 * 1000);
  });

  test('set no variable that lets local addresses through', () => {
    const whole = JSON.stringify(synthesize(stage).map(({ resources }) => resources));
    expect(whole).not.toMatch(/ALLOW_LOCAL/i);
  });
});

test.each([
  [refreshJwks, KEY_REFRESH_PARTS, JWKS_SHARDS],
  [startDueWork, DUE_PARTS, DUE_SHARDS],
  [refreshBills, BILL_PARTS, REFRESH_SHARDS],
])('the parts of a sweep are as many as its shards are dealt out to', (declared, parts, shards) => {
  expect(declared.parts).toBe(parts);
  expect(shards % parts).toBe(0);
  // EventBridge takes no more targets a rule.
  expect(declared.parts).toBeLessThanOrEqual(5);
});

test.each([0, 0.1, 1])(
  '100,000 partners due at once are refreshed within an hour (%d slow)',
  (slowShare) => {
    const { worst } = simulateRefresh({ partners: 100_000, slowShare, due: 'at-once' });
    expect(worst).toBeLessThan(60 * 60 * 1000);
  },
);
