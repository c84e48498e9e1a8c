/** Money and days, as websites write them. */
import { describe, expect, test } from 'vitest';
import { UnknownPage } from '../../../../connectors/browser/blocks/unknown-page.ts';
import {
  type DayForm,
  dayIn,
  dollars,
  expiry,
  owed,
  typed,
} from '../../../../connectors/browser/blocks/words.ts';

describe('An amount', () => {
  test.each([
    ['$84.37', 8_437],
    [' $1,084.37 ', 108_437],
    ['1084.37', 108_437],
    ['USD 12', 1_200],
    ['12.00 USD', 1_200],
    ['$0.00', 0],
    ['$1,234,567.89', 123_456_789],
  ])('%s', (text, cents) => {
    expect(dollars(text)).toBe(cents);
  });

  test.each([
    '',
    'Nothing due',
    '$',
    '$1,08.37',
    '$1.5',
    '$1.234',
    '-$5.00',
    '$5.00 $6.00',
    '€5.00',
  ])('%s is none', (text) => {
    expect(() => dollars(text)).toThrow(UnknownPage);
  });

  test.each([
    ['$84.37', 8_437],
    ['-$5.00', 0],
    ['$-5.00', 0],
    ['($5.00)', 0],
    ['$5.00 CR', 0],
    ['$5.00 credit', 0],
  ])('%s leaves so much owed', (text, cents) => {
    expect(owed(text)).toBe(cents);
  });

  test.each(['CR', '-', '(about $5)', 'credit'])('%s says nothing of what is owed', (text) => {
    expect(() => owed(text)).toThrow(UnknownPage);
  });

  test('is typed with its cents', () => {
    expect([typed(5), typed(123_450)]).toEqual(['0.05', '1234.50']);
  });
});

describe('A day', () => {
  test.each<[DayForm, string, string]>([
    ['MM/DD/YY', '12/10/26', '2026-12-10'],
    ['MM/DD/YYYY', '1/9/2027', '2027-01-09'],
    ['Mon D, YYYY', 'Dec 10, 2026', '2026-12-10'],
    ['Mon D, YYYY', 'September 9, 2026', '2026-09-09'],
    ['Mon D, YYYY', 'Sept. 9, 2026', '2026-09-09'],
    ['D Mon YYYY', '10 Dec 2026', '2026-12-10'],
    ['YYYY-MM-DD', '2026-12-10', '2026-12-10'],
  ])('as %s: %s', (form, text, day) => {
    expect(dayIn(form, text)).toBe(day);
  });

  test.each<[DayForm, string]>([
    ['MM/DD/YY', '02/30/26'],
    ['MM/DD/YY', '13/01/26'],
    ['MM/DD/YY', '12/10/2026'],
    ['Mon D, YYYY', 'Foo 10, 2026'],
    ['Mon D, YYYY', 'Nothing due'],
    ['YYYY-MM-DD', '2026-2-3'],
  ])('as %s: %s is none', (form, text) => {
    expect(() => dayIn(form, text)).toThrow(UnknownPage);
  });
});

test('A card expires in a month of two digits', () => {
  expect(expiry({ expMonth: '7', expYear: '2031' })).toBe('07/31');
});
