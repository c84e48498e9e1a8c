/**
 * What is told of an automatic payment that is held back on its bill's due date. There is no payment
 * yet, so the bill tells it (decision: held-back-payments-are-told).
 */
import type { BillRecord } from '../bill.ts';
import { dayInstant } from '../dates.ts';
import { isWaiting } from '../payments/agreed-amount.ts';
import { automaticAmount } from '../payments/bound.ts';
import { automaticPayDay } from '../payments/pay-day.ts';
import { presentTold, toldOf } from '../payments/told.ts';
import type { Bill } from '../schemas/bill.ts';
import type { EventDraft } from './event.ts';

export function heldBackEvents(before: BillRecord, after: BillRecord, bill: Bill): EventDraft[] {
  const { heldBack, companyId, paymentIdentifier } = after;
  const isKnown = before.heldBack?.told && before.heldBack.dueOn === heldBack?.dueOn;
  if (!heldBack?.told || isKnown) return [];
  const planned = automaticAmount(after);
  const cents = isWaiting(planned) ? planned.owedCents : planned;
  return [
    {
      type: 'bill.payment.delayed',
      resource: { type: 'bill', id: after._id },
      data: {
        ...presentTold({ companyId, told: toldOf(after, undefined, cents) }),
        payDate: dayInstant(automaticPayDay(after) ?? heldBack.dueOn),
        trigger: 'automatic',
        bill,
        ...(paymentIdentifier !== undefined && { paymentIdentifier }),
      },
    },
  ];
}
