import { type WaitReason, waitFor } from '@billhook/core/company/gate/gate';
import {
  LINK_MILLISECONDS,
  LONGEST_WAIT_MILLISECONDS,
  linkWait,
  workflowWait,
} from '@billhook/core/company/gate/waits';
import { expect, test } from 'vitest';
import { NOW } from '../../../../support/records.ts';

const MINUTE = 60_000;
const waiter = (waited = 0, id = 'pay_1') => ({ id, since: NOW - waited, now: NOW });
const full = (milliseconds: number, reason: WaitReason = 'sessionsAtOnce') =>
  waitFor(reason, NOW + milliseconds);

test.each([
  ['that is over already', -MINUTE, 0, 5, 8],
  ['of a second', 1_000, 0, 5, 8],
  ['of a minute', MINUTE, 0, 60, 90],
  ['after ten minutes: it grows', 1_000, 10 * MINUTE, 60, 90],
  ['of the longest', LONGEST_WAIT_MILLISECONDS, 0, 300, 450],
])('a workflow waits for a gate %s', (_name, until, waited, least, most) => {
  const seconds = workflowWait(full(until), waiter(waited));
  expect(seconds).toBeGreaterThanOrEqual(least);
  expect(seconds).toBeLessThanOrEqual(most);
  expect(seconds).toBe(Math.round(Number(seconds)));
});

test.each([
  ['takes longer', LONGEST_WAIT_MILLISECONDS + 1, 0],
  ['has waited for an hour', 1_000, 60 * MINUTE],
])('a sweep waits for what %s', (_name, until, waited) => {
  expect(workflowWait(full(until), waiter(waited))).toBe('later');
});

test('those that were turned away together come back apart', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `pay_${index}`);
  const waits = new Set(ids.map((id) => workflowWait(full(MINUTE), waiter(0, id))));
  expect(waits.size).toBeGreaterThan(15);
});

test('a workflow makes at most a few dozen waits before a sweep has to', () => {
  let now = NOW;
  let count = 0;
  for (; count < 1_000; count += 1) {
    const wait = waitFor('sessionsAtOnce', now + 5_000);
    const seconds = workflowWait(wait, { id: 'pay_1', since: NOW, now });
    if (seconds === 'later') break;
    now += seconds * 1000;
  }
  expect(count).toBeLessThan(60);
});

test.each([
  ['a full company', full(5_000), 0, 'waits'],
  ['a full company just before the time is over', full(5_000), LINK_MILLISECONDS - 1, 'waits'],
  ['a full company when the time is over', full(5_000), LINK_MILLISECONDS, 'told'],
  ['a company that fails, for two minutes', full(2 * MINUTE, 'failing'), 0, 'waits'],
  ['a company that fails, for longer', full(2 * MINUTE + 1, 'failing'), 0, 'told'],
  ['a company that an operator paused', full(1_000, 'paused'), 0, 'told'],
])('the user of a link to %s', (_name, wait, waited, expected) => {
  const seconds = linkWait(wait, waiter(waited, 'link_1'));
  expect(seconds === 'told' ? 'told' : 'waits').toBe(expected);
});
