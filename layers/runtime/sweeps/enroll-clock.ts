/** Putting what a partner has already under its test clock, the first time that the clock is moved. */
import { dayInstant } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { clockedDue, clockShard, type DueKind } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { Stores } from '../stores/open-stores.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import type { DueItem } from './follow-clock.ts';

/**
 * Safe to repeat: what follows the clock already is left as it is. Answers what falls due of what was
 * enrolled now, which the index may not show yet.
 */
export async function enrollInClock(deps: Stores, partnerId: string): Promise<DueItem[]> {
  const enrolled: DueItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await deps.bills.listByPartner(partnerId, { cursor });
    if (isFailure(page)) throw new Error('A list rejects its own cursor');
    const authIds = page.items.filter(({ clocked }) => !clocked).map(({ auth }) => auth._id);
    for (const authId of new Set(authIds)) enrolled.push(...(await enrollAuth(deps, authId)));
    cursor = page.nextCursor;
  } while (cursor);
  return enrolled;
}

/** An auth with its bills and what is scheduled for them: one transaction. */
async function enrollAuth(deps: Stores, authId: string): Promise<DueItem[]> {
  const { table, auths, bills, payments } = deps;
  const done = await retryOrThrow<DueItem[]>(
    'An auth could not be moved to the test clock',
    async () => {
      const auth = await auths.findAny(authId);
      if (!auth) return [];
      const found = await Promise.all(auth.billIds.map((id) => bills.findAny(id)));
      const own = found.filter((bill) => bill !== undefined);
      const planned = await Promise.all(
        own.flatMap(paymentsOf).map((paymentId) => payments.findAny(paymentId)),
      );
      const known = planned.filter((payment) => payment !== undefined);
      const scheduled = known.filter(followsClock);
      const writes = [
        auths.save({ ...auth, clocked: true }, auth),
        ...own.map((bill) => bills.save({ ...bill, clocked: true }, bill)),
        ...scheduled.map((payment) => payments.save(clockedPayment(payment), payment)),
      ];
      return attemptWrite(table, writes.flatMap(dueItemOf), writes);
    },
  );
  return done;
}

/** Payments kept of each bill that may be returned: all of an auth have to fit into one transaction. */
const MAX_RETURNABLE = 2;

function paymentsOf({ scheduled, pendingPaymentId, payments }: BillRecord): string[] {
  const paid = payments.slice(0, MAX_RETURNABLE).map(({ paymentId }) => paymentId);
  const all = [scheduled?.paymentId, pendingPaymentId, ...paid];
  return all.filter((id) => id !== undefined);
}

/** One that is being made goes by the clock once it rests, or may be returned. */
function followsClock({ status, returns }: PaymentRecord): boolean {
  return status === 'scheduled' || status === 'pending' || returns !== undefined;
}

/** What a write puts into the shard of a clock; a link in progress is in another. */
function dueItemOf(write: Write): DueItem[] {
  if (!('put' in write)) return [];
  const { partnerId, sk, dueShard, dueKind, dueAt } = write.put;
  if (dueShard !== clockShard(String(partnerId))) return [];
  return [{ id: String(sk), kind: dueKind as DueKind, dueAt: String(dueAt) }];
}

function clockedPayment(payment: PaymentRecord): PaymentRecord {
  const clocked = { ...payment, clocked: true as const };
  const { status, payOn, dueAt = dayInstant(payOn) } = payment;
  if (status === 'scheduled')
    return { ...clocked, ...clockedDue('payment', clocked, dayInstant(payOn)) };
  if (status === 'pending' && !payment.resting) return clocked;
  const kind = status === 'paid' ? 'return' : 'payment';
  return { ...clocked, ...clockedDue(kind, clocked, dueAt) };
}
