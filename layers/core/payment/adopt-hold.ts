/** What earlier releases kept of an account's payments, as the present rules would have written it. */

import type { Day } from '../base/dates.ts';
import type { BillRecord } from '../bill/bill.ts';
import { statementOfBill } from '../bill/statements.ts';
import {
  type AccountLedger,
  factsOf,
  isProven,
  type StatementTaken,
  statementsOf,
  sumOf,
  takenIn,
  withPending,
  withStatements,
} from './account-ledger.ts';
import type { PaymentRecord } from './payment.ts';
import { settleLedger } from './settlement.ts';
import { isSameStatement } from './statement.ts';

/** The ledger by the payment that holds its statement; nothing where that is over, or long posted. */
export function adoptHold(
  payment: PaymentRecord | undefined,
  today: Day,
): AccountLedger | undefined {
  if (payment?.status === 'pending') return withPending(undefined, payment._id);
  if (payment?.outcome?.kind !== 'paid') return undefined;
  const adopted = settleLedger(undefined, payment, payment.outcome);
  return adopted.unposted.some(({ until }) => until >= today) ? adopted : undefined;
}

/** The ledger of release 0.1.1 with what its bill knows to be paid and posted of a statement. */
export function adoptPaid(ledger: AccountLedger, bill: BillRecord): AccountLedger {
  if (ledger.statements) return ledger;
  const statements = withPosted(ledger, bill);
  const shown = statementOfBill(bill);
  const { balanceCents } = bill.reported;
  if (!shown || balanceCents === undefined) return withStatements(ledger, statements);
  const owing = statements.map((one): StatementTaken => {
    const [first, ...others] = one.taken;
    if (!first || !isSameStatement(one, shown)) return one;
    // What is shown now was owed, and what was posted before.
    const owedCents = balanceCents + sumOf(one.taken.filter(isProven));
    return { ...one, taken: [{ ...first, shown: { balanceCents: owedCents } }, ...others] };
  });
  return withStatements(ledger, owing);
}

function withPosted(ledger: AccountLedger, { paidOf, payments }: BillRecord) {
  const statements = statementsOf(ledger);
  const [last] = payments;
  if (!paidOf || !last) return statements;
  const { cents, ...statement } = paidOf;
  const amountCents = cents - factsOf(ledger, statement).takenCents;
  if (amountCents <= 0) return statements;
  const paidOn = last.paidOn.slice(0, 10);
  const paymentId = `${last.paymentId ?? 'earlier'} posted`;
  const posted = { paymentId, amountCents, paidOn, until: paidOn, proof: 'over' as const };
  const own = takenIn(statements.filter((one) => isSameStatement(one, statement)));
  const others = statements.filter((one) => !isSameStatement(one, statement));
  return [...others, { ...statement, taken: [posted, ...own] }];
}
