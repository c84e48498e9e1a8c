import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTexts } from '../../../modules/kit/text.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [1, 'Visa and 1 more card'],
  [2, 'Visa and 2 more cards'],
])('a text that goes by number has its other names filled in too: %i', (count, text) => {
  const { sayCount } = withTexts({
    'test.more.one': '{name} and {count} more card',
    'test.more.other': '{name} and {count} more cards',
  });
  expect(sayCount('test.more', count, { name: 'Visa' })).toBe(text);
});
