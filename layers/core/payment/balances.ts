/** What an account owes, in cents; what the company does not say is `undefined`. */
import type { CompanyBill } from '../company/connector.ts';

export type Balances = Pick<
  CompanyBill,
  'balanceCents' | 'statementBalanceCents' | 'fullBalanceCents'
>;

export function balancesOf({
  balanceCents,
  statementBalanceCents,
  fullBalanceCents,
}: Balances): number[] {
  return [balanceCents, statementBalanceCents, fullBalanceCents].filter(
    (cents) => cents !== undefined,
  );
}

/** The most that is owed; 0 while the company reports no balance. */
export function largestBalance(balances: Balances): number {
  return Math.max(0, ...balancesOf(balances));
}

/** What is owed once payments that the company doesn't show yet are taken off. */
export function lessPaid<B extends Balances>(balances: B, paidCents: number): B {
  if (paidCents === 0) return balances;
  const less = (cents: number | undefined) =>
    cents === undefined ? undefined : Math.max(0, cents - paidCents);
  return {
    ...balances,
    balanceCents: less(balances.balanceCents),
    statementBalanceCents: less(balances.statementBalanceCents),
    fullBalanceCents: less(balances.fullBalanceCents),
  };
}
