/** One bill with the ledger of its account, held against our payments. */

import { dayOf } from '@billhook/core/base/dates';
import type { BillRecord } from '@billhook/core/bill/bill';
import { withoutPending } from '@billhook/core/payment/account-ledger';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { Found } from '@billhook/core/reconciliation/finding';
import {
  isLockOver,
  type JudgedAccount,
  judgeAccount,
  withoutAutomatic,
} from '@billhook/core/reconciliation/judge-account';
import { auditEntry } from '../partners/audit.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { momentOf } from '../table/partner-time.ts';
import type { Looking, ReconcileDeps } from './deps.ts';
import { lookAtPayment, noteFinding } from './look-at-payment.ts';

/** Returns how much was settled. `listed` is the bill as a list had it, which may lag. */
export async function lookAtAccount(
  deps: ReconcileDeps,
  listed: BillRecord,
  looking: Looking,
): Promise<number> {
  const quick = await read(deps, listed, looking);
  const settled = await lookAtUnlisted(deps, quick, looking);
  if (judgeAccount(quick).length === 0) return settled;
  const bill = await deps.bills.findAny(listed._id);
  if (!bill || bill.deletedAt) return settled;
  const facts = await read(deps, bill, looking);
  const found = judgeAccount(facts);
  let released = 0;
  for (const one of found) {
    const lock = one.kind === 'lock-without-payment' && one.subject !== bill._id;
    if (lock && isLockOver(facts) && (await release(deps, facts, one, looking))) {
      released += 1;
      continue;
    }
    if (one.kind === 'paid-elsewhere') await stopAutomatic(deps, facts);
    await noteFinding(deps, looking, one);
  }
  return settled + released;
}

/** What was submitted by an earlier release, and what was never submitted, is in no list of a day. */
async function lookAtUnlisted(
  deps: ReconcileDeps,
  { bill, locking }: Facts,
  looking: Looking,
): Promise<number> {
  const pending = locking.get(bill.pendingPaymentId ?? '');
  if (!pending || pending.submitted?.partnerShard !== undefined) return 0;
  return (await lookAtPayment(deps, pending, looking)).settled ? 1 : 0;
}

type Facts = Omit<JudgedAccount, 'locking'> & {
  readonly locking: ReadonlyMap<string, PaymentRecord>;
};

/** The ledger first: what holds it is read after it, so that an end in between is seen as one. */
async function read(deps: ReconcileDeps, bill: BillRecord, { run }: Looking): Promise<Facts> {
  const ledger = await deps.ledgers.find(bill);
  const ids = new Set([ledger?.pendingPaymentId, bill.pendingPaymentId]);
  const locking = new Map<string, PaymentRecord>();
  for (const id of ids) {
    const payment = id === undefined ? undefined : await deps.payments.findAny(id);
    if (payment) locking.set(payment._id, payment);
  }
  const { partnerNow } = await momentOf(deps.table, bill, run.machineNow);
  return { bill, ledger, locking, today: dayOf(partnerNow) };
}

/** The payment that held the account has ended: under the ledger as it was read, the account is free. */
async function release(
  { table, ledgers, findings }: ReconcileDeps,
  { bill, ledger }: Facts,
  found: Found,
  { ownerId, run }: Looking,
): Promise<boolean> {
  const paymentId = ledger?.pendingPaymentId;
  if (paymentId === undefined) return false;
  const actor = { kind: 'schedule', id: 'reconciliation' } as const;
  const { partnerId, _id: billId } = bill;
  const now = run.machineNow;
  const written = await table.write([
    ledgers.save(bill, withoutPending(ledger, paymentId)),
    findings.noteSettled(ownerId, found, 'released', run),
    auditEntry({ partnerId, actor, action: 'lock-released', now, detail: { billId, paymentId } }),
  ]);
  return written === 'written';
}

/** Where the bill changes in the same moment, the next run decides on newer facts. */
async function stopAutomatic(
  { table, bills }: ReconcileDeps,
  { bill, today }: JudgedAccount,
): Promise<void> {
  const stopped = withoutAutomatic(bill, today);
  if (stopped) await writeUnlessChanged(table, [bills.save(stopped, bill)]);
}
