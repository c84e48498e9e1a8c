/** What a user may choose to pay of a bill. Sums are of whole cents. */
import { moneyText, parseMoney } from '@billhook/core/base/money';
import { amountLimitOf, amountToPay } from '@billhook/core/payment/amount';
import { largestBalance } from '@billhook/core/payment/balances';
import type { Bill } from '@billhook/core/schemas/bill';

export type AmountKind = 'balance' | 'statement' | 'full' | 'custom';

/** `amount` is a decimal text; a custom one has none until it is typed. */
export type AmountChoice = { readonly kind: AmountKind; readonly amount?: string };

/** One choice alone is no choice: the list has at least two, or only the balance. */
export function amountChoices(bill: Bill): AmountChoice[] {
  const { balance, statementBalance, fullBalance } = bill;
  const known: AmountChoice[] = [
    { kind: 'balance', amount: balance },
    { kind: 'statement', amount: statementBalance },
    { kind: 'full', amount: fullBalance },
  ];
  const different = known.filter(
    ({ amount }, index) =>
      amount !== undefined &&
      centsOf(amount) > 0 &&
      known.findIndex((other) => other.amount === amount) === index,
  );
  return amountLimitOf(bill) === 'balances' ? different : [...different, { kind: 'custom' }];
}

/** A card's or a loan's balance is the least that has to be paid: more is owed than that. */
export function hasMinimum({ balance, statementBalance, fullBalance }: Bill): boolean {
  const more = [statementBalance, fullBalance].map((amount) => centsOf(amount ?? '0'));
  return balance !== undefined && centsOf(balance) > 0 && Math.max(...more) > centsOf(balance);
}

/** Whether what is charged without asking again is the minimum. */
export function isMinimum(bill: Bill): boolean {
  return hasMinimum(bill) && chosenKind(bill) === 'balance';
}

/** What an amount of the bill is called wherever it is paid. */
export function amountKey(bill: Bill, amount: string): 'amount.minimum' | 'pay.amount' {
  return hasMinimum(bill) && amount === bill.balance ? 'amount.minimum' : 'pay.amount';
}

/** Which of the choices stands. Nothing where the balances have changed since. */
export function chosenKind(bill: Bill): AmountKind | undefined {
  const { customPaymentAmount: chosen } = bill;
  if (chosen === undefined) return 'balance';
  const same = amountChoices(bill).find(({ amount }) => amount === chosen);
  if (same) return same.kind;
  return amountLimitOf(bill) === 'balances' ? undefined : 'custom';
}

/** What a payment of the bill would charge now, in cents; fees are the company's own. */
export function chargedCents(bill: Bill): number {
  const chosen = bill.customPaymentAmount;
  return amountToPay(
    { company: bill.company, customPaymentAmountCents: (chosen && centsOf(chosen)) || undefined },
    balancesOf(bill),
  );
}

function balancesOf({ balance, statementBalance, fullBalance }: Bill) {
  const cents = (amount: string | undefined) =>
    amount === undefined ? undefined : centsOf(amount);
  return {
    balanceCents: cents(balance),
    statementBalanceCents: cents(statementBalance),
    fullBalanceCents: cents(fullBalance),
  };
}

/** Of what the service writes; a credit is nothing that could be paid. */
function centsOf(amount: string): number {
  return parseMoney(amount) ?? 0;
}

/** The most that a custom amount may be, as text; nothing where the company takes any. */
export function mostOf(bill: Bill): string | undefined {
  if (amountLimitOf(bill) === 'any') return undefined;
  return moneyText(largestBalance(balancesOf(bill)));
}

/**
 * What was typed as an amount, as decimal text: `$1,250.00`, `1250`, `12,50`. `none` where it is no
 * amount, `too-much` where the company does not take as much.
 */
export function readAmount(
  typed: string,
  bill: Bill,
): string | { readonly not: 'none' | 'too-much' } {
  const plain = typed.replace(/[\s$]/g, '');
  const grouped = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain);
  const cents = parseMoney(grouped ? plain.replaceAll(',', '') : plain.replace(',', '.'));
  if (cents === undefined || cents === 0) return { not: 'none' };
  const most = mostOf(bill);
  return most !== undefined && cents > centsOf(most) ? { not: 'too-much' } : moneyText(cents);
}
