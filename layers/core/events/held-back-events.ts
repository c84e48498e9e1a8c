/**
 * What is told of an automatic payment that is held back on its bill's due date. There is no payment
 * yet, so the bill tells it (decision: held-back-payments-are-told).
 */

import { dayInstant } from '../base/dates.ts';
import type { BillRecord } from '../bill/bill.ts';
import { isWaiting } from '../payment/agreed-amount.ts';
import { automaticAmount } from '../payment/bound.ts';
import { automaticPayDay } from '../payment/pay-day.ts';
import { presentTold, toldOf } from '../payment/told.ts';
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
