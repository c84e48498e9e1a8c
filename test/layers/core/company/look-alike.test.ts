import { looksOf, mixesScripts } from '@billhook/core/company/look-alike';
import { expect, test } from 'vitest';

test.each([
  ['Duke Energy', 'DUKE  energy!'],
  ['Duke Energy', 'Dukе Energy'],
  ['Duke Energy', 'Duke Εnergy'],
  ['Café & Grün', 'cafe and grun'],
  ['Pacific Gas', 'Paciflc Gas'],
  ['Modern Water', 'Modem Water'],
  ['O2', '02'],
  ['Duke Energy', 'Duke\u3164 Energy'],
  ['Duke Energy', 'Du\u034Fke Energy'],
])('%s looks like %s', (one, other) => {
  expect(looksOf(other)).toBe(looksOf(one));
});

test.each([
  ['Duke Energy Carolinas', 'Duke Energy Florida'],
  ['City of Salem', 'City of Selma'],
])('%s looks unlike %s', (one, other) => {
  expect(looksOf(other)).not.toBe(looksOf(one));
});

test.each([
  ['Dukе Energy', true],
  ['P\u0585wer', true],
  ['Duke Energy', false],
  ['Мосэнерго', false],
  ['Мосэнерго Moscow', false],
  ['ΔΕΗ', false],
])('That %s mixes scripts is %s', (name, expected) => {
  expect(mixesScripts(name)).toBe(expected);
});
