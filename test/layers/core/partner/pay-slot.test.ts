import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import { paySlot, SPREAD_SECONDS } from '@billhook/core/partner/pay-slot';
import { newPayment } from '@billhook/core/payment/transitions';
import { expect, test } from 'vitest';
import { billRecord, clientId, NOW, TODAY } from '../../../support/records.ts';

const DAY = '2026-11-30';
const midnight = Date.parse(`${DAY}T00:00:00Z`);
const billIds = (count: number) =>
  Array.from({ length: count }, () => newOwnedId('bill', clientId, randomBytes));
const secondOf = (billId: string) =>
  (Date.parse(paySlot({ billId }, DAY, TODAY)) - midnight) / 1000;

test('payments that are known before their day are spread over its first hours', () => {
  const HOURS = SPREAD_SECONDS / 3600;
  const byHour = Array.from({ length: HOURS }, () => 0);
  for (const billId of billIds(4_000)) {
    const hour = Math.floor(secondOf(billId) / 3600);
    byHour[hour] = (byHour[hour] ?? 0) + 1;
  }
  expect(byHour).toHaveLength(HOURS);
  for (const count of byHour) expect(count).toBeGreaterThan(800);
});

test('of a thousand accounts of one company, no minute has more than a handful', () => {
  const minutes = new Map<number, number>();
  for (const billId of billIds(1_000)) {
    const minute = Math.floor(secondOf(billId) / 60);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  expect(Math.max(...minutes.values())).toBeLessThan(20);
});

test('an account has the same second each time', () => {
  const [billId = ''] = billIds(1);
  expect(secondOf(billId)).toBe(secondOf(billId));
});

test.each([
  ['by a test clock', { clocked: true as const }, TODAY],
  ['for the day itself', {}, DAY],
  ['for a day that is over', {}, '2026-12-01'],
])('what is planned %s is made at once', (_, mark, knownOn) => {
  const [billId = ''] = billIds(1);
  expect(paySlot({ billId, ...mark }, DAY, knownOn)).toBe(`${DAY}T00:00:00.000Z`);
});

test('a scheduled payment has the second of its account', () => {
  const bill = billRecord();
  const payment = newPayment(bill, { paymentId: 'pay_1', payOn: DAY, partnerNow: NOW });
  expect(payment.dueAt).toBe(paySlot({ billId: bill._id }, DAY, TODAY));
  const clocked = newPayment(
    { ...bill, clocked: true },
    { paymentId: 'pay_1', payOn: DAY, partnerNow: NOW },
  );
  expect(clocked.dueAt).toBe(`${DAY}T00:00:00.000Z`);
});
