/**
 * What a change of a payment tells. Each payment is planned once, accepted and delayed at most once, and
 * ends once; after it was sent, it may fail, since it was returned.
 * Its events are about its bill, and numbered by the payment (decision: payment-events-name-the-bill).
 */

import { dayInstant, instantText } from '../base/dates.ts';
import { chargeOf, presentAccepted, presentReturned, presentWaiting } from '../bill/payment.ts';
import type { PaymentRecord } from '../payment/payment.ts';
import { presentTold } from '../payment/told.ts';
import type { PaymentEventStatus } from '../schemas/event-fields.ts';
import type { PaymentState } from '../states/late-endings.ts';
import type { EventDraft, EventType } from './event.ts';

/** What the end of a payment is called; the states before it are told once, at its beginning. */
const endings: Readonly<Partial<Record<PaymentState, PaymentEventStatus>>> = {
  paid: 'sent',
  declined: 'failed',
  held: 'failed',
  cancelled: 'cancelled',
  returned: 'failed',
};

export function paymentEvents(
  before: PaymentRecord | undefined,
  after: PaymentRecord | undefined,
): EventDraft[] {
  if (!after) return [];
  const ending = after.status === before?.status ? undefined : endings[after.status];
  const { waiting } = after;
  const waits = waiting && JSON.stringify(waiting) !== JSON.stringify(before?.waiting);
  return [
    ...(before ? [] : [draft(after, 'scheduled')]),
    ...(waits ? [draft(after, 'waiting')] : []),
    ...(before && after.accepted && !before.accepted ? [draft(after, 'accepted')] : []),
    ...(before && after.delayed && !before.delayed ? [draft(after, 'delayed')] : []),
    ...(ending ? [draft(after, ending)] : []),
  ];
}

function draft(payment: PaymentRecord, status: PaymentEventStatus): EventDraft {
  const { billId, paymentIdentifier, origin, payOn } = payment;
  const { sessionId } = origin;
  const trigger = payment.automatic ? 'automatic' : payment.orderedBy;
  return {
    type: `bill.payment.${status}` satisfies EventType,
    resource: { type: 'bill', id: billId },
    data: {
      ...presentTold(payment),
      payDate: dayInstant(payOn),
      ...(trigger && { trigger }),
      ...(payment.status === 'returned' && { reason: 'returned' }),
      payment: { ...presentPayment(payment), status },
      ...(paymentIdentifier !== undefined && { paymentIdentifier }),
    },
    ...(sessionId !== undefined && { sessionId }),
  };
}

function presentPayment(payment: PaymentRecord) {
  const { _id, billId, authId, companyId, payOn, outcome, automatic = false } = payment;
  return {
    _id,
    billId,
    authId,
    companyId,
    payDate: dayInstant(payOn),
    ...(outcome?.kind === 'paid' && { paidOn: instantText(outcome.paidAt) }),
    automatic,
    ...chargeOf(payment),
    ...presentAccepted(payment),
    ...presentReturned(payment),
    ...presentWaiting(payment.waiting),
  };
}
