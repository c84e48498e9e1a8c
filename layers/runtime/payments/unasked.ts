/** The automatic payment that waits for its user (decision: the-bound). */

import { dayOf } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import { isWaiting } from '@billhook/core/payment/agreed-amount';
import { automaticAmount } from '@billhook/core/payment/bound';
import { automaticPayDay } from '@billhook/core/payment/pay-day';
import { type PaymentRecord, withoutScheduled } from '@billhook/core/payment/payment';
import { heldToPromise } from '@billhook/core/payment/promised';
import type { Waiting } from '@billhook/core/payment/waiting';
import type { Stores } from '../stores/open-stores.ts';
import { findAccount } from './begin.ts';

/** Why it goes on to wait; nothing where another payment is decided on, if the bill is still to be paid. */
export async function findStillWaiting(
  deps: Pick<Stores, 'ledgers'>,
  payment: PaymentRecord,
  bill: BillRecord,
  partnerNow: number,
): Promise<Waiting | undefined> {
  const account = await findAccount(deps, withoutScheduled(bill), partnerNow);
  const today = dayOf(partnerNow);
  const payOn = automaticPayDay(account.bill);
  const amount = automaticAmount(account.bill);
  if (payOn === undefined || payOn > today) return undefined;
  // What its company's fee would be is known of the method that it began with.
  const paidTo = { company: bill.company, method: payment.told?.method };
  const waits = isWaiting(amount) ? amount : heldToPromise(amount, payment, paidTo);
  return isWaiting(waits) ? waits : undefined;
}
