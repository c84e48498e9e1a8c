/** One payment, held against what its connector has reported; what that proves is settled. */
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { Found } from '@billhook/core/reconciliation/finding';
import { judgePayment, type Proof, proofOf } from '@billhook/core/reconciliation/judge-payment';
import { auditEntry } from '../partners/audit.ts';
import { recordOutcome } from '../payments/company-outcome.ts';
import { recordReturn } from '../payments/record-return.ts';
import { settlePayment } from '../payments/settle.ts';
import { writeSurely } from '../table/intended-writes.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import type { Looking, ReconcileDeps } from './deps.ts';

/** Whether something was settled, and what is left open: noted in the report. */
export type Looked = { readonly settled: boolean; readonly found: readonly Found[] };

/**
 * @param listed the payment as a list had it, which may lag: what is found is looked at again on the
 *   payment itself.
 */
export async function lookAtPayment(
  deps: ReconcileDeps,
  listed: PaymentRecord,
  looking: Looking,
): Promise<Looked> {
  const nothing = { settled: false, found: [] };
  const quick = await judge(deps, listed, looking);
  if (!quick.proof && quick.found.length === 0) return nothing;
  const payment = await deps.payments.findAny(listed._id);
  if (!payment) return nothing;
  const { found, proof } = await judge(deps, payment, looking);
  const settled = proof !== undefined && (await settle(deps, payment, proof, looking));
  const left = settled ? await judgeNow(deps, payment._id, looking) : found;
  for (const one of left) await noteFinding(deps, looking, one);
  return { settled, found: left };
}

async function judge(deps: ReconcileDeps, payment: PaymentRecord, looking: Looking) {
  const { covered, connectorOf, run } = looking;
  const connectorId = (await connectorOf(payment.companyId)) ?? '';
  const days = covered.get(connectorId);
  const settlements = days ? await deps.findings.settlementsOf(connectorId, payment._id) : [];
  const facts = { payment, settlements, covered: days ?? new Set(), machineNow: run.machineNow };
  const found = judgePayment(facts).map((one) => ({ ...one, ...(connectorId && { connectorId }) }));
  return { found, proof: proofOf(payment, settlements) };
}

async function judgeNow(deps: ReconcileDeps, paymentId: string, looking: Looking) {
  const payment = await deps.payments.findAny(paymentId);
  return payment ? (await judge(deps, payment, looking)).found : [];
}

/** By the same functions as what a company says itself, noted in the report and the audit. */
async function settle(
  deps: ReconcileDeps,
  payment: PaymentRecord,
  { submission, outcome }: Proof,
  { ownerId, run }: Looking,
): Promise<boolean> {
  const { _id: paymentId, partnerId, billId, companyId, submitted, status } = payment;
  const amountCents = submitted?.amountCents;
  const { machineNow } = run;
  const returns = outcome.kind === 'returned';
  const recorded = returns
    ? await recordReturn(deps, { paymentId, returned: outcome }, machineNow)
    : await recordOutcome(deps, submission, outcome, machineNow);
  if (recorded !== outcome.kind) return false;
  const found: Found = {
    ...{
      kind: returns ? 'returned' : 'unresolved',
      subject: paymentId,
      paymentId,
      billId,
      companyId,
      status,
    },
    ...(amountCents !== undefined && { oursCents: amountCents }),
    ...(outcome.kind === 'paid' && { theirsCents: outcome.amountCents }),
  };
  const actor = { kind: 'schedule', id: 'reconciliation' } as const;
  const detail = { paymentId, outcome: outcome.kind, submissionId: submission.submissionId };
  await writeSurely(deps.table, [
    deps.findings.noteSettled(ownerId, found, outcome.kind, run),
    auditEntry({ partnerId, actor, action: 'payment-settled', now: machineNow, detail }),
  ]);
  if (!returns) await settlePayment(deps, paymentId, machineNow);
  return true;
}

/** Two runs may find the same at once. */
export async function noteFinding(
  { findings, table }: Pick<ReconcileDeps, 'findings' | 'table'>,
  { ownerId, run }: Pick<Looking, 'ownerId' | 'run'>,
  found: Found,
): Promise<void> {
  await retryOrThrow('A finding could not be noted', async () => {
    const writes = await findings.note(ownerId, found, run);
    if (writes.length === 0) return true;
    return attemptWrite(table, true, writes);
  });
}
