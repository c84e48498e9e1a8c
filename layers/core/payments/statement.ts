/** Which statement of an account a payment is of. */
import { addDays, type Day, dayOf } from '../dates.ts';

export type StatementName = {
  /** The due date; of a bill without one, the month (`2026-11`): it has one statement a month. */
  readonly dueOn: string;
  /** What the company calls it, where it has names for its statements. */
  readonly name?: string;
};

type Shown = { readonly dueOn?: Day; readonly statementName?: string };

/** The statement that a reading shows. `partnerNow` in milliseconds. */
export function statementShown({ dueOn, statementName }: Shown, partnerNow: number): StatementName {
  return {
    dueOn: dueOn ?? dayOf(partnerNow).slice(0, 7),
    ...(statementName !== undefined && { name: statementName }),
  };
}

/** By name where both have one: due dates move. */
export function isSameStatement(one: StatementName, other: StatementName): boolean {
  if (one.name !== undefined && other.name !== undefined) return one.name === other.name;
  return one.dueOn === other.dueOn;
}

/** Days by which a due date may move while it is still the same statement. */
const MOVES_DAYS = 10;

/** Whether a reading shows another statement than the one before it did. */
export function isNewStatement(before: Shown, shown: Shown): boolean {
  const [one, other] = [before.statementName, shown.statementName];
  return one !== undefined && other !== undefined ? one !== other : before.dueOn !== shown.dueOn;
}

/** Whether a reading shows the statement of the one before it with a due date that has moved. */
export function hasMoved(before: Shown, shown: Shown): boolean {
  if (before.dueOn === undefined || shown.dueOn === undefined) return false;
  if (before.dueOn === shown.dueOn) return false;
  if (before.statementName !== undefined && shown.statementName !== undefined)
    return before.statementName === shown.statementName;
  const [first, last] = [before.dueOn, shown.dueOn].toSorted();
  return (last ?? '') <= addDays(first ?? '', MOVES_DAYS);
}
