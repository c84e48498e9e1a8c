import { addDays, addMonth, isDay, parseInstant, parseUsDay } from '@billhook/core/base/dates';
import { describe, expect, test } from 'vitest';

describe('an instant is strict ISO 8601', () => {
  test.each([
    ['a day', '2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['a date-time in UTC', '2026-11-21T10:20:30.123Z', '2026-11-21T10:20:30.123Z'],
    ['no seconds', '2026-11-21T10:20Z', '2026-11-21T10:20:00.000Z'],
    ['an offset', '2026-11-21T10:20:30+02:00', '2026-11-21T08:20:30.000Z'],
    ['a time without an offset, in UTC', '2026-11-21T10:20:30', '2026-11-21T10:20:30.000Z'],
    ['the same with parts of seconds', '2026-11-21T10:20:30.5', '2026-11-21T10:20:30.500Z'],
    ['the last day of February in a leap year', '2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is read', (_, text, expected) => {
    expect(new Date(parseInstant(text) ?? 0).toISOString()).toBe(expected);
  });

  test.each([
    ['a day that does not exist', '2026-02-30'],
    ['the 29th of February in a common year', '2026-02-29'],
    ['a number', '1'],
    ['a word', 'tomorrow'],
    ['nothing', ''],
    ['hour 24', '2026-11-21T24:00:00Z'],
    ['minute 60', '2026-11-21T10:60:00Z'],
    ['second 60', '2026-11-21T10:20:60Z'],
    ['an offset of a whole day', '2026-11-21T10:20:30+24:00'],
    ['a space in place of T', '2026-11-21 10:20:30Z'],
    ['text behind it', '2026-11-21T10:20:30Z;'],
    ['a line break behind it', '2026-11-21\n'],
    ['month 13', '2026-13-01'],
    ['US order', '11/21/2026'],
  ])('%s is refused', (_, text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

test.each([
  ['12/31/2026', '2026-12-31'],
  ['02/29/2028', '2028-02-29'],
  ['02/29/2026', undefined],
  ['02/30/2026', undefined],
  ['13/01/2026', undefined],
  ['00/10/2026', undefined],
  ['1/2/2026', undefined],
  ['2026-12-31', undefined],
  ['12/31/26', undefined],
])('the US day %s is read as %s', (text, expected) => {
  expect(parseUsDay(text)).toBe(expected);
});

test.each([
  ['2026-01-31', '2026-02-28'],
  ['2028-01-31', '2028-02-29'],
  ['2026-12-15', '2027-01-15'],
  ['2026-02-28', '2026-03-28'],
])('a month after %s is %s', (day, expected) => {
  expect(addMonth(day)).toBe(expected);
});

test('days are added across months and years, back and forth', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('a day is a day only when it exists', () => {
  expect(isDay('2026-11-30')).toBe(true);
  expect(isDay('2026-11-31')).toBe(false);
});
