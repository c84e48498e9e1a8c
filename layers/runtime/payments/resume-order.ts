/** An order that was declined goes on: it is scheduled for now, and the sweep begins it. */

import { dayOf } from '@billhook/core/base/dates';
import type { Failure } from '@billhook/core/base/errors';
import type { Owner } from '@billhook/core/base/owner';
import type { BillRecord, IdleBill } from '@billhook/core/bill/bill';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { declinedPaymentOf, orderToResume } from '@billhook/core/payment/resume-order';
import { newPayment, scheduleOn } from '@billhook/core/payment/transitions';
import { checkDeclines } from '../callers/limit-client.ts';
import { sessionOf } from '../callers/link-origin.ts';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';

type Assigned = {
  readonly caller: Owner;
  /** The bill as it was declined, and with its new method. */
  readonly before: BillRecord;
  readonly after: IdleBill;
  readonly paymentId: string;
};

type Resumed = { readonly bill: BillRecord; readonly payment: PaymentRecord };

/** The bill and its new payment; nothing where there is no order to go on with. */
export async function resumeOrder(
  { table, payments }: Pick<Stores, 'table' | 'payments'>,
  { caller, before, after, paymentId }: Assigned,
  machineNow: number,
): Promise<Resumed | undefined | Failure<'too_many_requests'>> {
  const declinedId = declinedPaymentOf(before);
  if (declinedId === undefined) return undefined;
  const declined = await payments.findAny(declinedId);
  const { partnerNow } = await momentOf(table, before, machineNow);
  const today = dayOf(partnerNow);
  const agreed = orderToResume(after, declined, today);
  if (!agreed) return undefined;
  const limited = await checkDeclines(table, caller, machineNow);
  if (limited) return limited;
  const payment = newPayment(after, {
    ...{ paymentId, payOn: today, partnerNow, agreed, ...sessionOf(caller) },
    orderedBy: caller.kind,
    paymentIdentifier: declined?.paymentIdentifier,
  });
  return { bill: scheduleOn(after, payment), payment };
}
