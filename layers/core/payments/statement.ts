/** Which statement of an account a payment is of. */
import { addDays, type Day, dayOf, isDay } from '../dates.ts';

export type StatementName = {
  /** The due date; of a bill without one, the month (`2026-11`): it has one statement a month. */
  readonly dueOn: string;
  /** What the company calls it, where it has names for its statements. */
  readonly name?: string;
};

type Shown = { readonly dueOn?: Day; readonly statementName?: string };

/** What a reading calls its statement; of a bill without a due date, nothing that could be another's. */
export function nameOf({ dueOn = '', statementName }: Shown): StatementName {
  return { dueOn, ...(statementName !== undefined && { name: statementName }) };
}

/** The statement that a reading shows, by its month where it has no due date. `partnerNow` in milliseconds. */
export function statementShown(shown: Shown, partnerNow: number): StatementName {
  return nameOf({ ...shown, dueOn: shown.dueOn ?? dayOf(partnerNow).slice(0, 7) });
}

/** By name where both have one: due dates move. */
export function isSameStatement(one: StatementName, other: StatementName): boolean {
  if (one.name !== undefined && other.name !== undefined) return one.name === other.name;
  return one.dueOn === other.dueOn;
}

/** What the user agreed to pay with an order: the statement and the amount that were seen. */
export type Agreed = {
  readonly statement: StatementName;
  readonly cents: number;
  /** The most, where it was said. */
  readonly maxCents?: number;
  /** What was chosen for this payment alone. */
  readonly chosenCents?: number;
};

/** Days by which a due date may move while it is still the same statement. */
const MOVES_DAYS = 10;

/** Whether it is the same statement with another due date. */
export function hasMoved(one: StatementName, other: StatementName): boolean {
  if (one.dueOn === other.dueOn || !isDay(one.dueOn) || !isDay(other.dueOn)) return false;
  if (one.name !== undefined && other.name !== undefined) return one.name === other.name;
  const [first = '', last = ''] = [one.dueOn, other.dueOn].toSorted();
  return last <= addDays(first, MOVES_DAYS);
}

/** Whether it is the same statement, wherever its due date is by now. */
export function isSameOrMoved(one: StatementName, other: StatementName): boolean {
  return isSameStatement(one, other) || hasMoved(one, other);
}

/** Whether what a reading shows was paid, and the payment returned: nothing pays that by itself. */
export function isReturnedStatement(
  returned: readonly StatementName[] | undefined,
  reported: Shown,
): boolean {
  const shown = nameOf(reported);
  return (returned ?? []).some((one) => isSameOrMoved(one, shown));
}
