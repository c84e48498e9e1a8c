/** Beginning the retry of a declined method (decision: declines-stop-automatic-payments). */
import { dayOf } from '@billhook/core/base/dates';
import { type Failure, isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import type { Owner } from '@billhook/core/base/owner';
import { type PaymentMethodRecord, withoutRetry } from '@billhook/core/method/payment-method';
import { isPaused, pausedFailure } from '@billhook/core/partner/payment-pause';
import { amountLimit, ceilingsOf } from '@billhook/core/payment/ceilings';
import { planRetry } from '@billhook/core/payment/method-retry';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { agreedAgain, declinedPaymentOf } from '@billhook/core/payment/resume-order';
import { newPayment } from '@billhook/core/payment/transitions';
import type { Ceiling } from '@billhook/core/payment/withheld';
import type { Stores } from '../stores/open-stores.ts';
import { listAll } from '../table/paging.ts';
import { momentOf } from '../table/partner-time.ts';
import type { conflict } from '../table/retry-conflict.ts';
import { writeBeginning } from './begin.ts';
import { findCeiling } from './ceilings.ts';

/** Begins the first payment that the decline left; `none` if nothing is unpaid, `not-now` if it can't be paid. */
export async function beginRetry(
  deps: Stores,
  method: PaymentMethodRecord,
  machineNow: number,
  asked: { readonly paymentId?: string; readonly sessionId?: string; readonly by?: Owner } = {},
): Promise<
  PaymentRecord | 'none' | 'not-now' | typeof conflict | Failure<'payments_paused' | 'amount_limit'>
> {
  const bills = await listAll((page) => deps.bills.list(method.clientId, page));
  const planned = planRetry(method, bills);
  if (typeof planned === 'string') return planned;
  const { paymentId = newOwnedId('pay', method.clientId, deps.random), sessionId, by } = asked;
  const pauses = await deps.pauses.find();
  const free = planned.filter((bill) => !isPaused(pauses, bill));
  let over: Ceiling | undefined;
  for (const bill of free) {
    const { partnerNow } = await momentOf(deps.table, bill, machineNow);
    const ceiling = await findCeiling(deps, pauses, bill, { day: dayOf(partnerNow), method });
    over ??= ceiling;
    if (ceiling) continue;
    const declined = await deps.payments.findAny(declinedPaymentOf(bill) ?? '');
    const again = newPayment(bill, {
      paymentId,
      payOn: dayOf(partnerNow),
      partnerNow,
      sessionId,
      orderedBy: by?.kind,
      agreed: agreedAgain(bill, declined, partnerNow),
    });
    const { promised } = declined?.methodId === method._id ? declined : {};
    const payment = { ...again, ...(promised && { promised }) };
    const pending = { ...withoutRetry(method), status: 'pending' as const };
    const begun = await writeBeginning(deps, { bill, method: pending, payment, by }, machineNow);
    // A statement that another payment has is not this bill's to pay any more: the next one, then.
    if (!isFailure(begun)) return begun;
  }
  if (free.length < planned.length) return pausedFailure();
  return over ? amountLimit(over, ceilingsOf(pauses, method.partnerId)) : 'not-now';
}
