import { MAX_CENTS, moneyText, parseMoney } from '@billhook/core/base/money';
import { expect, test } from 'vitest';

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [10_000, '100.00'],
  [123_456, '1234.56'],
  [MAX_CENTS, '100000000.00'],
])('%i cents are shown as %s', (cents, text) => {
  expect(moneyText(cents)).toBe(text);
});

test.each([
  ['100', 10_000],
  ['100.5', 10_050],
  ['100.50', 10_050],
  ['0', 0],
  ['0.01', 1],
  ['100000000', MAX_CENTS],
])('%s is read as %i cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

test.each([
  '',
  '-1',
  '+1',
  '1.',
  '.5',
  '1.234',
  '01',
  '1e3',
  '1,000',
  ' 1',
  '1 ',
  '$1',
  'NaN',
  '0x10',
])('%j is no amount', (text) => {
  expect(parseMoney(text)).toBeUndefined();
});

test('one cent above the largest amount is no amount', () => {
  expect(parseMoney('100000000.01')).toBeUndefined();
});
