/**
 * What a reading of an account proves of our payments (decision: the-bound). Each listed line and each
 * drop of a figure counts once, and a figure is compared with itself alone. A proof ends when what proved
 * it is taken back, as long as no other statement has come.
 */

import { addDays, DAY_MILLISECONDS, type Day, dayOf, isDay } from '../base/dates.ts';
import type { Capabilities } from '../company/capabilities.ts';
import type { ListedPayment } from '../company/connector.ts';
import {
  type AccountLedger,
  type AccountReading,
  emptyLedger,
  type Figure,
  isProven,
  statementsOf,
  type TakenPayment,
  takenIn,
  withStatements,
} from './account-ledger.ts';
import type { Balances } from './balances.ts';
import { claim, freshIn, keyOf, listIn, vanished, withoutLine } from './listed-lines.ts';
import { followStatement, isSameStatement, type StatementName } from './statement.ts';

/** Days for which it is remembered what a company has listed. */
const LISTED_DAYS = 60;
/** Of more, it would take too long to find out which of them a drop is. */
const MAX_SUMMED = 12;

const figureNames: readonly Figure[] = [
  'balanceCents',
  'statementBalanceCents',
  'fullBalanceCents',
];

/** What the company's connector says of it. */
export type Shows = {
  readonly weekly?: true;
  /** `false`: the company shows no payments. */
  readonly payments?: false;
  /** The ledger was read after the company: that less is shown than it knows says nothing. */
  readonly isOlder?: true;
};

export function showsOf({
  billsEvery,
  showsPayments,
}: Pick<Capabilities, 'billsEvery' | 'showsPayments'>): Shows {
  return {
    ...(billsEvery === 'week' && { weekly: true }),
    ...(showsPayments === false && { payments: false }),
  };
}

/** The ledger after a reading. */
export function readLedger(
  ledger: AccountLedger = emptyLedger,
  reading: AccountReading,
  partnerNow: number,
  shows: Shows = {},
): AccountLedger {
  const today = dayOf(partnerNow);
  const { seen } = ledger;
  const { statement, is } = followStatement(seen?.statement, reading, today, shows.weekly);
  const standing = statementsOf(ledger);
  const list = listIn(reading, today);
  const lines = list?.lines ?? [];
  const before = takenIn(standing);
  const gone = vanished(before, list, today);
  const known = ledger.listed.filter((one) => !gone.has(keyOf(one)));
  const fresh = freshIn(lines, known);
  const claimed = claim(before.map(withoutLine(gone)), fresh, today);
  // Whether a reading without a due date is of another statement isn't known.
  const isUndated = is === 'unclear' && reading.dueOn === undefined;
  // A mark says that this reading's balances have a payment: where they count for nothing, so does it.
  const isIgnored = isUndated && reading.balanceCents !== 0;
  const marked = isIgnored ? claimed : claimed.map(withMark(lines));
  const shown = isUndated ? lowerOf(figuresOf(reading), seen?.figures) : figuresOf(reading);
  const isShown = !reading.syncing && (is === 'same' || isUndated);
  // A date that comes may be of another statement than the undated readings before: no drop is one.
  const isDated =
    is === 'same' && isDay(statement?.dueOn ?? '') && !isDay(seen?.statement.dueOn ?? '');
  const isOlder = shows.isOlder || isDated;
  const isShownOf = (one: StatementName) => statement && isSameStatement(one, statement);
  const own = new Set(takenIn(standing.filter(isShownOf)).map(({ paymentId }) => paymentId));
  const by = { lists: known.length > 0 || fresh.length > 0, lines, today, isOlder, own };
  const compared = isShown ? compare(marked, seen?.figures ?? {}, shown, by) : marked;
  const left = new Map(compared.map((one) => [one.paymentId, proveListed(one, lines, today)]));
  const isSeen = (one: StatementName) =>
    is === 'same' && isSameStatement(one, seen?.statement ?? one);
  const statements = standing.map((one) => {
    const isOver = statement && is !== 'unclear' && !isSameStatement(one, statement);
    return {
      ...(statement && isSeen(one) ? renamed(one, statement) : one),
      taken: one.taken.map((taken) => {
        const next = left.get(taken.paymentId) ?? taken;
        return isOver ? beyond(next, { isNext: is === 'next', today, shows }) : next;
      }),
    };
  });
  const { returned } = ledger;
  const figures = is === 'next' || isDated ? shown : { ...seen?.figures, ...(isShown && shown) };
  const next = {
    ...ledger,
    version: ledger.version + 1,
    ...(returned && {
      returned: returned.map((one) => (statement && isSeen(one) ? renamed(one, statement) : one)),
    }),
    listed: [...known, ...fresh].filter(({ paidOn }) => paidOn >= addDays(today, -LISTED_DAYS)),
    ...(statement && { seen: { statement, figures, ...owedIn(figures) } }),
  };
  return withStatements(next, statements, today);
}

