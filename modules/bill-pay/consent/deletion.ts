/** What deleting a payment method would meet, and what that or trying it again would begin. */
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Call } from '../../kit/api.ts';
import { chargeOf } from '../../kit/charge.ts';
import { payingMethod, takes } from '../bill-actions.ts';
import type { Account } from '../entry.ts';
import { automaticOf, byDay, type Planned } from './plan.ts';

/** Why the service would refuse to delete it: a text, `method.deleteNot.<why>`. */
export type DeleteLock =
  | { readonly why: 'paying' | 'scheduled' }
  | { readonly why: 'recent'; readonly from: string };

/** As far as the page knows; the service has the last word. @param now milliseconds since the epoch. */
export function deleteLock(
  { entries, methods }: Account,
  method: PaymentMethod,
  now: number,
): DeleteLock | undefined {
  const { _id, deletableFrom: from } = method;
  const isPaying = entries.some(
    ({ payment }) => payment?.status === 'pending' && payment.paymentMethodId === _id,
  );
  if (isPaying) return { why: 'paying' };
  const isScheduled = entries.some(
    ({ bill, payment }) =>
      payment?.status === 'scheduled' &&
      (payment.paymentMethodId ?? payingMethod(bill, methods)?._id) === _id,
  );
  if (isScheduled) return { why: 'scheduled' };
  // A partner's test clock may be ahead by weeks: then the time is not ours, and the service is asked.
  const left = from === undefined ? 0 : Date.parse(from) - now;
  return from !== undefined && left > 0 && left <= DAY_MILLISECONDS
    ? { why: 'recent', from }
    : undefined;
}

/**
 * What is paid automatically again once a declined method is gone: while it is there, nothing is but
 * what another method is assigned to. A bill that it had declined is paid by the default.
 */
export function resumedBy(account: Account, method: PaymentMethod): readonly Planned[] {
  const others = account.methods.filter(({ _id }) => _id !== method._id);
  const stillHalted = others.some(({ status }) => status !== 'verified');
  if (method.status !== 'declined') return [];
  return account.entries
    .filter(({ bill }) => {
      const { withheld, status, settings } = bill;
      const isHeld =
        withheld?.reason === 'payment-method-declined' || status.type === 'payment-declined';
      const payer = payingMethod(bill, others);
      const isAssigned = payer?.assignedBills.includes(bill._id) ?? false;
      return (
        isHeld &&
        settings.recurring === 'enabled' &&
        payer?.status === 'verified' &&
        takes(bill, payer) &&
        (isAssigned || !stillHalted)
      );
    })
    .flatMap((entry) => automaticOf(entry) ?? [])
    .sort(byDay);
}

/** Goes before the deletion: nobody was asked about what it would pay today. */
export function callsBeforeDeleting(resumed: readonly Planned[]): Call[] {
  return resumed
    .filter(({ atOnce }) => atOnce)
    .map(({ bill: { _id: billId } }) => ({
      ...{ method: 'POST', path: '/payment/settings' },
      body: { billId, recurring: 'enabled', skipCycle: true },
    }));
}

/** What trying a declined method again pays today: each bill that it left unpaid. */
export function retriedBy({ entries, methods }: Account, { _id }: PaymentMethod, now: number) {
  return entries
    .filter(
      ({ bill }) =>
        bill.status.type === 'payment-declined' && payingMethod(bill, methods)?._id === _id,
    )
    .map(({ bill }): Planned => {
      const payDate = new Date(now).toISOString();
      return { bill, amount: chargeOf(bill, undefined).amount, payDate, atOnce: true };
    });
}
