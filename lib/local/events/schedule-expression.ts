import { localFailure } from '../failures.ts';

/** Says when a schedule is next due after an instant, in epoch milliseconds; undefined for never. */
export type NextDue = (after: number) => number | undefined;

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};
const MINUTE = 60_000;
const DAY = 86_400_000;
/** A cron expression that isn't due within this many days is taken for never. */
const MAX_SEARCH_DAYS = 366 * 5;

/** Whether it says how often, and not at which times of day. */
export function isRate(expression: string): boolean {
  return expression.startsWith('rate(');
}

/** Reads `rate(…)` and `cron(…)` (UTC) as EventBridge does. @throws LocalFailure for anything else. */
export function parseSchedule(expression: string): NextDue {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (count !== undefined && unit !== undefined) {
    const every = Number(count) * (UNIT_MILLISECONDS[unit] as number);
    return (after) => after + every;
  }
  const [, fields] = /^cron\((.+)\)$/.exec(expression) ?? [];
  const parts = fields?.trim().split(/\s+/) ?? [];
  if (parts.length !== 6)
    throw localFailure(`The local runtime does not support this schedule: ${expression}`);
  return parseCron(parts, expression);
}

const MONTH_NAMES = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
];
const DAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

function parseCron(parts: readonly string[], expression: string): NextDue {
  const field = (index: number, low: number, high: number, names: readonly string[] = []) =>
    parseField(parts[index] as string, { low, high, names, expression });
  const minutes = field(0, 0, 59);
  const hours = field(1, 0, 23);
  const days = field(2, 1, 31);
  const months = field(3, 1, 12, MONTH_NAMES);
  const weekdays = field(4, 1, 7, DAY_NAMES);
  const years = field(5, 1970, 2199);
  const dayFits = (at: Date) =>
    years.has(at.getUTCFullYear()) &&
    months.has(at.getUTCMonth() + 1) &&
    days.has(at.getUTCDate()) &&
    weekdays.has(at.getUTCDay() + 1);
  return (after) => {
    const start = Math.floor(after / MINUTE) * MINUTE + MINUTE;
    for (let day = 0; day < MAX_SEARCH_DAYS; day += 1) {
      const midnight = Math.floor(start / DAY) * DAY + day * DAY;
      if (!dayFits(new Date(midnight))) continue;
      for (const hour of hours) {
        for (const minute of minutes) {
          const due = midnight + hour * 3_600_000 + minute * MINUTE;
          if (due >= start) return due;
        }
      }
    }
    return undefined;
  };
}

type Range = {
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
  readonly expression: string;
};

/** `*`, `?`, `a`, `a-b`, `a,b`, `a/n` and names; `L`, `W` and `#` are refused. */
function parseField(text: string, range: Range): ReadonlySet<number> {
  const { low, high, names, expression } = range;
  const number = (part: string): number => {
    const named = names.indexOf(part.toUpperCase());
    const value = named >= 0 ? named + 1 : Number(part);
    if (!Number.isInteger(value) || value < low || value > high || part === '') {
      throw localFailure(`The local runtime does not support this schedule: ${expression}`);
    }
    return value;
  };
  const values: number[] = [];
  for (const part of text.split(',')) {
    const [span = '', step] = part.split('/');
    const [from = '', to] = span.split('-');
    const any = span === '*' || span === '?';
    const first = any ? low : number(from);
    const last = to === undefined ? (any || step !== undefined ? high : first) : number(to);
    const by = step === undefined ? 1 : Number(step);
    if (!Number.isInteger(by) || by < 1)
      throw localFailure(`The local runtime does not support this schedule: ${expression}`);
    for (let value = first; value <= last; value += by) values.push(value);
  }
  return new Set(values.sort((a, b) => a - b));
}
