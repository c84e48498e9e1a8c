/** Retrying a declined method: its declined bills are charged again, one at a time (C22). */
import { randomBytes } from 'node:crypto';
import { dayOf } from '@billhook/core/dates';
import { isFailure } from '@billhook/core/errors';
import { newOwnedId } from '@billhook/core/ids';
import { checkPayable, newPayment, type PaymentRecord } from '@billhook/core/payment';
import { type PaymentMethodRecord, withoutRetry } from '@billhook/core/payment-method';
import { type PaymentDeps, writeBeginning } from './begin-payment.ts';
import type { conflict } from './retry-conflict.ts';

/**
 * Begins the payment of the first bill that the method's decline left unpaid, with the method as
 * `pending`. `none` when nothing is left unpaid; `not-now` when nothing of it can be paid now.
 */
export async function beginRetry(
  deps: PaymentDeps,
  method: PaymentMethodRecord,
  now: number,
): Promise<PaymentRecord | 'none' | 'not-now' | typeof conflict> {
  const page = await deps.bills.list(method.clientId, {});
  if (isFailure(page)) throw new Error('A list without a cursor has no invalid cursor');
  const declined = page.items.filter((bill) => bill.declinedMethodId === method._id);
  for (const bill of declined) {
    if (checkPayable(bill, { userPresent: false })) continue;
    const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
    const payment = newPayment(bill, { paymentId, payOn: dayOf(now), now });
    const pending = { ...withoutRetry(method), status: 'pending' as const };
    const begun = await writeBeginning(deps, { bill, method: pending, payment }, now);
    // A statement that another payment has is not this bill's to pay any more: the next one, then.
    if (!isFailure(begun)) return begun;
  }
  return declined.length === 0 ? 'none' : 'not-now';
}
