/** Which statement of an account a reading shows, and a payment or a choice of the user's is about. */

import { addDays, type Day, isDay } from '../base/dates.ts';
import { without } from '../base/members.ts';

export type StatementName = {
  /** The first due date known; of a bill without one, the month (`2026-11`): it has one statement a month. */
  readonly dueOn: string;
  /** The due date that was shown last, where it has moved. */
  readonly movedTo?: Day;
  /** What the company calls it, where it has names for its statements. */
  readonly name?: string;
  /** The company issues one a week. */
  readonly weekly?: true;
};

export type Shown = {
  readonly dueOn?: Day;
  readonly statementName?: string;
  readonly syncing?: boolean;
};

/** Days by which a due date may move while it is still the same statement. */
const MOVES_DAYS = 10;
const WEEKLY_MOVES_DAYS = 3;
/** Days after which a name that is shown again means another statement: a month is one. */
const NAMED_DAYS = 20;
const WEEKLY_NAMED_DAYS = 5;

/**
 * Whether both are one statement: equal names, but for a company that uses one again; different names with one due date; or, where one has no
 * name, due dates within ten days of each other. Without a due date, the month.
 */
export function isSameStatement(one: StatementName, other: StatementName): boolean {
  const weekly = one.weekly || other.weekly;
  const named = weekly ? WEEKLY_NAMED_DAYS : NAMED_DAYS;
  if (one.name !== undefined && other.name !== undefined)
    return one.name === other.name ? isNear(one, other, named) : shareDate(one, other);
  return isNear(one, other, weekly ? WEEKLY_MOVES_DAYS : MOVES_DAYS);
}

function shareDate(one: StatementName, other: StatementName): boolean {
  const dates = [other.dueOn, other.movedTo];
  return dates.includes(one.dueOn) || (one.movedTo !== undefined && dates.includes(one.movedTo));
}

/** A bill that had no due date keeps its statement when one comes, in that month or the next. */
function isNear(one: StatementName, other: StatementName, days: number): boolean {
  const [first = '', last = ''] = [one.dueOn, other.dueOn].toSorted();
  if (isDay(first) && isDay(last)) return last <= addDays(first, days);
  if (!isDay(first) && !isDay(last)) return first === last;
  const [month = '', day = ''] = isDay(first) ? [last, first] : [first, last];
  return day.startsWith(month) || day.startsWith(addDays(`${month}-28`, 4).slice(0, 7));
}

/** What a reading calls its statement, by the month where it shows no due date. */
export function statementShown(
  { dueOn, statementName: name }: Shown,
  today: Day,
  weekly?: true,
): StatementName {
  return {
    dueOn: dueOn ?? today.slice(0, 7),
    ...(name !== undefined && { name }),
    ...(weekly && { weekly }),
  };
}

/** The statement that is current after a reading; one that shows none, or an earlier one, changes nothing. */
export function followStatement(
  known: StatementName | undefined,
  shown: Shown,
  today: Day,
  weekly?: true,
): { readonly statement?: StatementName; readonly is: 'same' | 'next' | 'unclear' } {
  if (shown.syncing) return { statement: known, is: 'unclear' };
  const named = statementShown(shown, today, weekly);
  if (!known) return { statement: named, is: 'next' };
  if (shown.dueOn === undefined && isDay(known.dueOn)) return { statement: known, is: 'unclear' };
  if (isSameStatement(known, named)) return { statement: moved(known, named), is: 'same' };
  return named.dueOn < known.dueOn
    ? { statement: known, is: 'unclear' }
    : { statement: named, is: 'next' };
}

/** The first due date stays, and the name is the last. */
function moved(known: StatementName, shown: StatementName): StatementName {
  const first = without(known, ['movedTo']);
  if (!isDay(first.dueOn)) return { ...first, ...shown };
  const movedTo = isDay(shown.dueOn) && shown.dueOn !== first.dueOn && { movedTo: shown.dueOn };
  return { ...first, ...shown, dueOn: first.dueOn, ...movedTo };
}

/** The statement that a reading shows, by its first due date where it is the one that is known. */
export function statementRead(
  known: StatementName | undefined,
  shown: Shown,
  today: Day,
): StatementName {
  const { statement, is } = followStatement(known, shown, today, known?.weekly);
  const isOther = is === 'unclear' && shown.dueOn !== undefined;
  return isOther || !statement ? statementShown(shown, today, known?.weekly) : statement;
}

/** Whether a payment of the statement was returned: nothing pays it by itself. */
export function isReturnedStatement(
  returned: readonly StatementName[] | undefined,
  shown: StatementName | undefined,
): boolean {
  return shown !== undefined && (returned ?? []).some((one) => isSameStatement(one, shown));
}

/** A name that another statement had before: its company reuses it, so that it tells nothing. */
export function reusesName(known: StatementName | undefined, { dueOn, statementName }: Shown) {
  if (known?.name === undefined || known.name !== statementName || dueOn === undefined)
    return false;
  return isDay(known.dueOn) && dueOn > addDays(known.dueOn, NAMED_DAYS);
}

/** What the user agreed to pay with an order: the statement and the amount that were seen. */
export type Agreed = {
  readonly statement: StatementName;
  readonly cents: number;
  /** The most, where it was said. */
  readonly maxCents?: number;
  /** What was chosen for this payment alone. */
  readonly chosenCents?: number;
  /** The day of it; missing of what earlier releases kept. */
  readonly on?: Day;
  /** An earlier payment that isn't shown yet: it and those before it are not taken off. */
  readonly afterPayment?: string;
};
