/** What stays of a payment, written in the transaction that removes it. */
import { dayOf } from '@billhook/core/base/dates';
import { ledgerKey, statementKey } from '@billhook/core/base/table-keys';
import {
  adoptedLedger,
  keptPayment,
  ledgerWithout,
  mayReturnUntil,
  newReference,
  returnableOf,
} from '@billhook/core/erasing/kept-payment';
import { accountOf, type PaymentRecord, type StatementHold } from '@billhook/core/payment/payment';
import { keptPaymentStore } from '../stores/kept-payment-store.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { momentOf } from '../table/partner-time.ts';
import type { Key, Write } from '../table/types.ts';

type KeepDeps = Pick<Stores, 'table' | 'ledgers' | 'random'>;

/** Nothing of a payment that nobody was charged for. */
export async function keepPayment(
  { table, ledgers, random }: KeepDeps,
  payment: PaymentRecord,
  machineNow: number,
): Promise<Write[]> {
  const reference = newReference(random);
  const kept = keptPayment(payment, reference);
  if (!kept) return [];
  const store = keptPaymentStore(table);
  const until = mayReturnUntil(payment);
  const mayReturn = until !== undefined && until > dayOf(machineNow);
  const writes: Write[] = [
    store.add(kept),
    ...(mayReturn ? [store.addReturnable(payment._id, returnableOf(payment, kept), until)] : []),
  ];
  if (!payment.statement) return writes;
  const account = accountOf(payment);
  const next = ledgerWithout(await ledgers.find(account), payment, reference);
  return next ? [...writes, ledgers.save(account, next)] : writes;
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
  const held: Held[] = [];
  for (const payment of payments) {
    const hold = await holdOf({ table }, payment);
    if (hold) held.push({ payment, hold });
  }
  for (const own of Map.groupBy(held, accountName).values()) {
    const [first] = own;
    if (!first) continue;
    const account = accountOf(first.payment);
    const { partnerNow } = await momentOf(table, first.payment, machineNow);
    const paid = own.map(({ payment }) => payment);
    const adopted = adoptedLedger(paid, dayOf(partnerNow));
    const missing = adopted && !(await ledgers.find(account));
    if (missing) await writeUnlessChanged(table, [ledgers.save(account, adopted)]);
    for (const { payment, hold } of own) {
      const when = { equals: { paymentId: payment._id } };
      await writeUnlessChanged(table, [{ delete: hold, when }]);
    }
  }
}

type Held = { readonly payment: PaymentRecord; readonly hold: Key };

function accountName({ payment }: Held): string {
  const { companyId, accountFingerprint } = accountOf(payment);
  return ledgerKey(companyId, accountFingerprint).pk;
}

/** Where the hold of a payment's statement stands, if it is still there and names the payment. */
async function holdOf(
  { table }: Pick<KeepDeps, 'table'>,
  { _id, companyId, statement }: PaymentRecord,
): Promise<Key | undefined> {
  if (!statement?.dueOn) return undefined;
  const key = statementKey(companyId, statement.accountFingerprint, statement.dueOn);
  const hold = await table.get<StatementHold>(key);
  return hold?.paymentId === _id ? key : undefined;
}
