/** What a bill knows of its account's payments: by any link, client or partner. */

import type { Day } from '../base/dates.ts';
import { type AccountLedger, factsOf, unpostedOf } from '../payment/account-ledger.ts';
import { isReturnedStatement } from '../payment/statement.ts';
import type { BillRecord } from './bill.ts';
import { type Following, followReading, statementOfBill } from './statements.ts';

type OnBill = Pick<BillRecord, 'account' | 'unposted' | 'returned'>;

/** What is taken beside a payment that is under way: while there is one, no other begins. */
export function accountOn(
  ledger: AccountLedger | undefined,
  bill: Pick<BillRecord, 'statement' | 'reported'>,
  today: Day,
): OnBill {
  const { returned, pendingPaymentId = '' } = ledger ?? {};
  const facts = ledger && factsOf(ledger, statementOfBill(bill), pendingPaymentId);
  const tells = facts && (facts.takenCents > 0 || facts.unproven.length > 0 || facts.isPast);
  const account = tells ? facts : undefined;
  const unposted = account && unpostedOf(account, today);
  return { account, unposted, ...(returned && { returned }) };
}

/** The same after a reading of the bill, or of one that is new; a returned statement stays as it is. */
export function accountAfter(
  ledger: AccountLedger | undefined,
  standing: BillRecord | undefined,
  reported: BillRecord['reported'],
  { seenOn: today, weekly }: { readonly seenOn: Day; readonly weekly?: true },
): Omit<OnBill, 'returned'> {
  const on = { today, weekly };
  const { account, unposted } = billAsRead(standing ?? { reported: {} }, reported, ledger, on);
  return { account, unposted };
}

/** The bill as a session has read it, with what is taken by the ledger. */
export function billAsRead<B extends Following>(
  bill: B,
  reported: BillRecord['reported'],
  ledger: AccountLedger | undefined,
  { today, weekly }: { readonly today: Day; readonly weekly?: true },
) {
  const { followed } = followReading(bill, reported, today, weekly);
  const read = { ...bill, ...followed, reported };
  return { ...read, ...accountOn(ledger, read, today) };
}

/** Whether a reading of the bill looks at the ledger: it may prove a payment, or take a proof back. */
export function isWatched(bill: BillRecord): boolean {
  const { account, pendingPaymentId, unposted, returned } = bill;
  const { unproven = [], takenCents = 0 } = account ?? {};
  const isTaken = unproven.length > 0 || takenCents > 0 || unposted !== undefined;
  const isReturned = isReturnedStatement(returned, statementOfBill(bill));
  return isTaken || isReturned || pendingPaymentId !== undefined;
}
