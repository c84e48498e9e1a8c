import { misspeltFields } from '@billhook/core/api/misspelt-fields';
import { expect, test } from 'vitest';
import { schedulePayment } from '../../../../functions/payment/contract.ts';

const fieldsOf = (given: object) =>
  misspeltFields(schedulePayment, { billId: 'bill_1', ...given }).map(({ field }) => field);

test.each([
  ['Date', 'date'],
  ['data', 'date'],
  ['dates', 'date'],
  ['dtae', 'date'],
  ['paydate', 'payDate'],
  ['pay_date', 'payDate'],
  ['payDay', 'payDate'],
  ['ammount', 'amount'],
  ['amounts', 'amount'],
  ['max_amount', 'maxAmount'],
  ['maxAmout', 'maxAmount'],
])('%s is taken for %s misspelt', (field, meant) => {
  const message = `Expected \`${meant}\``;
  expect(misspeltFields(schedulePayment, { [field]: 'x' })).toMatchObject([{ field, message }]);
});

test.each(['date', 'payDate', 'amount', 'maxAmount', 'afterPayment', 'billId'])(
  '%s is known',
  (field) => expect(fieldsOf({ [field]: 'x' })).toEqual([]),
);

test.each(['clientId', 'scheduleDate', 'memo', 'reference', 'x', ''])('%j is ignored', (field) => {
  expect(fieldsOf({ [field]: 'x' })).toEqual([]);
});
