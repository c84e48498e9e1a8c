/** What the model knows of orders: what their users agreed to, and when they wait. */
import { dayOf } from '@billhook/core/dates';
import { sameStatement, statementIn } from './ledgers.ts';
import { amountFor, companyOf, moves, owed } from './rules.ts';
import type { ModelAgreed, ModelBill, ModelPayment, ModelWaiting, Reported } from './state.ts';

/** With what the bill shows at the moment of the order. */
export function agreedNow(bill: ModelBill, now: number, most?: number): ModelAgreed {
  const cents = amountFor(bill, owed(bill), 0);
  const statement = statementIn(bill.reported, now);
  return { statement, cents: Math.min(cents, most ?? cents), most };
}

/** What is charged of `cents`, or why the payment waits. */
export function planOf(
  { agreed }: Pick<ModelPayment, 'agreed'>,
  { companyId }: Pick<ModelBill, 'companyId'>,
  { shown, cents, now }: { readonly shown: Reported; readonly cents: number; readonly now: number },
): number | ModelWaiting {
  if (!agreed || cents === 0) return cents;
  const { dueOn, name } = agreed.statement;
  const before = { dueOn, statementName: name, autopay: '' };
  const same = sameStatement(agreed.statement, statementIn(shown, now)) || moves(before, shown);
  const waits = { seen: agreed.cents, owed: cents, reminded: false };
  if (!same) return { reason: 'another-statement', ...waits };
  const most = Math.max(agreed.cents, agreed.most ?? 0);
  if (cents <= most) return cents;
  const takesParts = (companyOf(companyId).additionalPaymentOptions ?? []).length > 0;
  return takesParts ? most : { reason: 'more-owed', ...waits };
}

/** What is charged that nobody asked for, or why it waits: far above the highest of the last six. */
export function planUnasked({ history }: ModelBill, cents: number): number | ModelWaiting {
  const last = history.slice(0, 6);
  const seen = Math.max(...last);
  if (last.length === 0 || cents <= 3 * seen) return cents;
  return { reason: 'unusual-amount', seen, owed: cents, reminded: false };
}

/** The waiting that goes on: its user is reminded once, on the due date. */
export function goOnWaiting(
  { waits }: ModelPayment,
  plan: ModelWaiting,
  { reported: { dueOn } }: ModelBill,
  now: number,
): ModelWaiting {
  const isDue = dueOn !== undefined && dueOn <= dayOf(now);
  return { ...plan, reminded: waits !== undefined && (waits.reminded || isDue) };
}

/** By what the bill shows, when the day of a payment has come. */
export function planNow(
  payment: ModelPayment,
  bill: ModelBill,
  now: number,
): number | ModelWaiting {
  const shown = bill.reported;
  const plan = planOf(payment, bill, { shown, cents: amountFor(bill, owed(bill), 0), now });
  if (typeof plan === 'number') return plan;
  return goOnWaiting(payment, plan, bill, now);
}
