/**
 * Payments that a test clock has made late: they are due by the machine's clock, which did not move, so
 * the sweep would find them an hour later (decision: pending-payments-are-seen).
 */
import { isFailure } from '@billhook/core/base/errors';
import { tellDelayed } from '../payments/delayed.ts';
import type { Stores } from '../stores/open-stores.ts';

export async function tellDelayedOf(
  deps: Stores,
  partnerId: string,
  machineNow: number,
): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await deps.bills.listByPartner(partnerId, { cursor });
    if (isFailure(page)) throw new Error('A list rejects its own cursor');
    for (const { pendingPaymentId } of page.items) {
      const payment = pendingPaymentId && (await deps.payments.findAny(pendingPaymentId));
      // Where another changes it, the sweep meets it again.
      if (payment) await tellDelayed(deps, payment, machineNow);
    }
    cursor = page.nextCursor;
  } while (cursor);
}
