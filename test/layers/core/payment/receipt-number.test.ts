import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import { readReceiptNumber, receiptNumber } from '@billhook/core/payment/receipt-number';
import { expect, test } from 'vitest';
import { clientId } from '../../../support/records.ts';

const newId = () => newOwnedId('pay', clientId, randomBytes);

test('a payment has one confirmation number, which never changes', () => {
  // Published: it is on receipts that people have kept.
  expect(receiptNumber('pay_00000000000000000001_0123456789ABCD')).toBe('BH-9DPR-V5');
  expect(receiptNumber('pay_00000000000000000001_0123456789ABCE')).toBe('BH-ADPR-V5');
});

test('it has only characters that nobody takes for another', () => {
  for (let round = 0; round < 500; round += 1) {
    expect(receiptNumber(newId())).toMatch(/^BH-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{2}$/);
  }
});

test('of a thousand payments of a client none has the number of another', () => {
  const seeded = Array.from({ length: 1_000 }, (_, number) => {
    const own = String(number * 7_919).padStart(14, 'aZ9');
    return receiptNumber(`pay_00000000000000000001_${own}`);
  });
  expect(new Set(seeded).size).toBe(1_000);
});

test.each([
  ['BH-7K4Q-29', 'BH-7K4Q-29'],
  ['bh 7k4q 29', 'BH-7K4Q-29'],
  [' bh7k4q29 ', 'BH-7K4Q-29'],
  ['BH-7K4Q-2', undefined],
  ['BH-7K4O-29', undefined],
  ['BX-7K4Q-29', undefined],
  ['', undefined],
])('%s is read as %s', (typed, number) => {
  expect(readReceiptNumber(typed)).toBe(number);
});
