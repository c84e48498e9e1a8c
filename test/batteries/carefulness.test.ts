/**
 * The bound isn't too careful: at honest companies with one habit each, what is due is paid automatically,
 * on time and without asking.
 */
import { expect, test } from 'vitest';
import { habits } from './bound/habits.ts';
import { namesWithoutEnd } from './bound/rules-off.ts';
import { runYear, type Year } from './bound/year-of-habit.ts';

const ENOUGH = 0.995;
const ROUNDS = Number(process.env.BATTERY_ROUNDS);
const HOUSEHOLDS = Math.ceil(ROUNDS / 20);
/** The long run has whole years. */
const DAYS = ROUNDS < 100 ? 160 : 365;

/** Habits at which less is paid by itself, and why. */
const less: Readonly<Record<string, { readonly share: number; readonly since: string }>> = {
  'daily purchases, without payments': {
    share: 0.1,
    since: 'its connector has to say that it shows no payments',
  },
};

/** Why a user may be asked. */
const reasons = ['more-owed', 'earlier-payment-not-shown', 'unusual-amount', 'another-statement'];

const asked: Record<string, number> = {};
const lines: string[] = [];

function yearsOf(name: string): readonly Year[] {
  const habit = habits[name];
  if (!habit) throw new Error(`There is no habit ${name}`);
  return Array.from({ length: HOUSEHOLDS }, (_, index) =>
    runYear(habit, index + 1, { days: DAYS }),
  );
}

function sum(years: readonly Year[], figure: 'dueCents' | 'paidCents' | 'statements'): number {
  return years.reduce((all, year) => all + year[figure], 0);
}

test.each(Object.keys(habits))('what is due is paid by itself: %s', { timeout: 60_000 }, (name) => {
  const years = yearsOf(name);
  const share = sum(years, 'paidCents') / sum(years, 'dueCents');
  for (const year of years)
    for (const [reason, count] of Object.entries(year.asked)) {
      expect(reasons).toContain(reason);
      asked[`${reason}: ${name}`] = (asked[`${reason}: ${name}`] ?? 0) + count;
    }
  lines.push(`${(share * 100).toFixed(2).padStart(6)} %  ${name}`);
  expect(share).toBeGreaterThanOrEqual(less[name]?.share ?? ENOUGH);
  // Once more is paid, this says so.
  if (less[name]) expect(share).toBeLessThan(ENOUGH);
});

test('a name that comes again after months is no name', () => {
  const habit = habits['names three statements in turn'];
  const { paidCents, dueCents } = runYear(habit ?? { company: {} }, 1, { broken: namesWithoutEnd });
  expect(paidCents / dueCents).toBeLessThan(ENOUGH);
});

test('the shares are printed, and the ten most frequent reasons to ask', () => {
  const most = Object.entries(asked)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 10);
  const why = most.map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`);
  process.stdout.write(`${[...lines, 'asked:', ...why].join('\n')}\n`);
  expect(lines).toHaveLength(Object.keys(habits).length);
});
