/** Putting what a partner has already under its test clock, the first time that the clock is moved. */
import type { AuthRecord } from '@billhook/core/auth';
import type { BillRecord } from '@billhook/core/bill';
import { dayInstant } from '@billhook/core/dates';
import { isFailure } from '@billhook/core/errors';
import { clockedDue } from '@billhook/core/keys';
import type { PaymentRecord } from '@billhook/core/payment';
import { conflict, retryConflict } from './retry-conflict.ts';
import type { SubmitDeps } from './submit-payment.ts';

/** Safe to repeat: what follows the clock already is left as it is. */
export async function enrollInClock(deps: SubmitDeps, partnerId: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await deps.bills.listByPartner(partnerId, { cursor });
    if (isFailure(page)) throw new Error('A list does not know its own cursor');
    const authIds = page.items.filter(({ clocked }) => !clocked).map(({ auth }) => auth._id);
    for (const authId of new Set(authIds)) await enrollAuth(deps, authId);
    cursor = page.nextCursor;
  } while (cursor);
}

/** An auth with its bills and what is scheduled for them: one transaction. */
async function enrollAuth(deps: SubmitDeps, authId: string): Promise<void> {
  const { table, auths, bills, payments } = deps;
  const done = await retryConflict(async () => {
    const auth = await auths.findAny(authId);
    if (!auth) return 'gone';
    const found = await Promise.all(auth.billIds.map((id) => bills.findAny(id)));
    const own = found.filter((bill) => bill !== undefined);
    const planned = await Promise.all(
      own.map(({ scheduled }) => payments.findAny(scheduled?.paymentId ?? '')),
    );
    const scheduled = planned.filter((payment) => payment?.status === 'scheduled');
    const written = await table.write([
      auths.save(clockedRecord(auth)),
      ...own.map((bill) => bills.save(clockedRecord(bill))),
      ...scheduled.map((payment) => payments.save(clockedPayment(payment as PaymentRecord))),
    ]);
    return written === 'written' ? 'enrolled' : conflict;
  });
  if (isFailure(done)) throw new Error('An auth could not be put under the test clock');
}

function clockedRecord<R extends AuthRecord | BillRecord>(record: R): R {
  return { ...record, version: record.version + 1, clocked: true as const };
}

function clockedPayment(payment: PaymentRecord): PaymentRecord {
  const clocked = { ...payment, version: payment.version + 1, clocked: true as const };
  return { ...clocked, ...clockedDue('payment', clocked, dayInstant(payment.payOn)) };
}
