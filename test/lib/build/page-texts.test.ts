import { expect, test } from 'vitest';
import { namedIn, textsFile, withShortKeys } from '../../../lib/build/page-texts.ts';

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

test('a page has short names for its keys, but for those that are put together or a partner names', () => {
  const keys = [
    'action.done',
    'work.after10',
    'hold.x.title',
    'search.count.other',
    'search.title',
  ];
  const code = `${program.join(';')};say("search.title")`;
  const table = keys.map((key) => `"${key}":"Text of ${key}"`).join();
  const script = withShortKeys(`{${table}};say("action.done");t["work.after10"]`, keys, code);
  expect(script).toBe(
    '{"0":"Text of action.done","1":"Text of work.after10","hold.x.title":"Text of hold.x.title",' +
      '"search.count.other":"Text of search.count.other","search.title":"Text of search.title"};' +
      'say("0");t["1"]',
  );
});

test('a form of a number keeps its name where the program also puts it together', () => {
  const keys = ['questions.title.one', 'questions.title.other', 'plan.phase.one'];
  const code = 'say("questions.title.one");sayCount("questions.title",2);say("plan.phase.one")';
  expect(withShortKeys(code, keys, code)).toBe(
    'say("questions.title.one");sayCount("questions.title",2);say("0")',
  );
});

test('a file of texts has them all, those with short names by their places', async () => {
  const short = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`~${index.toString(36)}`, `Text "${index}"`]),
  );
  const texts = { ...short, 'hold.x.title': 'Held' };
  const file = textsFile(texts, '~');
  const read = await import(`data:text/javascript,${encodeURIComponent(file)}`);
  expect(read.texts).toEqual(texts);
  expect(file).not.toContain('"~1"');
  expect(() => textsFile({ '~1': 'The second' }, '~')).toThrow('left out');
});
