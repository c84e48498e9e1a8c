/** Resolving a payment by hand, with its audit entry (decision: pending-payments-are-seen). */
import { type Day, dayOf } from '@billhook/core/base/dates';
import { isBeingMade, type PaymentRecord } from '@billhook/core/payment/payment';
import {
  checkRefund,
  checkRelease,
  checkSettling,
  type Resolution,
  type SeenOutcome,
  withSeenOutcome,
} from '@billhook/core/payment/resolution';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { closePayment } from './close.ts';
import { recordReturn } from './record-return.ts';
import { settlePayment } from './settle.ts';

/** The audit entry of what is done: rooms above this one know how it is written. */
export type Noted = (payment: PaymentRecord) => Write;

type Resolved = Exclude<Resolution, 'free'> | 'resolved' | 'missing';

/** Records what the company has said to the operator, and settles the payment by it. */
export async function settleByHand(
  deps: Stores,
  { paymentId, seen, noted }: { paymentId: string; seen: SeenOutcome; noted: Noted },
  machineNow: number,
): Promise<Resolved> {
  const recorded = await retryOrThrow<Resolved>('The payment keeps changing', async () => {
    const payment = await deps.payments.findAny(paymentId);
    if (!payment) return 'missing';
    const may = checkSettling(payment, seen.kind, machineNow);
    if (may !== 'free') return may;
    if (!isBeingMade(payment)) return 'ended';
    const method = await deps.methods.findAny(payment.methodId ?? '');
    return attemptWrite(deps.table, 'resolved', [
      deps.payments.save(withSeenOutcome(payment, seen), payment),
      ...deps.methods.dropCode(method),
      noted(payment),
    ]);
  });
  // What is on record and was not settled is settled now, whoever recorded it.
  if (recorded === 'resolved' || recorded === 'done')
    await settlePayment(deps, paymentId, machineNow);
  return recorded;
}

/** Gives up a payment that its company never took: its account is free for another. */
export async function releaseByHand(
  deps: Stores,
  { paymentId, noted }: { readonly paymentId: string; readonly noted: Noted },
  machineNow: number,
): Promise<Resolved> {
  const payment = await deps.payments.findAny(paymentId);
  if (!payment) return 'missing';
  const may = checkRelease(payment, machineNow);
  if (may !== 'free') return may;
  if (!isBeingMade(payment)) return 'ended';
  const { partnerNow } = await momentOf(deps.table, payment, machineNow);
  // An automatic payment would begin again at once; until tomorrow, somebody may still object.
  const found = payment.automatic ? { postponedOn: dayOf(partnerNow) } : {};
  await closePayment(deps, payment, machineNow, found, { noted: [noted(payment)] });
  return 'resolved';
}

/**
 * Records that its company gave a payment back: it is owed again, and its user says whether it is paid
 * again. No automatic payment pays its statement (decision: returns-are-late-declines).
 */
export async function refundByHand(
  deps: Stores,
  { paymentId, on, noted }: { readonly paymentId: string; readonly on: Day; readonly noted: Noted },
  machineNow: number,
): Promise<'resolved' | 'missing' | Exclude<ReturnType<typeof checkRefund>, 'free'>> {
  const payment = await deps.payments.findAny(paymentId);
  if (!payment) return 'missing';
  const may = checkRefund(payment, on);
  if (may !== 'free') return may;
  const returned = { reason: 'other', on } as const;
  const done = await recordReturn(deps, { paymentId, returned, noted }, machineNow);
  return done === 'returned' ? 'resolved' : done === 'ended' ? 'done' : done;
}
