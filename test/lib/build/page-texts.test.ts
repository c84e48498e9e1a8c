import { expect, test } from 'vitest';
import { namedIn } from '../../../lib/build/page-texts.ts';

const program = [
  'say("action.done")',
  'sayCount("search.count", 2)',
  // A template, as the page has it.
  'say(`hold.$' + '{code}.title`)',
  'const steps = ["work.after10"]',
];
const isNamed = namedIn(program.join(';'));

test.each([
  ['a key that stands in the program', 'action.done', true],
  ['a key in a list', 'work.after10', true],
  ['the forms of a number', 'search.count.other', true],
  ['what begins as a template does', 'hold.account_issue_no_bill.title', true],
  ['a key that nobody says', 'action.save', false],
  ['a part of a key', 'action', false],
])('a page carries %s: %s, %s', (_, key, carried) => {
  expect(isNamed(key)).toBe(carried);
});
