import { expect, test } from 'vitest';
import { mutantsOf } from './mutate.ts';

const made = (code: string) =>
  mutantsOf(code).map(({ line, was, is }) => `${line}: ${was} -> ${is}`);

test('A mutant turns a comparison, a sum, a condition, a number or a word, or leaves out a spread', () => {
  expect(
    made('const rest = owed - paid;\nif (rest >= 2 && !late) pay({ ...bill, once: true });'),
  ).toEqual([
    '1: - -> +',
    '2: rest >= 2 && !late -> !(rest >= 2 && !late)',
    '2: && -> ||',
    '2: >= -> >',
    '2: 2 -> 3',
    '2: ...bill -> ...{}',
    '2: true -> false',
  ]);
});

test('Types, imports and joined texts are left as they are', () => {
  const code =
    "import { one } from './1.ts';\ntype Two = { two: 2 } | true;\nconst text = 'a' + one;";
  expect(made(code)).toEqual([]);
});

test('A mutant is the whole file with one mistake', () => {
  const [first] = mutantsOf('const is = one === two;\n');
  expect(first?.code).toBe('const is = one !== two;\n');
});
