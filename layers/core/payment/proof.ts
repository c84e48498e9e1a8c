/**
 * What a reading of an account proves of our payments (decision: the-bound). Each listed line and each
 * drop of a figure counts once, and a figure is compared with itself alone. A proof ends when what proved
 * it is taken back, as long as no other statement has come.
 */

import { addDays, type Day, dayOf, isDay } from '../base/dates.ts';
import type { Capabilities } from '../company/capabilities.ts';
import type { ListedPayment } from '../company/connector.ts';
import {
  type AccountLedger,
  type AccountReading,
  emptyLedger,
  isProven,
  type StatementTaken,
  statementsOf,
  type TakenPayment,
  takenIn,
  withStatements,
} from './account-ledger.ts';
import type { Balances } from './balances.ts';
import { compare, daysBetween, doubt, figuresOf, lowerOf, showsMore } from './figures.ts';
import { claim, freshIn, keyOf, listIn, markedIn, vanished, withoutLine } from './listed-lines.ts';
import { followStatement, isSameStatement, type StatementName } from './statement.ts';

/** Days for which it is remembered what a company has listed. */
const LISTED_DAYS = 60;
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

/** A reading of an account, and which statement it is of. */
type Reading = {
  readonly shown: AccountReading;
  readonly today: Day;
  readonly shows: Shows;
  readonly seen: AccountLedger['seen'];
} & ReturnType<typeof followStatement>;

/** The ledger after a reading. */
export function readLedger(
  ledger: AccountLedger = emptyLedger,
  shown: AccountReading,
  partnerNow: number,
  shows: Shows = {},
): AccountLedger {
  const today = dayOf(partnerNow);
  const { seen, returned } = ledger;
  const followed = followStatement(seen?.statement, shown, today, shows.weekly);
  const reading = { shown, today, shows, seen, ...followed };
  const standing = statementsOf(ledger);
  const read = readLines(ledger, takenIn(standing), reading);
  const { figures, compared } = readFigures(standing, read, reading);
  const proven = compared.map((one) => proveListed(one, read.lines, today));
  const statements = standing.map(statementAfter(proven, reading));
  const { statement } = reading;
  const next = {
    ...ledger,
    ...(returned && { returned: returned.map(renamedBy(reading)) }),
    listed: read.listed.filter(({ paidOn }) => paidOn >= addDays(today, -LISTED_DAYS)),
    ...(statement && { seen: { statement, figures, ...owedIn(figures) } }),
  };
  return withStatements(next, statements, today);
}

/** What is listed, now and before, and our payments with the lines that they are. */
function readLines(
  { listed }: AccountLedger,
  taken: readonly TakenPayment[],
  { shown, today }: Reading,
) {
  const list = listIn(shown, today);
  const lines = list?.lines ?? [];
  const gone = vanished(taken, list, today);
  const known = listed.filter((one) => !gone.has(keyOf(one)));
  const fresh = freshIn(lines, known);
  const claimed = claim(taken.map(withoutLine(gone)), fresh, today);
  return { lines, listed: [...known, ...fresh], claimed };
}

/** The figures by now, and what they and the marks of lines prove. */
function readFigures(
  standing: readonly StatementTaken[],
  { lines, listed, claimed }: ReturnType<typeof readLines>,
  { shown, seen, statement, is, today, shows }: Reading,
) {
  // Whether a reading without a due date is of another statement isn't known.
  const isUndated = is === 'unclear' && shown.dueOn === undefined;
  // A mark says that this reading's balances have a payment: where they count for nothing, so does it.
  const isIgnored = isUndated && shown.balanceCents !== 0;
  const marked = isIgnored ? claimed : claimed.map(withMark(lines));
  const now = isUndated ? lowerOf(figuresOf(shown), seen?.figures) : figuresOf(shown);
  const isShown = !shown.syncing && (is === 'same' || isUndated);
  // A date that comes may be of another statement than the undated readings before: no drop is one.
  const isDated =
    is === 'same' && isDay(statement?.dueOn ?? '') && !isDay(seen?.statement.dueOn ?? '');
  const isShownOf = (one: StatementName) => statement && isSameStatement(one, statement);
  const own = new Set(takenIn(standing.filter(isShownOf)).map(({ paymentId }) => paymentId));
  const isOlder = shows.isOlder || isDated;
  const before = seen?.figures ?? {};
  // The statement that is shown has its own bound; a page without a date may be any statement's.
  const mayLack = isIgnored && showsMore(shown, before);
  const inDoubt = doubt(mayLack ? ['drop', 'line'] : ['line'], { lines, today });
  const isRead = !shown.syncing && (is !== 'unclear' || isIgnored);
  const doubted = marked.map((one) =>
    isRead && (isIgnored || !own.has(one.paymentId)) ? inDoubt(one) : one,
  );
  const by = { lists: listed.length > 0, lines, today, isOlder, isUndated, own };
  return {
    figures: is === 'next' || isDated ? now : { ...seen?.figures, ...(isShown && now) },
    compared: isShown ? compare(doubted, before, now, by) : doubted,
  };
}

