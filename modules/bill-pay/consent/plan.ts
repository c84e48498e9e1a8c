/**
 * What a change of payment methods, or of what is paid automatically, would pay: how much, when, and
 * whether anybody has agreed to it. The screens say it before anything is sent.
 */
import { moneyText } from '@billhook/core/base/money';
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { chargedCents } from '../../kit/amounts.ts';
import { takes } from '../bill-actions.ts';
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
};

export type Plan = {
  /** Agreed to before: paid with it from now on. */
  readonly standing: readonly Planned[];
  /** Nobody has agreed so far: paid automatically where the user wants that. */
  readonly offered: readonly Planned[];
  /** Overdue, or otherwise its user's to pay: nothing is paid of it. */
  readonly yours: readonly Bill[];
};

export function planOf(account: Account, change: Change): Plan {
  const concerned = account.entries.filter((entry) => concerns(account, entry.bill, change));
  const asks = asksFirst(account, change);
  const plan = { standing: [] as Planned[], offered: [] as Planned[], yours: [] as Bill[] };
  for (const entry of concerned) {
    const { bill } = entry;
    const scheduled = scheduledOf(entry);
    const next = scheduled ?? automaticOf(entry) ?? leftOf(entry);
    const isAgreed = scheduled !== undefined || isAgreedTo(account, bill, change);
    if (next && isAgreed) plan.standing.push(next);
    else if (next && asks) plan.offered.push(next);
    else if (!next && bill.status.type === 'overdue') plan.yours.push(bill);
  }
  return {
    standing: plan.standing.sort(byDay),
    offered: plan.offered.sort(byDay),
    yours: plan.yours,
  };
}

/**
 * Whether its user, or its partner in so many words, agreed to pay it automatically. What is on by
 * default alone, and was never paid, is asked about when a first method comes.
 */
function isAgreedTo({ methods }: Account, bill: Bill, change: Change): boolean {
  const { recurring, recurringRequired, consent } = bill.settings;
  const byDefault = consent?.implied === true || consent?.by === 'legacy';
  const isFirst = change.kind === 'add' && methods.length === 0;
  if (recurring === 'disabled') return false;
  return !(isFirst && byDefault && bill.lastPaidOn === undefined) || recurringRequired === true;
}

/** Whether the bill is paid by the method after the change, and not before. */
function concerns(account: Account, bill: Bill, change: Change): boolean {
  if (change.kind === 'bills') return change.billIds.includes(bill._id);
  if (change.kind === 'assign') return change.billId === bill._id;
  const isAssigned = account.methods.some(({ assignedBills }) => assignedBills.includes(bill._id));
  const byDefault = !isAssigned && bill.company.requiredPayment === undefined;
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
  const amount = payment.chosenAmount ?? bill.customPaymentAmount ?? bill.balance;
  return amount ? { bill, amount, payDate: payment.payDate, atOnce: false } : undefined;
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

/** What the user has decided about it. */
export type Decision = {
  readonly automatic: boolean;
  /** Of what would be paid today, what is to be. */
  readonly today: Readonly<Record<string, boolean>>;
};

/** What would be paid today if the user decides so: each is asked about by itself. */
export function dueToday({ standing, offered }: Plan, automatic: boolean): readonly Planned[] {
  return [...standing, ...(automatic ? offered : [])].filter(({ atOnce }) => atOnce);
}

/** What is paid indeed by that decision: what is due today only where its user says so. */
export function paidNext(
  planned: readonly Planned[],
  { today }: Pick<Decision, 'today'>,
): readonly Planned[] {
  return planned.filter(({ bill, atOnce }) => !atOnce || today[bill._id]);
}
