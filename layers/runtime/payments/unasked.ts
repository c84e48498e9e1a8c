/**
 * What an automatic payment charges, by what its bill shows, and the one that waits for its user since
 * that is far above the usual (decision: unusual-amounts-wait).
 */
import { automaticPayDay, type BillRecord, paidOfShown } from '@billhook/core/bill';
import { dayOf } from '@billhook/core/dates';
import { type PaymentRecord, withoutScheduled } from '@billhook/core/payment';
import { amountToPay } from '@billhook/core/payment-amount';
import { paidUnseen } from '@billhook/core/payments/account-ledger';
import { goOnWaiting, isWaiting } from '@billhook/core/payments/agreed-amount';
import { type Balances, lessPaid } from '@billhook/core/payments/balances';
import { heldToPromise } from '@billhook/core/payments/promised';
import { amountUnasked } from '@billhook/core/payments/usual-amount';
import type { Waiting } from '@billhook/core/payments/waiting';
import type { Stores } from '../stores/open-stores.ts';
import { findAccount, type StandingAccount } from './begin.ts';

/** What is owed of the account, less all that was paid of it and may still be shown. */
export function owedUnasked({ bill, ledger }: StandingAccount, partnerNow: number): Balances {
  const { reported } = bill;
  return lessPaid(reported, ledger ? paidUnseen(ledger, reported, partnerNow) : 0);
}

export function amountUnattended(account: StandingAccount, partnerNow: number): number | Waiting {
  const { bill } = account;
  const owed = owedUnasked(account, partnerNow);
  return amountUnasked(bill, amountToPay(bill, owed, paidOfShown(bill, bill.reported)));
}

/**
 * Why an automatic payment that waits for its user goes on to wait. Nothing where it is over: another
 * one is decided on, if the bill is still to be paid.
 */
export async function findStillWaiting(
  deps: Pick<Stores, 'ledgers'>,
  payment: PaymentRecord,
  bill: BillRecord,
  partnerNow: number,
): Promise<Waiting | undefined> {
  const account = await findAccount(deps, withoutScheduled(bill), partnerNow);
  const today = dayOf(partnerNow);
  const payOn = automaticPayDay(account.bill);
  const amount = amountUnattended(account, partnerNow);
  if (payOn === undefined || payOn > today) return undefined;
  // What its company's fee would be is known of the method that it began with.
  const paidTo = { company: bill.company, method: payment.told?.method };
  const waits = isWaiting(amount) ? amount : heldToPromise(amount, payment, paidTo);
  return isWaiting(waits) ? goOnWaiting(payment.waiting, waits, { ...bill, today }) : undefined;
}
