import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Battery, runBattery } from './frame/frame.ts';
import { openProgress } from './frame/progress.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-frame-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Eggs in parts of ten, of which part 3 has a bad one if the seed is 13. */
function eggs(given: Partial<Battery<{ size: number }>> = {}) {
  const made: number[] = [];
  const battery: Battery<{ size: number }> = {
    ...{ name: 'eggs', command: 'npm run eggs', about: 'Eggs.', units: 'eggs', total: 50 },
    numbers: { size: [1, 'How large'] },
    lanes: 1,
    open: async ({ seed }) => ({
      make: async (part) => {
        made.push(part);
        const wrongs =
          seed === 13 && part === 3 ? [{ what: 'A bad egg', repeat: '--repeat 3' }] : [];
        return { done: 10, counts: { brown: part % 2 }, wrongs };
      },
      repeat: async (what) => ({ done: 1, counts: {}, wrongs: [{ what: `Egg ${what} is bad` }] }),
      close: async () => {},
    }),
    ...given,
  };
  const printed: string[] = [];
  const output = { write: (text: string) => printed.push(text) };
  const run = (...args: string[]) => runBattery(battery, ['--state', folder, ...args], output);
  return { run, made, printed };
}

const reportIn = () => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));

test('a battery ends with a report for machines and one for people', async () => {
  const { run, printed } = eggs();
  expect(await run('--seed', '5')).toMatchObject({ exitCode: 0, tally: { done: 50 } });
  expect(reportIn()).toMatchObject({
    name: 'eggs',
    seed: 5,
    done: 50,
    counts: { brown: 2 },
    wrongs: [],
  });
  expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toMatch(/eggs +50 of 50\n/);
  expect(printed.join('')).toContain('[########################]100% 50 of 50 eggs');
});

test('one that was stopped goes on where it was, and makes again what was cut off', async () => {
  const first = eggs();
  await first.run('--seed', '5', '--eggs', '20');
  appendFileSync(join(folder, 'parts.jsonl'), '{"part":2,"done":10,"cou');
  const second = eggs();
  await second.run('--eggs', '50');
  expect(second.made.toSorted()).toEqual([2, 3, 4]);
  expect(reportIn()).toMatchObject({ seed: 5, done: 50 });
  const third = eggs();
  await third.run('--eggs', '50');
  expect(third.made).toEqual([]);
});

test('the time that it is given ends it without a complaint', async () => {
  const { run, made, printed } = eggs();
  expect((await run('--minutes', '0')).exitCode).toBe(0);
  expect(made).toEqual([]);
  expect(printed.join('')).toContain('Not finished: the same command goes on with it');
});

test('anything wrong is in the report with what repeats it, and the exit code says so', async () => {
  const { run, printed } = eggs();
  expect((await run('--seed', '13')).exitCode).toBe(1);
  expect(printed.join('')).toContain('A bad egg\n  repeat it with: npm run eggs -- --repeat 3');
  // Also when it goes on.
  expect((await eggs().run('--eggs', '60')).exitCode).toBe(1);
});

test('something wrong is repeated alone', async () => {
  const { run, printed, made } = eggs();
  expect((await run('--repeat', '3')).exitCode).toBe(1);
  expect(made).toEqual([]);
  expect(printed.join('')).toContain('Egg 3 is bad');
});

test('another battery does not go on in the same folder, unless it begins anew', async () => {
  await eggs().run('--seed', '5');
  await expect(eggs().run('--seed', '6')).rejects.toThrow('has another run');
  await expect(eggs().run('--size', '2')).rejects.toThrow('has another run');
  const anew = eggs();
  await anew.run('--seed', '6', '--fresh');
  expect(anew.made).toHaveLength(5);
});

test('a part that cannot be made ends the battery', async () => {
  const { run } = eggs({
    open: async () => ({
      make: async () => {
        throw new Error('No hen');
      },
      close: async () => {},
    }),
  });
  await expect(run()).rejects.toThrow('No hen');
});

test('what is no number is refused', async () => {
  await expect(eggs().run('--eggs', 'many')).rejects.toThrow('--eggs takes a number, and not many');
});

test('a terminal has one line, and everything else one a minute', () => {
  const texts: string[] = [];
  let now = 0;
  const tally = { done: 10, counts: {}, wrongs: [] };
  const given = { total: 100, before: 0, units: 'eggs' };
  const write = (text: string) => texts.push(text);
  const lines = openProgress({ write }, given, () => now);
  now = 1_000;
  lines.show(tally);
  now = 2_000;
  lines.show(tally);
  now = 62_000;
  lines.show({ ...tally, done: 62 });
  expect(texts).toEqual([
    '[##----------------------] 10% 10 of 100 eggs, 10 a second, 9 s left, 0 wrong\n',
    '[##############----------] 62% 62 of 100 eggs, 1.0 a second, 38 s left, 0 wrong\n',
  ]);
  const bar = openProgress({ write, isTTY: true }, given, () => now);
  now = 63_000;
  bar.show(tally);
  bar.end();
  expect(texts.slice(2)).toEqual([expect.stringContaining('\r\u001b[K[##---'), '\n']);
});
