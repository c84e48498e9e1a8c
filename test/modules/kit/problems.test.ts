import { expect, test } from 'vitest';
import { requiredText } from '../../../modules/kit/problems.ts';

test.each([
  ['Account number', 'Enter your account number'],
  ['ZIP code', 'Enter your ZIP code'],
  ['expiration date', 'Enter your expiration date'],
])('an empty field, "%s", is asked for as a person would', (label, text) => {
  expect(requiredText(label)).toBe(text);
});