/** A statement that is shown with another date or name by now is still found by those. */
function renamed<S extends StatementName>(
  one: S,
  { movedTo, ...shown }: StatementName,
): S & StatementName {
  const moved = movedTo ?? (shown.dueOn === one.dueOn ? undefined : shown.dueOn);
  return { ...one, ...shown, dueOn: one.dueOn, ...(moved !== undefined && { movedTo: moved }) };
}

/** As releases up to 0.1.1 compare it. */
function owedIn({ balanceCents, statementBalanceCents, fullBalanceCents }: Balances) {
  const owedCents = fullBalanceCents ?? statementBalanceCents ?? balanceCents;
  return owedCents === undefined ? {} : { owedCents };
}

/**
 * An undated reading may be another statement's: it says only that nothing is left to pay, which is when
 * companies clear the date.
 */
function lowerOf(shown: Balances, known: Balances = {}): Balances {
  if (shown.balanceCents !== 0) return {};
  return Object.fromEntries(
    Object.entries(shown).filter(([name, cents]) => cents <= (known[name as Figure] ?? cents)),
  );
}

export function figuresOf(reading: Balances): Balances {
  return Object.fromEntries(
    figureNames.flatMap((name) => (reading[name] === undefined ? [] : [[name, reading[name]]])),
  );
}

/**
 * A payment of another statement than the one that is shown. What was proven before that came is proven
 * for good once the posting time is over; until then a drop may still be taken back with the new
 * statement, whose balance says nothing about it.
 */
function beyond(
  taken: TakenPayment,
  at: { readonly isNext: boolean; readonly today: Day; readonly shows: Shows },
): TakenPayment {
  const { line, lower, confirmation, feeCents, proof, ...rest } = taken;
  const isTime = at.today > taken.until && !taken.asked;
  const wasProven = proof === 'early' || (at.isNext && proof !== undefined);
  // A figure that was missing then shows the same drop later: it is still this payment's.
  const dropped = !at.isNext && lower && { lower };
  if (isTime && (wasProven || at.shows.payments === false))
    return { ...rest, ...dropped, proof: 'over' };
  const isEarly = at.isNext && (proof === 'drop' || proof === 'listed');
  return isEarly ? { ...rest, ...(line && { line }), proof: 'early' } : taken;
}

/** A line that its connector marks as posted proves its payment at once, and no more without the mark. */
function withMark(lines: readonly ListedPayment[]) {
  const posted = new Set(lines.filter((one) => one.posted).map(keyOf));
  const received = new Set(lines.filter((one) => !one.posted).map(keyOf));
  return (taken: TakenPayment): TakenPayment => {
    if (!taken.line || taken.proof === 'over') return taken;
    const key = keyOf(taken.line);
    if (posted.has(key)) return isProven(taken) ? taken : { ...taken, proof: 'line' };
    const { proof, ...rest } = taken;
    return proof === 'line' && received.has(key) ? rest : taken;
  };
}

/** A line proves its payment once it has stayed for the posting time, and any one figure is lower. */
function proveListed(
  taken: TakenPayment,
  lines: readonly ListedPayment[],
  today: Day,
): TakenPayment {
  const { line, lower, paidOn, until } = taken;
  if (isProven(taken) || !line || !lower) return taken;
  const isListed = lines.some((one) => keyOf(one) === keyOf(line));
  const stayed = today >= addDays(line.since, daysBetween(paidOn, until));
  return isListed && stayed ? { ...taken, proof: 'listed' } : taken;
}

function daysBetween(first: Day, last: Day): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MILLISECONDS);
}

type Compared = {
  /** Whether the company has ever listed a payment. */
  readonly lists: boolean;
  readonly lines: readonly ListedPayment[];
  readonly today: Day;
  readonly isOlder: boolean;
  /** The payments of the statement that is shown. */
  readonly own: ReadonlySet<string>;
};

/** Each figure that two readings of one statement show, compared with itself. */
function compare(
  payments: readonly TakenPayment[],
  before: Balances,
  now: Balances,
  { lists, ...by }: Compared,
): readonly TakenPayment[] {
  let compared = payments;
  for (const figure of figureNames) {
    const [was, is] = [before[figure], now[figure]];
    if (was === undefined || is === undefined) continue;
    if (is > was) compared = endProofs(compared, { figure, was, is }, by);
    if (is < was && !by.isOlder)
      compared = lists
        ? explainListed(compared, { figure, was, is }, by.lines)
        : explain(compared, { figure, was, is });
  }
  return lists ? compared.map((one) => withLower(one, now)) : compared;
}

/** A figure of two readings. */
type Moved = { readonly figure: Figure; readonly was: number; readonly is: number };

