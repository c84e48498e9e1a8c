/**
 * The sweep of due work: queries the due index, shard by shard, and takes up each record found.
 *
 * The index lags and a sweep may run twice at once, so each record is read again and every step is
 * conditional: what is taken up twice is done once.
 */

import { recordOutcome } from '@billhook/core/auth';
import { type Clock, instantText } from '@billhook/core/dates';
import { isFailure } from '@billhook/core/errors';
import { DUE_SHARDS, type DueKind, dueShard } from '@billhook/core/keys';
import { cancelPayment, checkPayable, type PaymentRecord } from '@billhook/core/payment';
import { hasCardCode, withoutCardCode } from '@billhook/core/payment-method';
import { findPayingMethod, writeBeginning } from './begin-payment.ts';
import { logFailure, logWarning } from './logger.ts';
import { saveUntilDone } from './record-link.ts';
import { conflict, retryConflict } from './retry-conflict.ts';
import type { SubmitDeps } from './submit-payment.ts';
import { startLinkAccount, startPayBill } from './workflows.ts';

type DueRow = { readonly sk: string; readonly dueKind: DueKind };

/** What takes up a record that is due, by its id. */
const handlers: Record<DueKind, (deps: SubmitDeps, id: string, now: number) => Promise<void>> = {
  link: takeUpLink,
  payment: takeUpPayment,
  'card-code': dropCardCode,
  'encryption-key': finishEncryptionKey,
};

/** Takes up what is due now, until all is or `deadline` (milliseconds since the epoch) has come. */
export async function sweepDueWork(
  deps: SubmitDeps,
  clock: Clock,
  deadline: number,
): Promise<number> {
  const upTo = instantText(clock());
  let count = 0;
  for (let shard = 0; shard < DUE_SHARDS; shard += 1) {
    let after: Record<string, string> | undefined;
    do {
      const range = { index: 'byDue' as const, partition: dueShard(shard), upTo, after };
      const rows = await deps.table.query<DueRow>(range);
      for (const { sk, dueKind } of rows.items) {
        if (clock() >= deadline) return count;
        await takeUp(deps, dueKind, sk, clock());
        count += 1;
      }
      after = rows.next;
    } while (after);
  }
  return count;
}

/** One record that fails holds up no other; it is still due, and the next sweep meets it again. */
async function takeUp(deps: SubmitDeps, kind: DueKind, id: string, now: number): Promise<void> {
  try {
    await handlers[kind](deps, id, now);
  } catch (error) {
    logFailure('Due work failed', error, { operation: kind });
  }
}

async function takeUpLink(deps: SubmitDeps, authId: string): Promise<void> {
  const auth = await deps.auths.findAny(authId);
  if (!auth?.link || auth.deletedAt) return;
  const { linkId } = auth.link;
  const started = await startLinkAccount({ linkId, authId, clientId: auth.clientId });
  if (started !== 'ended') return;
  // Its workflow is over and recorded nothing: nobody would ever hear of this link again.
  logWarning('A link ended without an outcome', { linkId, authId });
  const outcome = { kind: 'hold', code: 'system_issue_with_bill', subcode: 'job-timeout' } as const;
  await saveUntilDone(deps, { authId, linkId }, (standing) => recordOutcome(standing, outcome, ''));
}

async function takeUpPayment(deps: SubmitDeps, paymentId: string, now: number): Promise<void> {
  const payment = await deps.payments.findAny(paymentId);
  if (payment?.status === 'scheduled') await beginScheduled(deps, payment, now);
  if (payment?.status !== 'pending') return;
  const { billId, clientId } = payment;
  const input = { paymentId, billId, clientId };
  const started = await startPayBill(input);
  if (started !== 'ended') return;
  // Its execution is over and settled nothing: ask again under another name, once an hour at most.
  logWarning('A payment is asked about again', { paymentId });
  await startPayBill(input, `${paymentId}_${instantText(now).slice(0, 13).replace(/\D/g, '')}`);
}

/** A payment whose day has come begins; one that may not be made any more is cancelled. */
async function beginScheduled(
  deps: SubmitDeps,
  planned: PaymentRecord,
  now: number,
): Promise<void> {
  const result = await retryConflict(async () => {
    const payment = await deps.payments.findAny(planned._id);
    if (payment?.status !== 'scheduled') return undefined;
    const bill = await deps.bills.find(payment.billId, payment.partnerId);
    if (!bill || bill.scheduled?.paymentId !== payment._id) return cancel(deps, payment);
    const { scheduled, ...open } = bill;
    const refusal = checkPayable(open, { userPresent: false });
    if (refusal?.failure === 'payment_pending') return undefined;
    const method = refusal ?? (await findPayingMethod(deps, bill));
    if (isFailure(method)) return cancel(deps, payment);
    const raised = { ...payment, version: payment.version + 1 };
    const begun = await writeBeginning(deps, { bill: open, method, payment: raised }, now);
    return isFailure(begun) ? cancel(deps, payment) : begun;
  });
  if (isFailure(result)) throw new Error('A scheduled payment could not begin');
  if (result) {
    const { _id: paymentId, billId, clientId } = result;
    await startPayBill({ paymentId, billId, clientId });
  }
}

async function cancel(
  { table, bills, payments }: SubmitDeps,
  payment: PaymentRecord,
): Promise<undefined | typeof conflict> {
  const bill = await bills.findAny(payment.billId);
  const planned = bill?.scheduled?.paymentId === payment._id;
  const open = bill && { ...bill, version: bill.version + 1, scheduled: undefined };
  const written = await table.write([
    payments.save(cancelPayment(payment)),
    ...(open && planned ? [bills.save(open)] : []),
  ]);
  logWarning('A scheduled payment could not be made', { paymentId: payment._id });
  return written === 'written' ? undefined : conflict;
}

/** A card code that was never needed is dropped 24 hours after it was given. */
async function dropCardCode({ table, methods }: SubmitDeps, methodId: string): Promise<void> {
  const result = await retryConflict(async () => {
    const method = await methods.findAny(methodId);
    if (!method || !hasCardCode(method)) return undefined;
    const written = await table.write([methods.save(withoutCardCode(method))]);
    return written === 'written' ? undefined : conflict;
  });
  if (isFailure(result)) throw new Error('A card code could not be dropped');
}

/** A key that was begun or deleted and left behind. Rare, so that its code is loaded when needed. */
async function finishEncryptionKey({ table }: SubmitDeps, keyId: string): Promise<void> {
  const { finishKmsWork } = await import('./encryption-keys.ts');
  logWarning('Work on an encryption key was left behind', { keyId });
  await finishKmsWork(table, keyId);
}
