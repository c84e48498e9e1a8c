/**
 * Giving up a payment of which nothing is under way, for good or until it may go on. It is given up as it was
 * read: if another attempt has asked the company meanwhile, what was decided before that holds no more.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { PaymentRecord, UndecidedPayment } from '@billhook/core/payment/payment';
import { closeBill, reopenBill } from '@billhook/core/payment/settlement';
import { cancelPayment, scheduleAgain, waitScheduled } from '@billhook/core/payment/transitions';
import type { Waiting } from '@billhook/core/payment/waiting';
import type { Stores } from '../stores/open-stores.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { tellingFrom } from '../table/telling-origin.ts';
import type { Write } from '../table/types.ts';
import { planEnd } from './plan-end.ts';

/** What is left of a payment, its bill and its auth, and what is noted with it. */
type Left = {
  readonly left: PaymentRecord;
  readonly billAfter: (bill: BillRecord) => BillRecord;
  /** What the payment met of its auth. */
  readonly authAfter?: (auth: AuthRecord) => AuthRecord;
  readonly noted?: readonly Write[];
};

export function closePayment(
  deps: Stores,
  payment: UndecidedPayment,
  machineNow: number,
  found: Parameters<typeof closeBill>[2],
  also: Pick<Left, 'noted' | 'authAfter'> = {},
): Promise<'closed'> {
  const billAfter = (bill: BillRecord) => closeBill(bill, payment, found);
  return leavePayment(deps, payment, machineNow, {
    ...{ left: cancelPayment(payment), billAfter },
    ...also,
  });
}

/** A payment that was begun waits, for its user or for its account to be linked, and is looked at again at `at`. */
export function putPaymentOff(
  deps: Stores,
  payment: PaymentRecord<'open'>,
  machineNow: number,
  found: Parameters<typeof reopenBill>[2] &
    Pick<Left, 'authAfter'> & { readonly at: string; readonly waiting?: Waiting },
): Promise<'closed'> {
  const { at, waiting, authAfter } = found;
  const waits = waiting ? waitScheduled(payment, waiting, at) : scheduleAgain(payment, at);
  // Its execution is over: when it begins again, it takes another.
  const left = { ...waits, rounds: (payment.rounds ?? 0) + 1 };
  const ownMethodId = payment.ownMethod && payment.methodId;
  const billAfter = (bill: BillRecord) => reopenBill(bill, left, found, ownMethodId);
  return leavePayment(deps, payment, machineNow, { left, billAfter, authAfter });
}

function leavePayment(
  deps: Stores,
  { _id: paymentId, version }: PaymentRecord,
  machineNow: number,
  { noted = [], ...left }: Left,
): Promise<'closed'> {
  return retryOrThrow('A payment could not be closed', async () => {
    const payment = await deps.payments.findAny(paymentId);
    if (payment?.status !== 'pending') return 'closed' as const;
    if (payment.version !== version)
      throw new Error('A payment changed while it was being submitted');
    const end = { ...left, outcome: { kind: 'cancelled' as const } };
    const plan = await planEnd(deps, payment, end, machineNow);
    if (plan === conflict) return conflict;
    const telling = tellingFrom(deps.table, payment.origin);
    return attemptWrite(telling, 'closed', [...plan, ...noted]);
  });
}
