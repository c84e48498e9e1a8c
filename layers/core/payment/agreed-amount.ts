/** What the user agreed to pay with an order, in cents (decision: orders-remember-what-was-seen). */

import { type Day, dayOf } from '../base/dates.ts';
import { only } from '../base/members.ts';
import { type BillRecord, owedOf } from '../bill/bill.ts';
import { sumOf, type Unproven } from './account-ledger.ts';
import { amountLimitOf, amountToPay, choosing } from './amount.ts';
import { lessPaid } from './balances.ts';
import { takenOf, waitForEarlier } from './bound.ts';
import { type Agreed, isSameStatement, statementRead } from './statement.ts';
import type { Waiting } from './waiting.ts';

export function isWaiting(planned: number | Waiting): planned is Waiting {
  return typeof planned !== 'number';
}

type Shown = Pick<BillRecord, 'account' | 'company' | 'reported' | 'statement' | 'unposted'> &
  Pick<BillRecord, 'customPaymentAmountCents' | 'earlier'>;

/**
 * What an order charges of what its bill shows, or why it waits. What is taken and not proven is taken off
 * as long as its posting time wasn't over when the user agreed, but for what came before `afterPayment`.
 */
export function amountPlanned(
  { agreed }: { readonly agreed?: Agreed },
  bill: Shown,
  partnerNow: number,
): number | Waiting {
  const today = dayOf(partnerNow);
  const earlier = takenOff(bill, agreed, today);
  const chosen = choosing(bill, agreed?.chosenCents);
  const owedCents = amountToPay(chosen, lessPaid(bill.reported, sumOf(earlier)));
  const last = earlier.at(-1);
  // Below this, what is left beside an earlier payment isn't what was ordered.
  const leastCents = Math.min(amountToPay(chosen, bill.reported), agreed?.chosenCents ?? 1);
  if (last && owedCents < leastCents) return waitForEarlier(bill, last);
  return amountAgreed(agreed, owedCents, bill, today);
}

/** The earlier payments that an order takes off, the oldest first. */
export function takenOff(
  bill: Pick<BillRecord, 'account' | 'unposted'>,
  agreed: Pick<Agreed, 'on' | 'afterPayment'> | undefined,
  today: Day,
): readonly Unproven[] {
  const { unproven } = takenOf(bill);
  const { on = today, afterPayment } = agreed ?? {};
  const named = unproven.findIndex(({ paymentId }) => paymentId === afterPayment);
  return unproven.slice(named + 1).filter(({ until }) => until >= on);
}

/** What is charged of what is owed, or why the payment waits. Without an agreement: what is owed. */
function amountAgreed(
  agreed: Agreed | undefined,
  owedCents: number,
  { company, reported, statement }: Shown,
  today: Day,
): number | Waiting {
  if (!agreed || owedCents === 0) return owedCents;
  const shown = statementRead(statement, reported, today);
  const most = Math.max(agreed.cents, agreed.maxCents ?? 0);
  const waits = { seenCents: agreed.cents, owedCents };
  if (!isSameStatement(agreed.statement, shown)) return { reason: 'another-statement', ...waits };
  if (owedCents <= most) return owedCents;
  // Who saw that nothing is owed agreed to no part either.
  const takesNone = most === 0 || amountLimitOf({ company }) === 'balances';
  return takesNone ? { reason: 'more-owed', ...waits } : most;
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
export function agreedNow(bill: Shown, { partnerNow, ...asked }: Asked): Agreed {
  const today = dayOf(partnerNow);
  const { maxCents, chosenCents, afterPayment } = asked;
  const chosen = choosing(bill, chosenCents);
  const paidCents = sumOf(takenOff(bill, { on: today, afterPayment }, today));
  const leftCents = amountToPay(chosen, lessPaid(bill.reported, paidCents));
  // No more than its user was shown, be the posting time of what is taken off there over by now.
  const shownCents = afterPayment === undefined ? amountToPay(chosen, owedOf(bill)) : leftCents;
  const owedCents = Math.min(leftCents, shownCents);
  return {
    statement: statementRead(bill.statement, bill.reported, today),
    cents: maxCents === undefined ? owedCents : Math.min(owedCents, maxCents),
    on: today,
    ...only(asked, ['maxCents', 'chosenCents', 'afterPayment']),
  };
}

export type Asked = Pick<Agreed, 'maxCents' | 'chosenCents' | 'afterPayment'> & {
  readonly partnerNow: number;
};
