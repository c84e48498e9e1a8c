import { dueOnReport, RUNNING_MILLISECONDS } from '@billhook/core/payment/reported';
import { paymentOf } from '@billhook/core/payment/stored-payment';
import { expect, test } from 'vitest';

const machineNow = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
/** A test clock that was moved ahead. */
const partnerNow = machineNow + 3 * DAY;
const at = (time: number) => new Date(time).toISOString();
const asked = { amountCents: 100, submission: 1 };
const returns = { until: '2026-12-31' };
const soon = machineNow + RUNNING_MILLISECONDS;

test.each([
  [
    'settles later',
    { status: 'pending', ...asked, resting: true, dueAt: partnerNow + 1 },
    'partner',
  ],
  [
    'settles later and is due',
    { status: 'pending', ...asked, resting: true, dueAt: partnerNow },
    undefined,
  ],
  ['is unknown', { status: 'pending', ...asked, dueAt: soon + 1 }, 'machine'],
  [
    'is unknown, and may have an execution',
    { status: 'pending', ...asked, dueAt: soon },
    undefined,
  ],
  ['was never submitted', { status: 'pending', dueAt: soon + DAY }, undefined],
  [
    'was never taken, and waits for the operator',
    { status: 'pending', ...asked, submissionOver: true, resting: true, dueAt: partnerNow + DAY },
    undefined,
  ],
  [
    'was paid and may be returned',
    { status: 'paid', ...asked, returns, dueAt: partnerNow + 1 },
    'partner',
  ],
  [
    'was paid, and is looked at',
    { status: 'paid', ...asked, returns, dueAt: partnerNow },
    undefined,
  ],
  ['was paid for good', { status: 'paid', ...asked }, undefined],
  ['waits for another day', { status: 'scheduled', dueAt: partnerNow + DAY }, undefined],
  ['was declined', { status: 'declined', ...asked }, undefined],
  ['was returned', { status: 'returned', ...asked }, undefined],
] as const)('A payment that %s is due by this clock once it is reported', (_what, given, clock) => {
  const { dueAt, ...rest } = { dueAt: undefined, ...given };
  const payment = { ...rest, ...(dueAt !== undefined && { dueAt: at(dueAt) }) } as never;
  const due = dueOnReport(paymentOf(payment), { partnerNow, machineNow });
  const clocks = { partner: partnerNow, machine: machineNow };
  expect(due).toBe(clock && clocks[clock]);
});
