import { maskedName } from '@billhook/core/module/masked-name';
import { expect, test } from 'vitest';

test.each([
  ['user-1', 'u•••1'],
  ['ada', 'a•••'],
  ['a', '•••'],
  ['ab', 'a•••'],
  ['abcd', 'a•••d'],
  ['customer-4711', 'cu•••11'],
  ['c9f1a2b3-4d5e-6f70-8192-a3b4c5d6e7f8', 'c9•••f8'],
  ['ada@example.com', 'a•••@example.com'],
  ['ada.lovelace@example.com', 'ad•••ce@example.com'],
  ['@example.com', '@e•••om'],
  ['ada@', 'a•••@'],
  [`ada@${'x'.repeat(80)}`, 'ad•••xx'],
  // Nothing that turns the line around, and no half of a character.
  ['\u202euser\u202c-1\u200b', 'u•••1'],
  ['😀😀😀😀', '😀•••😀'],
  ['', '•••'],
])('%j is shown as %s', (name, shown) => {
  expect(maskedName(name)).toBe(shown);
});
