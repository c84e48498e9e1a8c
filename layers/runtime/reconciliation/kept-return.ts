/**
 * A payment of an erased client that its connector reports as returned: what is kept of it says so, and
 * its account's ledger. Nothing is told to anybody (decision: returns-are-late-declines).
 */
import type { Settlement } from '@billhook/core/company/connector';
import type { KeptPayment, Returnable } from '@billhook/core/erasing/kept-payment';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { ledgerAfterReturn } from '@billhook/core/payment/returned';
import type { Found } from '@billhook/core/reconciliation/finding';
import { proofOfReturn } from '@billhook/core/reconciliation/judge-payment';
import { auditEntry } from '../partners/audit.ts';
import { keptPaymentStore } from '../stores/kept-payment-store.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { attemptWrite, retryOrThrow } from '../table/retry-conflict.ts';
import type { Looking, ReconcileDeps } from './deps.ts';
import { noteFinding } from './look-at-payment.ts';

export type ReportedReturn = {
  readonly connectorId: string;
  readonly paymentId: string;
  readonly line: Settlement;
};

/** Safe to repeat, and to be told twice. */
export async function takeKeptReturn(
  deps: ReconcileDeps,
  returnable: Returnable,
  { connectorId, paymentId, line }: ReportedReturn,
  { run, connectorOf }: Pick<Looking, 'run' | 'connectorOf'>,
): Promise<void> {
  const kept = await keptPaymentStore(deps.table).find(returnable);
  if (!kept || kept.returned) return;
  const found: Found = {
    ...{ kind: 'returned', subject: kept._id, paymentId: kept._id, status: 'paid' },
    ...{ companyId: kept.companyId, connectorId, on: kept.paidOn, oursCents: kept.amountCents },
    ...(kept.confirmation !== undefined && { confirmation: kept.confirmation }),
  };
  const ownerId = await ownerOf(deps, kept);
  // No connector says what became of another's payments.
  const isOwn = (await connectorOf(kept.companyId)) === connectorId;
  const lines = isOwn ? await deps.findings.settlementsOf(connectorId, paymentId) : [];
  const proof = proofOfReturn({ paymentId, amountCents: kept.amountCents }, lines);
  if (proof?.outcome.kind !== 'returned') {
    const { submissionId, amountCents: theirsCents } = line;
    await noteFinding(deps, { ownerId, run }, { ...found, submissionId, theirsCents });
    return;
  }
  const { reason, on } = proof.outcome;
  await retryOrThrow('The return of a kept payment could not be recorded', async () => {
    // Another run may be at it.
    if ((await keptPaymentStore(deps.table).find(returnable))?.returned) return true;
    const writes = [
      keptPaymentStore(deps.table).noteReturned(returnable, { reason, on }),
      ...(await accountWrites(deps, kept, returnable)),
      deps.findings.noteSettled(ownerId, found, 'returned', run),
      auditEntry({
        partnerId: ownerId,
        actor: { kind: 'schedule', id: 'reconciliation' },
        action: 'payment-settled',
        now: run.machineNow,
        detail: { paymentId: kept._id, outcome: 'returned' },
      }),
    ];
    return attemptWrite(deps.table, true, writes);
  });
}

/** The account owes it again, and nothing pays its statement automatically, whoever has linked it. */
async function accountWrites(
  { ledgers }: ReconcileDeps,
  { _id, companyId }: KeptPayment,
  { statement }: Returnable,
) {
  if (!statement) return [];
  const account = { companyId, accountFingerprint: statement.accountFingerprint };
  const next = ledgerAfterReturn(await ledgers.find(account), { _id, statement });
  return [ledgers.save(account, next)];
}

/** Its partner may be erased as well: then it is the operator's alone. */
async function ownerOf({ table }: ReconcileDeps, { partnerId }: KeptPayment): Promise<string> {
  return (await partnerStore(table).find(partnerId)) ? partnerId : DEPLOYMENT;
}
