import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { amountParts } from '../../../../modules/kit/look/amount.tsx';

const page = { documentElement: { lang: 'en' } };

beforeEach(() => {
  vi.stubGlobal('document', page);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['en', '228.96', '$228', '.96'],
  ['en', '0.05', '$0', '.05'],
  ['en', '1234567.8', '$1,234,567', '.80'],
  ['es', '1393.2', '$1,393', '.20'],
])('the cents of an amount in %s are apart: %s', (lang, amount, large, cents) => {
  page.documentElement.lang = lang;
  expect(amountParts(amount)).toEqual([large, cents]);
});

test('nothing of an amount is lost, in no language', () => {
  page.documentElement.lang = 'es';
  const format = new Intl.NumberFormat('es-US', { style: 'currency', currency: 'USD' });
  expect(amountParts('1234.56').join('')).toBe(format.format(1234.56));
});
