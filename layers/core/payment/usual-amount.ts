/** What is usual of a bill (decision: unusual-amounts-wait). */

import type { BillRecord } from '../bill/bill.ts';
import { statementOfBill } from '../bill/statements.ts';
import { isSameStatement } from './statement.ts';
import type { Waiting } from './waiting.ts';

/** How many of the last statements say what is usual. */
const LAST_STATEMENTS = 6;
/** How many times the highest of them a statement may come to that nobody has asked to pay. */
const TIMES_HIGHEST = 3;

type Usual = Pick<BillRecord, 'account' | 'payments' | 'reported' | 'statement'>;

/** What an automatic payment charges, or why it waits: far more than the statements before it came to. */
export function amountUnasked(bill: Usual, amountCents: number): number | Waiting {
  const last = statementTotals(bill).slice(0, LAST_STATEMENTS);
  const highest = Math.max(...last);
  const totalCents = amountCents + (bill.account?.takenCents ?? 0);
  if (last.length === 0 || totalCents <= TIMES_HIGHEST * highest) return amountCents;
  return { reason: 'unusual-amount', seenCents: highest, owedCents: amountCents };
}

/** What the other statements came to, the newest first: what was owed of each, or paid in all its parts. */
function statementTotals(bill: Usual): number[] {
  const shown = statementOfBill(bill);
  const totals: {
    readonly statement: BillRecord['payments'][number]['statement'];
    cents: number;
    owedCents: number;
  }[] = [];
  for (const { amountCents, statement } of bill.payments) {
    if (statement && shown && isSameStatement(statement, shown)) continue;
    const owedCents = statement?.owedCents ?? 0;
    const other =
      statement && totals.find((one) => one.statement && isSameStatement(one.statement, statement));
    if (other) {
      other.cents += amountCents;
      other.owedCents = owedCents;
    } else totals.push({ statement, cents: amountCents, owedCents });
  }
  return totals.map(({ cents, owedCents }) => Math.max(cents, owedCents));
}
