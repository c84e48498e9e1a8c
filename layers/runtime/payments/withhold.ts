/** Payments that a ceiling holds back: they wait, and say why (decision: payments-have-ceilings). */

import { type Day, dayOf, instantText } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import { amountPlanned, isWaiting } from '@billhook/core/payment/agreed-amount';
import {
  isTooLate,
  type PaymentRecord,
  type PlannedPayment,
  scheduleOn,
} from '@billhook/core/payment/payment';
import type { Ceiling } from '@billhook/core/payment/withheld';
import { logWarning } from '../aws/logger.ts';
import type { Stores } from '../stores/open-stores.ts';
import { lookAgain } from '../table/look-again.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict } from '../table/retry-conflict.ts';
import { findCeiling } from './ceilings.ts';
import { closePayment } from './close.ts';

/** The payment with why it waits, which is written once; nothing else about it changes. */
export async function withhold(
  { table, payments }: Pick<Stores, 'table' | 'payments'>,
  payment: PaymentRecord<'open'>,
  why: Ceiling,
): Promise<undefined | typeof conflict> {
  if (payment.withheld === why) return undefined;
  logWarning('A payment is withheld', { paymentId: payment._id, outcome: why });
  const waiting = { ...payment, version: payment.version + 1, withheld: why };
  const written = await table.write([payments.save(waiting, payment)]);
  return written === 'written' ? undefined : conflict;
}

/** The same of a payment that is tried again then; its bill says that it is not made. */
export async function withholdScheduled(
  { table, bills, payments }: Pick<Stores, 'table' | 'bills' | 'payments'>,
  {
    payment,
    bill,
    over,
  }: { readonly payment: PlannedPayment; readonly bill: BillRecord; readonly over: Ceiling },
  at: number,
): Promise<undefined | typeof conflict> {
  if (payment.withheld === over) return lookAgain({ table }, 'pay', payment, at);
  logWarning('A payment is withheld', { paymentId: payment._id, outcome: over });
  const version = payment.version + 1;
  const held = { ...payment, version, withheld: over, dueAt: instantText(at) };
  const written = await table.write([
    payments.save(held, payment),
    bills.save(scheduleOn(bill, held), bill),
  ]);
  return written === 'written' ? undefined : conflict;
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

/**
 * A payment whose amount may not be fixed, by what the session that pays has read: it waits as it is,
 * for as long as a scheduled one would. An automatic one is given up, since its bill waits by itself
 * and begins another.
 */
export async function waitBelow(
  deps: Stores,
  payment: PaymentRecord<'open'>,
  machineNow: number,
  found: {
    readonly reading: BillRecord['reported'];
    readonly readOn: Day;
    readonly withheld: Ceiling;
  },
): Promise<'closed' | 'paused'> {
  const { withheld, ...read } = found;
  if (payment.automatic)
    return closePayment(deps, payment, machineNow, { ...found, postponedOn: found.readOn });
  if (isTooLate(payment, found.reading, found.readOn))
    return closePayment(deps, payment, machineNow, read);
  const held = await withhold(deps, payment, withheld);
  if (held === conflict) throw new Error('A payment changed while it was being submitted');
  return 'paused';
}
