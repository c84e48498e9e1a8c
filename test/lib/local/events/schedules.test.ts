/** Rules on a schedule: fired in time, and soon after a start over what an earlier one left behind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSchedules } from '../../../../lib/local/events/schedules.ts';
import type { Functions } from '../../../../lib/local/lambda/lambda.ts';
import { type LocalState, openState } from '../../../../lib/local/state.ts';
import { createModel } from '../../../../lib/local/template/model.ts';

const MINUTE = 60_000;

const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const rule = (expression: string) => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    ScheduleExpression: expression,
    State: 'ENABLED',
    Targets: [{ Id: 'Target0', Arn: arnOf('Function'), Input: JSON.stringify({ expression }) }],
  },
});
const permission = (id: string) => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    FunctionName: arnOf('Function'),
    Principal: 'events.amazonaws.com',
    SourceArn: arnOf(id),
  },
});
const resources = {
  Function: { Type: 'AWS::Lambda::Function', Properties: {} },
  Often: rule('rate(5 minutes)'),
  OftenPermission: permission('Often'),
  Daily: rule('cron(0 3 * * ? *)'),
  DailyPermission: permission('Daily'),
};
const model = createModel([
  { name: 'stack', template: { Resources: resources }, assets: new Map() } as never,
]);

let folder: string;
let state: LocalState;
let fired: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z') });
  folder = mkdtempSync(join(tmpdir(), 'billhook-schedules-'));
  state = openState(folder);
  fired = [];
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

function start() {
  const invoke = async (_arn: string, event: unknown) => {
    fired.push((event as { readonly expression: string }).expression);
    return { payload: 'null' };
  };
  const functions = { invoke } as unknown as Functions;
  const schedules = createSchedules({ model, state, functions, log: () => {} });
  schedules.start();
  return schedules;
}

test('a rate counts from the first start', () => {
  const schedules = start();
  vi.advanceTimersByTime(4 * MINUTE);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(7 * MINUTE);
  expect(fired).toEqual(['rate(5 minutes)', 'rate(5 minutes)']);
  schedules.stop();
});

test('a start over an earlier state fires a rate soon, and what has its time of day in its time', () => {
  start().stop();
  const schedules = start();
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(fired).toEqual(['rate(5 minutes)', 'rate(5 minutes)']);
  vi.advanceTimersByTime(4 * MINUTE);
  expect(fired).toHaveLength(2);
  schedules.stop();
});

test('what is stopped at once fires nothing', () => {
  start().stop();
  start().stop();
  vi.advanceTimersByTime(10 * MINUTE);
  expect(fired).toEqual([]);
});

test('ticks that fell due while nothing ran are made up for by one', () => {
  start().stop();
  vi.setSystemTime(Date.parse('2026-11-24T12:00:00Z'));
  const schedules = start();
  expect(fired).toEqual(['rate(5 minutes)', 'cron(0 3 * * ? *)']);
  schedules.stop();
});