/** A statement with its payments as they are by now, also where another one has come. */
function statementAfter(proven: readonly TakenPayment[], reading: Reading) {
  const known = new Map(proven.map((one) => [one.paymentId, one]));
  const { statement, is, today, shows } = reading;
  return (one: StatementTaken): StatementTaken => {
    const isOver = statement && is !== 'unclear' && !isSameStatement(one, statement);
    const taken = one.taken.map((own) => known.get(own.paymentId) ?? own);
    return {
      ...renamedBy(reading)(one),
      taken: isOver
        ? taken.map((own) => beyond(own, { isNext: is === 'next', today, shows }))
        : taken.map((own) => timely(own, today)),
    };
  };
}

/** The statement that is read is still found by what it is called now. */
function renamedBy({ statement, is, seen }: Reading) {
  return <S extends StatementName>(one: S): S => {
    const isSeen = is === 'same' && isSameStatement(one, seen?.statement ?? one);
    return statement && isSeen ? renamed(one, statement) : one;
  };
}

function renamed<S extends StatementName>(one: S, { movedTo, ...shown }: StatementName): S {
  const moved = movedTo ?? (shown.dueOn === one.dueOn ? undefined : shown.dueOn);
  return { ...one, ...shown, dueOn: one.dueOn, ...(moved !== undefined && { movedTo: moved }) };
}

/** As releases up to 0.1.1 compare it. */
function owedIn({ balanceCents, statementBalanceCents, fullBalanceCents }: Balances) {
  const owedCents = fullBalanceCents ?? statementBalanceCents ?? balanceCents;
  return owedCents === undefined ? {} : { owedCents };
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
  // A page that showed more put the drop of a figure in doubt, which that figure may still take back.
  const known = taken.lower ? timely(taken, at.today) : taken;
  const { line, lower, confirmation, feeCents, proof, ...rest } = known;
  const isTime = at.today > taken.until && !taken.asked;
  const wasProven = proof === 'early' || (at.isNext && proof !== undefined);
  const isPromised = at.shows.payments === false;
  // A figure that was missing then shows its drop later: that is still this payment's.
  const dropped = !at.isNext && (lower || !wasProven) && { lower: lower ?? {} };
  if (isTime && (wasProven || isPromised)) return { ...rest, ...dropped, proof: 'over' };
  const isEarly = at.isNext && (proof === 'drop' || proof === 'listed');
  return isEarly ? { ...rest, ...(line && { line }), proof: 'early' } : known;
}

/** What was proven is so again once the posting time is over. */
function timely(taken: TakenPayment, today: Day): TakenPayment {
  return taken.proof === 'early' && today > taken.until ? { ...taken, proof: 'drop' } : taken;
}

/** A line that its connector marks as posted proves its payment at once, and no more without the mark. */
function withMark(lines: readonly ListedPayment[]) {
  const isMarked = markedIn(lines);
  const received = new Set(lines.filter((one) => !one.posted).map(keyOf));
  return (taken: TakenPayment): TakenPayment => {
    if (!taken.line || taken.proof === 'over') return taken;
    if (isMarked(taken)) return isProven(taken) ? taken : { ...taken, proof: 'line' };
    const { proof, ...rest } = taken;
    return proof === 'line' && received.has(keyOf(taken.line)) ? rest : taken;
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
