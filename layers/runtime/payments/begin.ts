/** Beginning a payment: bill, method, payment and the account's ledger change in one transaction, or none. */

import { dayOf } from '@billhook/core/base/dates';
import type { Owner } from '@billhook/core/base/owner';
import { accountOn } from '@billhook/core/bill/account';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import {
  type AccountLedger,
  withoutTaken,
  withPending,
} from '@billhook/core/payment/account-ledger';
import { checkOwed } from '@billhook/core/payment/order-refusal';
import type { PaymentRecord, PlannedPayment } from '@billhook/core/payment/payment';
import { beginPayment } from '@billhook/core/payment/transitions';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, conflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';

/** The payment of the bill that waits for its user; a conflict where it waits no more by now. */
export async function findWaiting(
  { payments }: Pick<Stores, 'payments'>,
  { scheduled }: BillRecord,
): Promise<PaymentRecord<'waiting'> | undefined | typeof conflict> {
  if (!scheduled?.waiting) return undefined;
  const payment = await payments.findAny(scheduled.paymentId);
  return payment?.state === 'waiting' ? payment : conflict;
}

/** An account as its payments have left it, and the bill with what of them isn't shown yet. */
export type StandingAccount<B extends BillRecord = BillRecord> = {
  readonly ledger: AccountLedger | undefined;
  readonly bill: B;
};

/**
 * @param own a payment that is about to begin: what its company took of it against its promise is its own.
 * @param isLater whether nothing begins by it: what release 0.1.0 left is looked for when something does.
 */
export async function findAccount<B extends BillRecord>(
  { ledgers }: Pick<Stores, 'ledgers'>,
  bill: B,
  partnerNow: number,
  { own = '', isLater = false }: { readonly own?: string; readonly isLater?: boolean } = {},
): Promise<StandingAccount<B>> {
  const known = await (isLater ? ledgers.find(bill) : ledgers.findOrAdopt(bill, partnerNow));
  const ledger = known && withoutTaken(known, own);
  return { ledger, bill: { ...bill, ...accountOn(ledger, bill, dayOf(partnerNow)) } };
}

/** Writes a payment's beginning: of two payments of one account, one begins. */
export async function writeBeginning(
  { table, bills, ledgers, methods, payments }: Stores,
  standing: {
    readonly bill: BillRecord;
    readonly method: PaymentMethodRecord;
    /** Where it was chosen for this payment alone. */
    readonly ownMethodId?: string;
    readonly payment: PlannedPayment;
    /** The payment as it was read, where it was scheduled. */
    readonly scheduled?: PaymentRecord;
    /** Where it was read already. */
    readonly account?: StandingAccount;
    /** Who ordered it, where it begins at once. */
    readonly by?: Owner;
    /** What is written with it. */
    readonly also?: readonly Write[];
  },
  machineNow: number,
): Promise<PaymentRecord | typeof conflict | NonNullable<ReturnType<typeof checkOwed>>> {
  const moment = await momentOf(table, standing.bill, machineNow);
  const account =
    standing.account ?? (await findAccount({ ledgers }, standing.bill, moment.partnerNow));
  const refusal = checkOwed(account, standing.payment, moment.partnerNow);
  if (refusal) {
    // By another payment of this very bill, perhaps: deciding anew tells that it is pending.
    const bill = await bills.findAny(standing.bill._id);
    return bill?.version === standing.bill.version ? refusal : conflict;
  }
  const { method, payment, ownMethodId } = standing;
  const begun = beginPayment(account.bill, method, payment, moment, ownMethodId);
  return attemptWrite(table, begun.payment, [
    ledgers.save(begun.bill, withPending(account.ledger, begun.payment._id)),
    bills.save(begun.bill, standing.bill, standing.by),
    methods.save(begun.method, standing.method),
    payments.save(begun.payment, standing.scheduled),
    ...(standing.also ?? []),
  ]);
}
