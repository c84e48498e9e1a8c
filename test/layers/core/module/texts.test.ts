import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  keepsPlaceholders,
  type PartnerText,
  partnerTextKeys,
  partnerTexts,
} from '@billhook/core/module/texts';
import { expect, test } from 'vitest';
import { texts as linkTexts } from '../../../../modules/account-linking/texts/en.ts';
import { texts as billTexts } from '../../../../modules/bill-pay/texts/en.ts';
import { texts as swapTexts } from '../../../../modules/card-swap/texts/en.ts';
import { texts as linkingTexts } from '../../../../modules/kit/linking/texts/en.ts';
import { texts as kitTexts } from '../../../../modules/kit/texts/en.ts';

const texts = { ...kitTexts, ...linkingTexts, ...linkTexts, ...swapTexts, ...billTexts };

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

test('the published table is that of the texts', () => {
  const document = join(import.meta.dirname, '../../../../docs/guide/look.md');
  const listed = readFileSync(document, 'utf8').matchAll(/^\| `([\w.]+\.\w+)` \| (.*?) ?\|$/gm);
  const expected = Object.entries(partnerTexts).map(([key, names]) => [
    key,
    names.map((name) => `\`{${name}}\``).join(', '),
  ]);
  expect([...listed].map(([, key, names]) => [key, names])).toEqual(expected);
});
