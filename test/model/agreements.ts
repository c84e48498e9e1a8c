/** What the model knows of orders: what their users agreed to, and when they wait. */
import { dayOf } from '@billhook/core/base/dates';
import { agreedNow, amountPlanned } from '@billhook/core/payment/agreed-amount';
import type { Agreed } from '@billhook/core/payment/statement';
import { recordOf, said } from './ledgers.ts';
import type { ModelBill, ModelPayment, ModelWaiting } from './state.ts';

/** With what the bill shows at the moment of the order. */
export function agreedFor(bill: ModelBill, partnerNow: number, maxCents?: number): Agreed {
  return agreedNow(recordOf(bill), { maxCents, partnerNow });
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
  const plan = said(amountPlanned(payment, recordOf(bill), now));
  return typeof plan === 'number' ? plan : goOnWaiting(payment, plan, bill, now);
}
