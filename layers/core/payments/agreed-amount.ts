/**
 * What the user agreed to pay with an order: the statement and the amount that were seen, and a
 * `maxAmount` where one was given (decision: orders-remember-what-was-seen). Amounts in cents.
 */
import { type BillRecord, owedOf } from '../bill.ts';
import type { Day } from '../dates.ts';
import { amountLimitOf, amountToPay, choosing } from '../payment-amount.ts';
import { heldToPromise, type Paying, type Promised } from './promised.ts';
import { type Agreed, isSameOrMoved, statementShown } from './statement.ts';
import type { Waiting } from './waiting.ts';

export function isWaiting(planned: number | Waiting): planned is Waiting {
  return typeof planned !== 'number';
}

/** What is charged of what is owed, or why the payment waits. Without an agreement: what is owed. */
export function amountAgreed(
  agreed: Agreed | undefined,
  owedCents: number,
  {
    company,
    reported,
    partnerNow,
  }: Pick<BillRecord, 'company' | 'reported'> & { readonly partnerNow: number },
): number | Waiting {
  if (!agreed || owedCents === 0) return owedCents;
  const shown = statementShown(reported, partnerNow);
  const isSame = isSameOrMoved(agreed.statement, shown);
  const most = Math.max(agreed.cents, agreed.maxCents ?? 0);
  const waits = { seenCents: agreed.cents, owedCents };
  if (!isSame) return { reason: 'another-statement', ...waits };
  if (owedCents <= most) return owedCents;
  return amountLimitOf({ company }) === 'balances' ? { reason: 'more-owed', ...waits } : most;
}

/** The same by what the bill shows, before its company is asked; with the fee, where a method is given. */
export function amountPlanned(
  payment: { readonly agreed?: Agreed; readonly promised?: Promised },
  bill: BillRecord,
  partnerNow: number,
  method?: Paying,
): number | Waiting {
  const { agreed } = payment;
  const owedCents = amountToPay(choosing(bill, agreed?.chosenCents), owedOf(bill));
  const planned = amountAgreed(agreed, owedCents, { ...bill, partnerNow });
  if (isWaiting(planned) || !method) return planned;
  return heldToPromise(planned, payment, { company: bill.company, method });
}

/** The waiting that goes on: its user is reminded once, on the due date. */
export function goOnWaiting(
  before: Waiting | undefined,
  now: Waiting,
  { reported, today }: Pick<BillRecord, 'reported'> & { readonly today: Day },
): Waiting {
  const due = before !== undefined && reported.dueOn !== undefined && reported.dueOn <= today;
  return { ...now, ...((before?.reminded || due) && { reminded: true }) };
}

/** What is agreed to with what a bill shows now; `maxCents` as it was given. */
export function agreedNow(
  reported: BillRecord['reported'],
  owedCents: number,
  { maxCents, chosenCents, partnerNow }: Asked,
): Agreed {
  return {
    statement: statementShown(reported, partnerNow),
    cents: maxCents === undefined ? owedCents : Math.min(owedCents, maxCents),
    ...(maxCents !== undefined && { maxCents }),
    ...(chosenCents !== undefined && { chosenCents }),
  };
}

type Asked = {
  readonly maxCents?: number;
  readonly chosenCents?: number;
  readonly partnerNow: number;
};
