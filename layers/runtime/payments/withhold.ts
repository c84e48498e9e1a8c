/** Payments that a ceiling holds back: they wait, and say why (decision: payments-have-ceilings). */

import { dayOf, instantText } from '@billhook/core/base/dates';
import type { IdleBill } from '@billhook/core/bill/bill';
import { amountPlanned, isWaiting } from '@billhook/core/payment/agreed-amount';
import { isTooLate } from '@billhook/core/payment/payable';
import type { PaymentRecord, PlannedPayment } from '@billhook/core/payment/payment';
import { scheduleOn } from '@billhook/core/payment/transitions';
import type { Ceiling } from '@billhook/core/payment/withheld';
import { logWarning } from '../aws/logger.ts';
import type { Stores } from '../stores/open-stores.ts';
import { lookAgain } from '../table/look-again.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite } from '../table/retry-conflict.ts';
import { findCeiling } from './ceilings.ts';

/** A payment that is tried again then; its bill says that it is not made. */
export async function withholdScheduled(
  { table, bills, payments }: Pick<Stores, 'table' | 'bills' | 'payments'>,
  { payment, bill }: { readonly payment: PlannedPayment; readonly bill: IdleBill },
  over: Ceiling,
  at: number,
) {
  if (payment.withheld === over) return lookAgain({ table }, 'pay', payment, at);
  logWarning('A payment is withheld', { paymentId: payment._id, outcome: over });
  const held = { ...payment, withheld: over, dueAt: instantText(at) };
  return attemptWrite(table, undefined, [
    payments.save(held, payment),
    bills.save(scheduleOn(bill, held), bill),
  ]);
}

/** Whether a payment that was held back would be again: its company isn't asked to find out. */
export async function isWithheld(
  deps: Pick<Stores, 'table' | 'taken' | 'pauses' | 'bills'>,
  payment: PaymentRecord,
  machineNow: number,
): Promise<boolean> {
  if (!payment.withheld || payment.cancelAsked) return false;
  const [rules, bill] = await Promise.all([deps.pauses.find(), deps.bills.findAny(payment.billId)]);
  if (!bill) return false;
  const { partnerNow } = await momentOf(deps.table, payment, machineNow);
  const today = dayOf(partnerNow);
  if (isTooLate(payment, bill.reported, today)) return false;
  const amountCents = amountPlanned(payment, bill, partnerNow);
  // It waits for its user by now, which is for its submission to say.
  if (isWaiting(amountCents)) return false;
  const asked = {
    ...(!payment.submitted?.counted && { day: today }),
    amountCents,
    method: payment.told?.method,
  };
  return (await findCeiling(deps, rules, bill, asked)) !== undefined;
}

/** A payment that was begun and is over a limit waits as it is. */
export async function withholdOpen(
  deps: Pick<Stores, 'table' | 'payments'>,
  payment: PaymentRecord<'open'>,
  why: Ceiling,
): Promise<void> {
  if (payment.withheld === why) return;
  logWarning('A payment is withheld', { paymentId: payment._id, outcome: why });
  const waiting = { ...payment, withheld: why };
  const written = await deps.table.write([deps.payments.save(waiting, payment)]);
  if (written !== 'written') throw new Error('A payment changed while it was being submitted');
}
