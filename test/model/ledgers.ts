/**
 * The model's accounts. What is taken, proven and charged follows the rules in core: they are held to a
 * hidden account by the battery of the bound (test/batteries/bound), and here to every write and crash.
 */

import { dayOf } from '@billhook/core/base/dates';
import { accountOn } from '@billhook/core/bill/account';
import type { BillRecord } from '@billhook/core/bill/bill';
import { followReading, skipStatement } from '@billhook/core/bill/statements';
import { type AccountLedger, emptyLedger } from '@billhook/core/payment/account-ledger';
import { isWaiting } from '@billhook/core/payment/agreed-amount';
import type { Waiting } from '@billhook/core/payment/waiting';
import { companyOf } from './rules.ts';
import {
  accountFingerprint,
  type Model,
  type ModelBill,
  type ModelWaiting,
  type Reported,
} from './state.ts';

type Account = { readonly companyId: string; readonly accountKey: string };

export function ledgerKey({ companyId, accountKey }: Account): string {
  return `${companyId} ${accountFingerprint(companyId, accountKey)}`;
}

export function ledgerOf(model: Model, account: Account): AccountLedger | undefined {
  return model.ledgers[ledgerKey(account)];
}

/** Changes the ledger, which is made where there is none. */
export function changeLedger(
  model: Model,
  account: Account,
  change: (ledger: AccountLedger) => AccountLedger,
): AccountLedger {
  const changed = change(ledgerOf(model, account) ?? emptyLedger);
  model.ledgers[ledgerKey(account)] = changed;
  return changed;
}

/** What of a bill its next payment depends on, as its record has it. */
export function recordOf(bill: ModelBill): BillRecord {
  const { companyId, custom, earlier, reported, skipped, skips, declined, pending } = bill;
  return {
    company: companyOf(companyId),
    reported,
    recurring: bill.recurring,
    seenOn: bill.seenOn,
    payments: bill.history.map((amountCents, index) => ({
      ...{ amountCents, paidOn: '' },
      ...(bill.paidFor[index] && { statement: bill.paidFor[index] }),
    })),
    ...{ statement: bill.statement, account: bill.account, unposted: bill.unposted },
    ...{ returned: bill.returned, skips, skippedDueOn: skipped, schedule: bill.schedule },
    ...{ customPaymentAmountCents: custom, waitsUntil: bill.waitsUntil },
    ...(earlier && { earlier: { mark: '', amountCents: earlier.amount } }),
    ...{ declinedMethodId: declined, pendingPaymentId: pending },
  } as unknown as BillRecord;
}

/** What the ledger says, put on a bill. */
export function knowAccount(model: Model, bill: ModelBill, now: number): void {
  const ledger = ledgerOf(model, bill);
  const { account, unposted } = accountOn(ledger, recordOf(bill), dayOf(now));
  Object.assign(bill, { account, unposted, returned: ledger?.returned ?? bill.returned });
}

/** What a reading changes of a bill's statement and skips; whether it is the next one. */
export function follow(bill: ModelBill, reading: Reported, now: number): boolean {
  const { isNext, followed } = followReading(
    recordOf(bill),
    reading as BillRecord['reported'],
    dayOf(now),
  );
  const { statement, skips, skippedDueOn } = followed;
  Object.assign(bill, { statement, skips: skips ?? bill.skips, skipped: skippedDueOn });
  return isNext;
}

export function skip(bill: ModelBill, now: number): void {
  const { skips, skippedDueOn } = skipStatement(recordOf(bill), dayOf(now));
  Object.assign(bill, { skips, skipped: skippedDueOn ?? bill.skipped });
}

/** As the model keeps it. */
export function said(planned: number | Waiting): number | ModelWaiting {
  if (!isWaiting(planned)) return planned;
  const { reason, seenCents: seen, owedCents: owed, paymentId } = planned;
  return { reason, seen, owed, reminded: false, ...(paymentId && { paymentId }) };
}
