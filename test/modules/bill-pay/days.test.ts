/** Money and days are as the browser's own tables write them, in each language. */
import { pageLocales } from '@billhook/core/module/page';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rowDay, shortDay } from '../../../modules/bill-pay/days.ts';
import { day, money, month, region } from '../../../modules/kit/text.ts';

const page = { documentElement: { lang: 'en' } };

beforeEach(() => {
  vi.stubGlobal('document', page);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A day of each month, the first and the last of them among these. */
const days = Array.from({ length: 24 }, (_, index) =>
  new Date(Date.UTC(2030, index, index % 2 ? 31 : 1)).toISOString(),
);
const now = Date.parse('2030-06-15T12:00:00.000Z');

describe.each(pageLocales)('%s', (locale) => {
  beforeEach(() => {
    page.documentElement.lang = locale;
  });

  const expected = (instant: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region(), { timeZone: 'UTC', ...parts }).format(new Date(instant));
  const dated = { month: 'short', day: 'numeric' } as const;

  test.each(days)('says %s', (instant) => {
    expect(day(instant)).toBe(expected(instant, { dateStyle: 'medium' }));
    expect(month(instant)).toBe(expected(instant, { month: '2-digit', year: 'numeric' }));
    const isThisYear = instant.startsWith('2030');
    expect(shortDay(instant, now)).toBe(
      expected(instant, isThisYear ? dated : { ...dated, year: 'numeric' }),
    );
  });

  test('says the month of a day that is far away in a row', () => {
    const month = { month: 'short', year: 'numeric' } as const;
    expect(rowDay('2030-08-31T00:00:00.000Z', now)).toBe(
      expected('2030-08-31T00:00:00.000Z', dated),
    );
    for (const far of ['2028-09-30T00:00:00.000Z', '2031-12-01T00:00:00.000Z']) {
      expect(rowDay(far, now)).toBe(expected(far, month));
    }
  });

  test.each(
    [
      ['0', '0.05', '1', '12.3', '999.99', '1000', '1393.20', '123456.78', '1234567.8'],
      ['100000000.00', '-5', '-0.01', '-1393.20'],
    ].flat(),
  )('writes %s', (amount) => {
    const format = new Intl.NumberFormat(region(), { style: 'currency', currency: 'USD' });
    expect(money(amount)).toBe(format.format(Number(amount)));
  });
});
