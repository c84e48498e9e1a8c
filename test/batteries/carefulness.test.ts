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

/** Habits at which less is paid without asking, and why. */
type Exception = {
  readonly since: string;
  /** The least share all the same. */
  readonly share?: number;
  /** A reason to ask that counts for nothing, once a statement. */
  readonly mayAsk?: 'more-owed';
};
const purchases: Exception = {
  since:
    'what is bought after our first payment waits; paid right before a statement, it is never proven',
  share: 0.7,
  mayAsk: 'more-owed',
};
const exceptions: Readonly<Record<string, Exception>> = {
  'daily purchases, with marks': { ...purchases, share: 0.95 },
  'daily purchases, posted nightly': purchases,
  'daily purchases, the last payment alone': purchases,
  'daily purchases, without payments, and says so': { ...purchases, share: ENOUGH },
  'daily purchases, without payments': {
    since: 'its connector has to say `showsPayments: false`, as the one before does',
    share: 0.25,
    mayAsk: 'more-owed',
  },
};

const reasons = ['more-owed', 'earlier-payment-not-shown', 'unusual-amount', 'another-statement'];

const asked: Record<string, number> = {};
const lines: string[] = [];

function sum(years: readonly Year[], figure: 'dueCents' | 'paidCents' | 'unaskedCents'): number {
  return years.reduce((all, year) => all + year[figure], 0);
}

test.each(Object.entries(habits))('what is due is paid by itself: %s', (name, habit) => {
  const { since, share: least = ENOUGH, mayAsk } = exceptions[name] ?? {};
  const run = (forgiven?: string) =>
    Array.from({ length: HOUSEHOLDS }, (_, index) =>
      runYear(habit, index + 1, { days: DAYS, mayAsk: forgiven }),
    );
  const years = run(mayAsk);
  const due = sum(years, 'dueCents');
  const share = sum(years, 'unaskedCents') / due;
  const figures = [share, sum(years, 'paidCents') / due].map((one) =>
    (one * 100).toFixed(2).padStart(6),
  );
  lines.push(`${figures.join(' % ')} %  ${name}${since ? `: ${since}` : ''}`);
  for (const year of years) {
    for (const { reason } of year.asked) {
      expect(reasons).toContain(reason);
      asked[`${reason}: ${name}`] = (asked[`${reason}: ${name}`] ?? 0) + 1;
    }
    const expected = year.asked.filter(({ reason, late }) => reason === mayAsk && !late);
    expect(new Set(expected.map(({ statement }) => statement)).size).toBe(expected.length);
  }
  expect(share).toBeGreaterThanOrEqual(least);
  // Once an exception isn't needed any more, the long run says so.
  if (since && ROUNDS >= 100) expect(sum(run(), 'unaskedCents') / due).toBeLessThan(ENOUGH);
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
  const head = 'Without asking, and in all:';
  process.stdout.write(`${[head, ...lines, 'Asked:', ...why].join('\n')}\n`);
  expect(lines).toHaveLength(Object.keys(habits).length);
});
