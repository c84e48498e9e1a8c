/**
 * Amounts: what a user may choose to pay of a bill, and what a payment charges. All in cents.
 *
 * A bill owes its `balance`, which of a card or loan is the least that has to be paid; those have a
 * `statementBalance` and a `fullBalance` beside it. A company whose options say so takes any amount
 * up to the largest of the three, or any amount at all; every other company takes one of the three.
 */

import { type Failure, fail } from '../base/errors.ts';
import { type BillRecord, owedOf } from '../bill/bill.ts';
import { mostAmount } from '../bill/earlier-settings.ts';
import { type Balances, balancesOf, largestBalance } from './balances.ts';

/** The type of the option by which a company takes amounts other than its balances. */
export const CUSTOM_AMOUNT_OPTION = 'custom-payment-amount';

/** What amounts a company takes: one of the balances, up to the largest of them, or any. */
export type AmountLimit = 'balances' | 'up-to-balance' | 'any';

export function amountLimitOf({ company }: Pick<BillRecord, 'company'>): AmountLimit {
  const options = company.additionalPaymentOptions ?? [];
  const taken = options.filter(({ type }) => type === CUSTOM_AMOUNT_OPTION);
  if (taken.length === 0) return 'balances';
  return taken.some(({ settings }) => settings.canExceedBalance) ? 'any' : 'up-to-balance';
}

/** Whether the user may choose the amount now. It is of at least one cent. */
export function checkCustomAmount(
  bill: Pick<BillRecord, 'company' | 'reported' | 'unposted'>,
  amountCents: number,
): Failure<'payment_amount_not_accepted'> | undefined {
  const owed = owedOf(bill);
  const takes: Record<AmountLimit, () => boolean> = {
    balances: () => balancesOf(owed).includes(amountCents),
    'up-to-balance': () => amountCents <= largestBalance(owed),
    any: () => true,
  };
  const taken = amountCents > 0 && takes[amountLimitOf(bill)]();
  return taken ? undefined : fail('payment_amount_not_accepted');
}

/** The bill as a payment sees it for which an amount of its own was chosen. */
export function choosing<B extends Pick<BillRecord, 'customPaymentAmountCents' | 'earlier'>>(
  bill: B,
  chosenCents: number | undefined,
): B {
  if (chosenCents === undefined) return bill;
  return { ...bill, customPaymentAmountCents: chosenCents, earlier: undefined };
}

/**
 * What a payment charges of what is owed: what its user chose, else the balance. A chosen amount stays what it
 * is when balances change, and is lowered to what is owed, unless the company takes more. 0 where none is owed.
 */
export function amountToPay(
  bill: Pick<BillRecord, 'company' | 'customPaymentAmountCents' | 'earlier'>,
  reading: Balances,
): number {
  const { balanceCents = 0 } = reading;
  if (balanceCents <= 0) return 0;
  const most = mostAmount(bill);
  const rest = most ?? balanceCents;
  // What is left of an earlier link only restricts.
  const isChosen = bill.customPaymentAmountCents !== undefined;
  const chosen = isChosen ? rest : Math.min(balanceCents, rest);
  return amountLimitOf(bill) === 'any' ? chosen : Math.min(chosen, largestBalance(reading));
}
