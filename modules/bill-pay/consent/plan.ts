/**
 * What a change of payment methods, or of what is paid automatically, would pay: how much, when, and
 * whether anybody has agreed to it. The screens say it before anything is sent.
 */
import { moneyText } from '@billhook/core/base/money';
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { chargedCents } from '../../kit/amounts.ts';
import { chargeOfPayment } from '../../kit/charge.ts';
import { isNotAgreed, takes } from '../bill-actions.ts';
import { type Account, type Entry, findMethod } from '../entry.ts';

export type Change =
  /** A method is added. It pays what `replaces` has paid, and the bill that it was wanted for. */
  | {
      readonly kind: 'add';
      readonly type: PaymentMethod['type'];
      readonly replaces?: string;
      readonly billId?: string;
    }
  | { readonly kind: 'assign'; readonly methodId: string; readonly billId: string }
  | { readonly kind: 'default'; readonly methodId: string }
  /** These bills are to be paid automatically, by what pays them anyway. */
  | { readonly kind: 'bills'; readonly billIds: readonly string[] };

/** A bill, and what is paid of it next. */
export type Planned = {
  readonly bill: Bill;
  /** As the API writes it. */
  readonly amount: string;
  /** Its day; `atOnce` is today. */
  readonly payDate: string;
  readonly atOnce: boolean;
  /** It was left to its user when the account was linked: it is paid only by an order. */
  readonly left?: true;
  /** Its company takes this type alone: the method pays it once it is assigned. */
  readonly assigns?: true;
};

export type Plan = {
  /** Agreed to before: paid with it from now on. */
  readonly standing: readonly Planned[];
  /** Nobody has agreed so far: paid automatically where the user wants that. */
  readonly offered: readonly Planned[];
  /** The same of companies that take automatic payments only: each is asked about by itself. */
  readonly required: readonly Planned[];
  /** Overdue, or otherwise its user's to pay: nothing is paid of it. */
  readonly yours: readonly Bill[];
  /** All others, which a first method leaves out. */
  readonly others: readonly Bill[];
};

export function planOf(account: Account, change: Change): Plan {
  const asks = asksFirst(account, change);
  const lists = { standing: [] as Planned[], offered: [] as Planned[], required: [] as Planned[] };
  const [yours, others]: [Bill[], Bill[]] = [[], []];
  for (const entry of account.entries) {
    const { bill } = entry;
    const isConcerned = concerns(account, bill, change);
    const planned = isConcerned ? plannedOf(entry, isFirst(account, change)) : undefined;
    const list = planned && listOf(account, entry, change);
    if (planned && list && (list !== 'offered' || asks)) lists[list].push(planned);
    else if (isConcerned && !planned && bill.status.type === 'overdue') yours.push(bill);
    else if (isFirst(account, change) && isOurs(bill)) others.push(bill);
  }
  for (const list of Object.values(lists)) list.sort(byDay);
  return { ...lists, yours, others };
}

function isFirst({ methods }: Account, change: Change): boolean {
  return change.kind === 'add' && methods.length === 0;
}

/** Whether a method could ever pay it. */
function isOurs({ autopay, hidden }: Bill): boolean {
  return autopay !== 'enabled' && hidden === 'false';
}

function plannedOf(entry: Entry, isFirstMethod: boolean): Planned | undefined {
  const next = scheduledOf(entry) ?? automaticOf(entry) ?? leftOf(entry);
  const assigns = isFirstMethod && entry.bill.company.requiredPayment !== undefined;
  return next && { ...next, ...(assigns && { assigns }) };
}

/**
 * Agreed to is what its user said, or its partner in so many words. What is on by default alone, and was
 * never paid, is asked about when a first method comes; what is withheld, until a method is chosen for it.
 */
function listOf(
  account: Account,
  { bill, payments, payment }: Entry,
  change: Change,
): 'standing' | 'offered' | 'required' {
  const { recurring, recurringRequired, consent } = bill.settings;
  const byDefault = consent?.implied === true || consent?.by === 'legacy';
  const isUnpaid = payments.length === 0 && payment === undefined;
  const isOwn = change.kind === 'assign' || (change.kind === 'add' && change.billId === bill._id);
  const isAsked = isNotAgreed(bill) || (isFirst(account, change) && byDefault && isUnpaid);
  if (payment?.status === 'scheduled') return 'standing';
  if (recurring === 'disabled') return 'offered';
  if (!isAsked || (isOwn && recurringRequired)) return 'standing';
  return recurringRequired && change.kind === 'add' ? 'required' : 'offered';
}

