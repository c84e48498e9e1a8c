import { plainText } from '@billhook/core/base/plain-text';
import { expect, test } from 'vitest';
import { pastedForms } from '../../../support/pasted.ts';

test.each(pastedForms('123456'))('a code with %s is read', (_, typed) => {
  expect(plainText(typed)).toBe('123456');
});

test('digits of every script are ten in a row, and read as such', () => {
  const digits = Array.from({ length: 0x1ffff }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => /\p{Nd}/u.test(character));
  expect(digits.map(plainText)).toEqual(digits.map((_, index) => String(index % 10)));
});

test('letters stay as they are', () => expect(plainText('Ab-12 ü')).toBe('Ab12ü'));
