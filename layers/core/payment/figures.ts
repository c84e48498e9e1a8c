/**
 * The figures that an account shows, each compared with itself from one reading to the next: what of our
 * payments a drop proves, and which proofs a rise takes back (decision: the-bound).
 */
import { addDays, DAY_MILLISECONDS, type Day } from '../base/dates.ts';
import type { ListedPayment } from '../company/connector.ts';
import { type Figure, isProven, type TakenPayment } from './account-ledger.ts';
import type { Balances } from './balances.ts';
import { freshIn, markedIn } from './listed-lines.ts';

/** Of more, it would take too long to find out which of them a drop is. */
const MAX_SUMMED = 12;

/** Days by which a page may be behind another one of its company. */
const BEHIND_DAYS = 2;

const figureNames: readonly Figure[] = [
  'balanceCents',
  'statementBalanceCents',
  'fullBalanceCents',
];

/** An undated reading may be of any statement: it says only that nothing is left to pay. */
export function lowerOf(shown: Balances, known: Balances = {}): Balances {
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

/** Whether a page shows more than the one before, or what that lacked: it may be from before a payment. */
export function showsMore(now: Balances, before: Balances): boolean {
  return figureNames.some((name) => (now[name] ?? 0) > (before[name] ?? -1) && name in now);
}

/** Within the posting time, what such a page doesn't mark as posted is proven again once that is over. */
export function doubt(
  proofs: readonly TakenPayment['proof'][],
  { lines, today }: { readonly lines: readonly ListedPayment[]; readonly today: Day },
) {
  const isMarked = markedIn(lines);
  return (one: TakenPayment): TakenPayment => {
    const isOpen = !isMarked(one) && today <= one.until && proofs.includes(one.proof);
    return isOpen ? { ...one, proof: 'early' } : one;
  };
}

type Compared = {
  /** Whether the company has ever listed a payment. */
  readonly lists: boolean;
  readonly lines: readonly ListedPayment[];
  readonly today: Day;
  readonly isOlder: boolean;
  /** The page has no due date: an earlier one may have had nothing to pay, before the payment. */
  readonly isUndated: boolean;
  /** The payments of the statement that is shown. */
  readonly own: ReadonlySet<string>;
};

/** Each figure that two readings of one statement show, compared with itself. */
export function compare(
  payments: readonly TakenPayment[],
  before: Balances,
  now: Balances,
  { lists, isUndated, ...by }: Compared,
): readonly TakenPayment[] {
  const proof = isUndated ? 'early' : 'drop';
  let compared = payments;
  for (const figure of figureNames) {
    const [was, is] = [before[figure], now[figure]];
    if (was === undefined || is === undefined) continue;
    if (is > was) compared = endProofs(compared, { figure, was, is }, { ...by, now });
    if (is < was && !by.isOlder)
      compared = lists
        ? explainListed(compared, { figure, was, is, proof }, by.lines)
        : explain(compared, { figure, was, is, proof });
  }
  return lists ? compared.map((one) => withLower(one, now)) : compared;
}

/** The page that a figure is of. */
type Shown = Pick<Compared, 'lines' | 'today' | 'own'> & { readonly now: Balances };

/** A figure of two readings. */
type Moved = { readonly figure: Figure; readonly was: number; readonly is: number };
/** A figure that is lower, and what it proves a payment by. */
type Dropped = Moved & { readonly proof: 'drop' | 'early' };

/**
 * A figure that rises by a payment again, or back to what it was, takes its proof back, unless the very
 * reading says that it is posted, or shows another figure that is still lower by it. So does any rise of the
 * same statement, where a page without a date said that nothing was left to pay. A rise of less may be
 * a page from before a purchase, without the payment: of an earlier statement, a drop is no proof from then
 * on until the posting time is over. The statement that is shown has its own bound: what was owed.
 */
function endProofs(
  payments: readonly TakenPayment[],
  { figure, was, is }: Moved,
  { lines, today, own, now }: Shown,
): readonly TakenPayment[] {
  const isMarkedIn = markedIn(lines);
  return payments.map((one): TakenPayment => {
    const { proof, lower, ...rest } = one;
    const isDrop = proof === 'drop' || proof === 'listed' || proof === 'early';
    const isOf = isDrop && (lower ? lower[figure] !== undefined : proof === 'early');
    const isMarked = isMarkedIn(one);
    const canEnd = isOf || (proof === 'line' && !isMarked);
    const isCleared = proof === 'early' && was === 0 && own.has(one.paymentId);
    const isBack = isCleared || one.amountCents <= is - was || lower?.[figure] === is;
    const isEarly = isOf && !isMarked && proof === 'drop' && !own.has(one.paymentId);
    if (!isBack && isEarly) {
      // Of a company that posts late, pages are behind for some days all the same.
      const behind = addDays(today, BEHIND_DAYS);
      return { ...one, proof: 'early', until: one.until > behind ? one.until : behind };
    }
    if (!canEnd || !isBack) return one;
    const others = Object.entries(lower ?? {}).filter(([name]) => name !== figure);
    const isElsewhere = others.some(([name]) => now[name as Figure] !== undefined);
    if (isOf && isElsewhere) return { ...one, lower: Object.fromEntries(others) };
    // Its line has to stay for the posting time once more.
    return { ...rest, ...(rest.line && { line: { ...rest.line, since: today } }) };
  });
}

/** Where payments were never listed, a drop of exactly a payment, or of several, proves them. */
function explain(
  payments: readonly TakenPayment[],
  { figure, was, is, proof }: Dropped,
): readonly TakenPayment[] {
  const open = payments.filter(
    ({ proof, lower }) => (proof !== 'over' || lower) && lower?.[figure] === undefined,
  );
  const echoes = open.filter(isProven);
  const found =
    summing(echoes, was - is) ??
    summing([...echoes, ...open.filter((one) => !isProven(one))], was - is);
  return found ? payments.map(droppedIn(found, { figure, was, is, proof })) : payments;
}

/**
 * Where they are listed, a drop of exactly one or several proves them as well, unless somebody else's
 * line may be what dropped: one of the same sum, or one as new as theirs. Where the page marks any, the
 * marks say which.
 */
function explainListed(
  payments: readonly TakenPayment[],
  { figure, was, is, proof }: Dropped,
  lines: readonly ListedPayment[],
): readonly TakenPayment[] {
  if (lines.some(({ posted }) => posted)) return payments;
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
  return isOther ? payments : payments.map(droppedIn(found, { figure, was, is, proof }));
}

/** Each of these with the figure that dropped, and proven by that unless it is already. */
function droppedIn(found: ReadonlySet<TakenPayment>, { figure, was, proof }: Dropped) {
  return (one: TakenPayment): TakenPayment =>
    found.has(one)
      ? {
          ...one,
          lower: { ...one.lower, [figure]: was },
          proof: isProven(one) ? one.proof : proof,
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

export function daysBetween(first: Day, last: Day): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MILLISECONDS);
}
