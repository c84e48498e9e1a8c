/** What stays of a payment, written in the transaction that removes it. */
import { dayOf } from '@billhook/core/dates';
import {
  adoptedLedger,
  keptPayment,
  ledgerWithout,
  newReference,
} from '@billhook/core/erasing/kept-payment';
import { accountOf, type PaymentRecord, type StatementHold } from '@billhook/core/payment';
import { keptPaymentKey, ledgerKey, statementKey } from '@billhook/core/table-keys';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { momentOf } from '../table/partner-time.ts';
import type { Write } from '../table/types.ts';

type KeepDeps = Pick<Stores, 'table' | 'ledgers' | 'random'>;

/** Nothing of a payment that nobody was charged for. */
export async function keepPayment(
  { ledgers, random }: KeepDeps,
  payment: PaymentRecord,
): Promise<Write[]> {
  const reference = newReference(random);
  const kept = keptPayment(payment, reference);
  if (!kept) return [];
  const { partnerId, paidOn } = kept;
  const key = keptPaymentKey(partnerId, paidOn, reference);
  const put: Write = { put: { ...key, ...kept }, when: { absent: true } };
  if (!payment.statement) return [put];
  const account = accountOf(payment);
  const next = ledgerWithout(await ledgers.find(account), payment, reference);
  return next ? [put, ledgers.save(account, next)] : [put];
}

/**
 * Gives each account that only release 0.1.0 has paid its ledger, in place of the holds of statements
 * that named its payments. Whoever links the account later finds what is unposted there.
 */
export async function adoptLedgers(
  { table, ledgers }: KeepDeps,
  payments: readonly PaymentRecord[],
  machineNow: number,
): Promise<void> {
  const before = payments.filter(
    ({ submission, statement }) => submission === undefined && statement?.dueOn !== undefined,
  );
  const accounts = Map.groupBy(before, (payment) => {
    const { companyId, accountFingerprint } = accountOf(payment);
    return ledgerKey(companyId, accountFingerprint).pk;
  });
  for (const own of accounts.values()) {
    const [first] = own;
    if (!first) continue;
    const account = accountOf(first);
    const { partnerNow } = await momentOf(table, first, machineNow);
    const adopted = adoptedLedger(own, dayOf(partnerNow));
    const missing = adopted && !(await ledgers.find(account));
    if (missing) await writeUnlessChanged(table, [ledgers.save(account, adopted)]);
    await dropHolds({ table }, own);
  }
}

async function dropHolds(
  { table }: Pick<KeepDeps, 'table'>,
  payments: readonly PaymentRecord[],
): Promise<void> {
  for (const { _id: paymentId, companyId, statement } of payments) {
    if (!statement?.dueOn) continue;
    const key = statementKey(companyId, statement.accountFingerprint, statement.dueOn);
    const hold = await table.get<StatementHold>(key);
    if (hold?.paymentId !== paymentId) continue;
    await writeUnlessChanged(table, [{ delete: key, when: { equals: { paymentId } } }]);
  }
}
