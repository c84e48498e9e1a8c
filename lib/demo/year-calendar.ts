/** What happened in a year, as a calendar and a list: `npm run demo -- --year` prints it. */
import { DAY_MILLISECONDS, type Day } from '@billhook/core/base/dates';

export type Happening = {
  readonly day: Day;
  readonly kind: 'bill' | 'paid' | 'declined' | 'overdue' | 'user';
  readonly text: string;
};

/** One letter a kind, the weightiest last: a day shows the weightiest of what happened. */
const marks = { bill: 'b', user: 'u', paid: 'P', overdue: 'O', declined: 'D' } as const;

export const LEGEND = 'b new bill   P paid   D declined   O overdue   u the user did something';

const WEEKDAYS = 'Mo Tu We Th Fr Sa Su';
const months =
  'January February March April May June July August September October November December';

/** A month as a grid of weeks, a mark behind each day on which something happened. */
function monthGrid(month: string, happenings: readonly Happening[]): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = Date.UTC(year, number - 1, 1);
  const days = (Date.UTC(year, number, 1) - first) / DAY_MILLISECONDS;
  // Monday is the first day of a week.
  const offset = (new Date(first).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: offset }, () => '    ');
  for (let date = 1; date <= days; date += 1) {
    const day = `${month}-${String(date).padStart(2, '0')}`;
    cells.push(`${String(date).padStart(3)}${markOf(day, happenings)}`);
  }
  const weeks: string[] = [];
  for (let start = 0; start < cells.length; start += 7) {
    weeks.push(
      cells
        .slice(start, start + 7)
        .join('')
        .trimEnd(),
    );
  }
  const name = `${months.split(' ')[number - 1]} ${year}`;
  return [name, ` ${WEEKDAYS.replaceAll(' ', '  ')}`, ...weeks];
}

function markOf(day: Day, happenings: readonly Happening[]): string {
  const kinds = happenings.filter((one) => one.day === day).map(({ kind }) => kind);
  const order = Object.keys(marks) as (keyof typeof marks)[];
  const weightiest = order.findLast((kind) => kinds.includes(kind));
  return weightiest ? marks[weightiest] : ' ';
}

/** The month's grid beside what happened in it. */
export function monthPage(month: string, happenings: readonly Happening[]): string {
  const own = happenings.filter(({ day }) => day.startsWith(month));
  const grid = monthGrid(month, own);
  const list = own.map(({ day, kind, text }) => `${day.slice(8)}  ${marks[kind]}  ${text}`);
  const lines = Array.from({ length: Math.max(grid.length, list.length) }, (_, index) =>
    `${(grid[index] ?? '').padEnd(GRID_WIDTH)}${list[index] ?? ''}`.trimEnd(),
  );
  return lines.join('\n');
}

const GRID_WIDTH = 32;
