/** A payment before its company's gate. */
import type { GateWait } from '@billhook/core/company/gate/gate';
import { workflowWait } from '@billhook/core/company/gate/waits';
import { pendingSince } from '@billhook/core/payment/pending';
import { openSubmission } from '@billhook/core/payment/submissions';
import type { Stores } from '../stores/open-stores.ts';

/** What a payment does that isn't let in: asked about later, or tried again. It never fails by that. */
export async function waitToPay(
  deps: Pick<Stores, 'payments'>,
  paymentId: string,
  wait: GateWait,
  machineNow: number,
): Promise<{ readonly outcome: 'unknown' | 'paused' | 'waits'; readonly waitSeconds?: number }> {
  const payment = await deps.payments.findAny(paymentId);
  if (!payment || openSubmission(payment)) return { outcome: 'unknown' };
  const since = Math.min(pendingSince(payment), machineNow);
  const waitSeconds = workflowWait(wait, { id: paymentId, since, now: machineNow });
  return waitSeconds === 'later' ? { outcome: 'paused' } : { outcome: 'waits', waitSeconds };
}
