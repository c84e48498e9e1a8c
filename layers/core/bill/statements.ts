/** The statement that a bill is of, and those that are skipped (decision: facts-are-of-a-statement). */
import { addDays, type Day, isDay } from '../base/dates.ts';
import {
  followStatement,
  isSameStatement,
  type Shown,
  type StatementName,
  statementShown,
} from '../payment/statement.ts';

/** Statements of a bill that stay skipped. */
const MAX_SKIPS = 12;
/** Days within which a skip without a due date holds for the first one that comes. */
const UNDATED_DAYS = 10;

/** A statement that is skipped; `on` the day of it where no due date was known. */
export type Skip = StatementName & { readonly on?: Day };

/** What of a bill says which statement it is of, and which are skipped. */
export type Following = {
  readonly statement?: StatementName;
  readonly skips?: readonly Skip[];
  readonly skippedDueOn?: Day;
  readonly reported: Shown;
};

/** What a reading changes of the known statement and the skips: another statement alone ends a fact. */
export function followReading(
  bill: Following,
  reported: Shown,
  today: Day,
  weekly = bill.statement?.weekly,
): { readonly followed: Omit<Following, 'reported'>; readonly isNext: boolean } {
  const known = bill.statement ?? datedOf(bill.reported);
  const { statement, is } = followStatement(known, reported, today, weekly);
  const isFirst = is === 'next' || (known !== undefined && !isDay(known.dueOn));
  const skips = skipsOf(bill).flatMap((skip): Skip[] => {
    if (skip.on === undefined || !statement || !isDay(statement.dueOn)) return [skip];
    if (isFirst) return today <= addDays(skip.on, UNDATED_DAYS) ? [statement] : [skip];
    // It was the one that is known, which is skipped itself, unless that was past by then.
    return is === 'same' && statement.dueOn >= skip.on ? [] : [skip];
  });
  const next = { reported, statement, skips, skippedDueOn: bill.skippedDueOn };
  const skippedDueOn = isSkipped(next) ? reported.dueOn : bill.skippedDueOn;
  const followed = { statement, ...(skips.length > 0 && { skips }), skippedDueOn };
  return { followed, isNext: known !== undefined && is === 'next' };
}

/** What an earlier release has read. */
function datedOf({ dueOn, statementName }: Shown): StatementName | undefined {
  return dueOn === undefined ? undefined : statementShown({ dueOn, statementName }, dueOn);
}

/** The statement that a bill shows: of an undated reading, the one that is known. */
export function statementOfBill({
  statement,
  reported,
}: Pick<Following, 'statement' | 'reported'>): StatementName | undefined {
  const shown = datedOf(reported);
  if (!shown) return statement;
  return statement && isSameStatement(statement, shown) ? statement : shown;
}

/** As releases up to 0.1.1 kept it, a skip has a due date alone. */
export function skipsOf({ skips, skippedDueOn, reported }: Following): readonly Skip[] {
  if (skips || skippedDueOn === undefined) return skips ?? [];
  return [datedOf({ ...reported, dueOn: skippedDueOn }) ?? { dueOn: skippedDueOn }];
}

/** Whether no automatic payment pays the statement that the bill shows. */
export function isSkipped(bill: Following): boolean {
  const { reported, skippedDueOn } = bill;
  if (skippedDueOn !== undefined && skippedDueOn === reported.dueOn) return true;
  const shown = statementOfBill(bill);
  return shown !== undefined && skipsOf(bill).some((skip) => isSkipOf(skip, shown));
}

function isSkipOf({ on, ...skip }: Skip, shown: StatementName): boolean {
  return on === undefined ? isSameStatement(skip, shown) : skip.dueOn === shown.dueOn;
}

/** The bill whose statement, as it is shown, is left to its user. */
export function skipStatement(
  bill: Following,
  today: Day,
): Pick<Following, 'skips' | 'skippedDueOn'> {
  const { dueOn } = bill.reported;
  const shown = statementOfBill(bill);
  // Without a due date, it may be another one than the one that is known.
  const undated: Skip = { dueOn: today.slice(0, 7), on: today };
  const skips = [
    ...(shown && isDay(shown.dueOn) ? [shown] : []),
    ...(dueOn === undefined ? [undated] : []),
  ];
  const others = skipsOf(bill).filter((one) => !skips.some((skip) => isSkipOf(one, skip)));
  return {
    skips: [...others, ...skips].slice(-MAX_SKIPS),
    ...(dueOn !== undefined && { skippedDueOn: dueOn }),
  };
}
