/**
 * The bound of an automatic payment (decision: the-bound): asked when it is planned and again in the
 * session that pays. It charges no more than is shown less all that is taken and unproven, and of a
 * statement no more than was owed when our first payment of it was submitted, or than its user chose.
 */
import type { BillRecord } from '../bill/bill.ts';
import { mostAmount } from '../bill/earlier-settings.ts';
import { type AccountFacts, sumOf, type Unproven } from './account-ledger.ts';
import { amountLimitOf } from './amount.ts';
import { largestBalance, lessPaid } from './balances.ts';
import { amountUnasked } from './usual-amount.ts';
import type { Waiting } from './waiting.ts';

export type Bounded = Pick<BillRecord, 'account' | 'company' | 'payments' | 'reported'> &
  Pick<BillRecord, 'customPaymentAmountCents' | 'earlier' | 'statement' | 'unposted'>;

type Taken = Pick<BillRecord, 'account' | 'unposted'>;

/** What is taken of the account of a bill; earlier releases kept what isn't shown yet alone. */
export function takenOf({ account, unposted }: Taken): AccountFacts {
  if (account || !unposted) return account ?? { takenCents: 0, unproven: [] };
  const { cents, until } = unposted;
  const one = { paymentId: '', amountCents: cents, paidOn: until, until, own: true as const };
  return { takenCents: cents, unproven: [one] };
}

/** What is shown of its bill, less all that is taken and unproven. */
export function owedUnproven(bill: Taken & Pick<BillRecord, 'reported'>) {
  return lessPaid(bill.reported, sumOf(takenOf(bill).unproven));
}

/** What an automatic payment charges now, or why it waits for its user; 0 where there is nothing to pay. */
export function automaticAmount(bill: Bounded): number | Waiting {
  const { balanceCents: shownCents = 0 } = bill.reported;
  const taken = takenOf(bill);
  const { takenCents, owedCents: boundCents = Number.POSITIVE_INFINITY } = taken;
  const { isPast, unproven } = taken;
  const ownCents = sumOf(unproven.filter(({ own }) => own));
  if (shownCents <= ownCents || isPast) return 0;
  const most = mostAmount(bill);
  // What its user chose takes the place of what was owed; what is left of an earlier link only restricts.
  const chosenCents = bill.customPaymentAmountCents ?? Math.min(boundCents, most ?? boundCents);
  const limitCents = Math.max(0, chosenCents - takenCents);
  if (most !== undefined && takenCents >= most) return 0;
  const within = (paidCents: number) => atMost(bill, limitCents, paidCents);
  const wantedCents = within(ownCents);
  const amountCents = within(sumOf(unproven));
  // An earlier payment isn't proven by now: what is surely owed is paid, and the rest is its user's to say.
  const isBeside = amountCents < wantedCents;
  if (isBeside && (amountCents === 0 || !takesParts(bill)))
    return waitForEarlier(bill, earlierOf(bill));
  const restCents = shownCents - ownCents;
  const isPart = !isBeside && boundCents - takenCents <= limitCents && amountCents < restCents;
  if (isPart && (amountCents === 0 || !takesParts(bill)))
    return { reason: 'more-owed', seenCents: boundCents, owedCents: shownCents };
  return amountUnasked(bill, amountCents);
}

/** What may be charged at most once so much of what is shown was paid. */
function atMost(bill: Bounded, limitCents: number, paidCents: number): number {
  const { reported } = bill;
  const leftCents = Math.max(0, (reported.balanceCents ?? 0) - paidCents);
  // Without a choice, and where what is left of an earlier link only restricts.
  if (bill.customPaymentAmountCents === undefined) return Math.min(leftCents, limitCents);
  if (leftCents === 0) return 0;
  const largest = Math.max(0, largestBalance(reported) - paidCents);
  return amountLimitOf(bill) === 'any' ? limitCents : Math.min(limitCents, largest);
}

function takesParts(bill: Bounded): boolean {
  return amountLimitOf(bill) !== 'balances';
}

/** The newest payment of an earlier statement that isn't proven. */
export function earlierOf(bill: Taken) {
  return takenOf(bill).unproven.findLast(({ own }) => !own);
}

export function waitForEarlier(
  { reported }: Pick<BillRecord, 'reported'>,
  earlier: Unproven | undefined,
): Waiting {
  return {
    reason: 'earlier-payment-not-shown',
    seenCents: earlier?.amountCents ?? 0,
    owedCents: reported.balanceCents ?? 0,
    ...(earlier && { paymentId: earlier.paymentId }),
  };
}
