import { keepsPlaceholders, type PartnerText, partnerTextKeys } from '@billhook/core/module-texts';
import { expect, test } from 'vitest';
import { texts } from '../../../modules/kit/texts/en.ts';

test.each(partnerTextKeys)('%s is a text of the modules with these names in braces', (key) => {
  expect(Object.keys(texts)).toContain(key);
  expect(keepsPlaceholders(key, (texts as Record<PartnerText, string>)[key])).toBe(true);
});

test.each([
  ['Hello', false],
  ['{partner}', false],
  ['{service} of {partner}, {partner}', true],
  ['{service} {partner} {token}', false],
])('words in the place of two names: %j', (words, kept) => {
  expect(keepsPlaceholders('shell.trust', words)).toBe(kept);
});