/** Whether the bill is paid by the method after the change, and not before. */
function concerns(account: Account, bill: Bill, change: Change): boolean {
  if (change.kind === 'bills') return change.billIds.includes(bill._id);
  if (change.kind === 'assign') return change.billId === bill._id;
  const isAssigned = account.methods.some(({ assignedBills }) => assignedBills.includes(bill._id));
  const isFree = !isAssigned && (isFirst(account, change) || !bill.company.requiredPayment);
  const byDefault = isFree && (isFirst(account, change) || !isNotAgreed(bill));
  if (change.kind === 'default') return byDefault;
  const { type, replaces, billId } = change;
  const old = findMethod(account, replaces);
  const takesOver = billId === bill._id || (old?.assignedBills.includes(bill._id) ?? false);
  if (!takes(bill, { type })) return false;
  return takesOver || (byDefault && becomesDefault(account, change));
}

/** A first method is the default, and so is one that takes the default's place. */
export function becomesDefault(
  account: Pick<Account, 'methods'>,
  { replaces }: Extract<Change, { readonly kind: 'add' }>,
): boolean {
  return account.methods.length === 0 || findMethod(account, replaces)?.default === true;
}

/** Whether bills that nobody has agreed about are asked about: those that come to a method for the first time. */
function asksFirst({ methods }: Account, change: Change): boolean {
  if (change.kind === 'default') return !methods.some((method) => method.default);
  return change.kind !== 'add' || change.billId !== undefined || methods.length === 0;
}

/** What its automatic payment is, or would be. */
export function automaticOf({ bill }: Entry): Planned | undefined {
  const { automatic } = bill;
  if (!automatic || bill.autopay === 'enabled') return undefined;
  const { amount, payDate, atOnce = false } = automatic;
  return { bill, amount, payDate, atOnce };
}

/** What was ordered for a day. One that waits for its user is not made. */
function scheduledOf({ bill, payment }: Entry): Planned | undefined {
  if (payment?.status !== 'scheduled' || payment.waiting || !payment.payDate) return undefined;
  const { amount = '0.00' } = chargeOfPayment(payment, bill) ?? {};
  return { bill, amount, payDate: payment.payDate, atOnce: false };
}

/**
 * A statement that its account began with: only automatic payment could be agreed to, and it would have
 * been paid that day. It is asked about as what would be paid today.
 */
function leftOf({ bill }: Entry): Planned | undefined {
  const { skipped, settings, dueDate } = bill;
  const cents = chargedCents(bill);
  if (!skipped || !settings.recurringRequired || !dueDate || cents === 0) return undefined;
  return { bill, amount: moneyText(cents), payDate: dueDate, atOnce: true, left: true };
}

export function byDay(one: Planned, other: Planned): number {
  return one.payDate < other.payDate ? -1 : one.payDate > other.payDate ? 1 : 0;
}

/** What the user has decided about it, by bill. */
export type Decision = {
  /** Of what would be paid today, what is to be. */
  readonly today: Readonly<Record<string, boolean>>;
  /** Of what is required, what the method may pay. */
  readonly uses: Readonly<Record<string, boolean>>;
};

/** The same once a button was pressed. */
export type Decided = Decision & { readonly automatic: boolean };

/** What would be paid today if the user decides so: each is asked about by itself. */
export function dueToday({ standing, offered }: Plan): readonly Planned[] {
  return [...standing, ...offered].filter(({ atOnce }) => atOnce);
}

/** What is paid indeed by that decision: what is due today only where its user says so. */
export function paidNext(
  planned: readonly Planned[],
  { today }: Pick<Decision, 'today'>,
): readonly Planned[] {
  return planned.filter(({ bill, atOnce }) => !atOnce || today[bill._id]);
}

/** Each bill that is paid automatically from then on: what the text under the button is about. */
export function covered(
  { standing, offered, required }: Plan,
  { automatic, uses }: Omit<Decided, 'today'>,
): readonly Planned[] {
  return [
    ...standing.filter(({ bill }) => bill.settings.recurring === 'enabled'),
    ...(automatic ? offered : []),
    ...required.filter(({ bill }) => uses[bill._id]),
  ];
}

/** What is paid today, once, of what is not paid automatically then. */
export function orderedToday(
  { standing, offered }: Plan,
  { automatic, today }: Decided,
): readonly Planned[] {
  const left = standing.filter((planned) => planned.left);
  return [...left, ...(automatic ? [] : offered)].filter(
    ({ bill, atOnce }) => atOnce && today[bill._id],
  );
}