/**
 * A figure that rises by a payment again or back to what it was, takes its proof back, unless the very
 * reading says that it is posted. A rise of less may be a page from before a purchase, without the payment:
 * of an earlier statement, a drop is no proof from then on until the posting time is over. Of the statement
 * that is shown, what was owed bounds what is taken.
 */
function endProofs(
  payments: readonly TakenPayment[],
  { figure, was, is }: Moved,
  { lines, today, own }: Pick<Compared, 'lines' | 'today' | 'own'>,
): readonly TakenPayment[] {
  const posted = new Set(lines.filter((one) => one.posted).map(keyOf));
  return payments.map((one): TakenPayment => {
    const { proof, lower, ...rest } = one;
    const isDrop = proof === 'drop' || proof === 'listed' || proof === 'early';
    const isOf = isDrop && lower?.[figure] !== undefined;
    const isMarked = one.line && posted.has(keyOf(one.line));
    const canEnd = isOf || (proof === 'line' && !isMarked);
    const isBack = one.amountCents <= is - was || lower?.[figure] === is;
    const isEarly = isOf && !isMarked && proof === 'drop' && !own.has(one.paymentId);
    if (!isBack && isEarly) return { ...one, proof: 'early' };
    if (!canEnd || !isBack) return one;
    // Its line has to stay for the posting time once more.
    return { ...rest, ...(rest.line && { line: { ...rest.line, since: today } }) };
  });
}

/**
 * Where payments were never listed, a drop of exactly a payment, or of several, proves them. What has
 * dropped in another figure before explains it first.
 */
function explain(
  payments: readonly TakenPayment[],
  { figure, was, is }: Moved,
): readonly TakenPayment[] {
  const open = payments.filter(
    ({ proof, lower }) => (proof !== 'over' || lower) && lower?.[figure] === undefined,
  );
  const echoes = open.filter(isProven);
  const found =
    summing(echoes, was - is) ??
    summing([...echoes, ...open.filter((one) => !isProven(one))], was - is);
  return found ? payments.map(droppedIn(found, { figure, was, is })) : payments;
}

/**
 * Where they are listed, a drop of exactly one or several proves them as well, unless somebody else's
 * line may be what dropped: one of the same sum, or one as new as theirs.
 */
function explainListed(
  payments: readonly TakenPayment[],
  { figure, was, is }: Moved,
  lines: readonly ListedPayment[],
): readonly TakenPayment[] {
  const listed = payments.filter(({ line, proof }) => line && proof !== 'over');
  const echoes = listed.filter((one) => isProven(one) && one.lower?.[figure] === undefined);
  const open = listed.filter((one) => !isProven(one));
  const found = summing(echoes, was - is) ?? summing([...echoes, ...open], was - is);
  if (!found) return payments;
  const days = [...found].map(({ paidOn, until }) => addDays(paidOn, -daysBetween(paidOn, until)));
  const [since = ''] = days.toSorted();
  const own = listed.flatMap(({ line }) => line ?? []);
  const isOther = freshIn(lines, own).some(
    ({ amountCents, paidOn }) => amountCents === was - is || (found.size > 1 && paidOn >= since),
  );
  return isOther ? payments : payments.map(droppedIn(found, { figure, was, is }));
}

/** Each of these with the figure that dropped, and proven by that unless it is already. */
function droppedIn(found: ReadonlySet<TakenPayment>, { figure, was }: Moved) {
  return (one: TakenPayment): TakenPayment =>
    found.has(one)
      ? {
          ...one,
          lower: { ...one.lower, [figure]: was },
          proof: isProven(one) ? one.proof : 'drop',
        }
      : one;
}

/** Payments that come to exactly this, the first of them first. */
function summing(
  payments: readonly TakenPayment[],
  cents: number,
): ReadonlySet<TakenPayment> | undefined {
  const some = payments.slice(0, MAX_SUMMED);
  const search = (from: number, leftCents: number): TakenPayment[] | undefined => {
    if (leftCents === 0) return [];
    for (const [at, one] of some.entries()) {
      if (at < from || one.amountCents > leftCents) continue;
      const rest = search(at + 1, leftCents - one.amountCents);
      if (rest) return [one, ...rest];
    }
    return undefined;
  };
  const found = search(0, cents);
  return found && new Set(found);
}

/** Of a payment that is listed, the figures that are lower than when it was submitted. */
function withLower(taken: TakenPayment, now: Balances): TakenPayment {
  const { line, shown = {}, lower: before = {}, ...rest } = taken;
  if (isProven(taken) || !line) return taken;
  const lower = Object.fromEntries(
    figureNames.flatMap((figure) => {
      const [was, is] = [shown[figure], now[figure]];
      if (was === undefined || is === undefined)
        return before[figure] ? [[figure, before[figure]]] : [];
      return is < was ? [[figure, was]] : [];
    }),
  );
  return { ...rest, line, shown, ...(Object.keys(lower).length > 0 && { lower }) };
}
