/** Accounts that another connector calls otherwise, by one login (decision: accounts-keep-their-identity). */

import type { CompanyBill } from '../company/connector.ts';
import type { BillRecord } from './bill.ts';

type Seen = Pick<CompanyBill, 'accountNumber' | 'dueOn' | 'balanceCents' | 'statementBalanceCents'>;

/** Of a masked account number: fewer characters prove nothing. */
const LEAST_SHOWN = 4;

/** `same` and `other` are proven. */
type Relation = 'same' | 'other' | 'unclear';

function relationOf(seen: Seen, { reported }: Pick<BillRecord, 'reported'>): Relation {
  const [one, other] = [shownOf(seen.accountNumber), shownOf(reported.accountNumber)];
  if (one && other) return one.endsWith(other) || other.endsWith(one) ? 'same' : 'other';
  const owed = owedOf(seen);
  const isSameStatement = seen.dueOn !== undefined && seen.dueOn === reported.dueOn;
  return isSameStatement && owed !== undefined && owed === owedOf(reported) ? 'same' : 'unclear';
}

/** What is not masked at the end. */
function shownOf(accountNumber = ''): string | undefined {
  const shown = /[a-z0-9]+$/i.exec(accountNumber.replace(/[\s.-]/g, ''))?.[0] ?? '';
  const digits = shown.replace(/^x+/i, '').toLowerCase();
  return digits.length >= LEAST_SHOWN ? digits : undefined;
}

/** Nothing owed is what many accounts have in common. */
function owedOf({ balanceCents, statementBalanceCents }: Seen): number | undefined {
  return (statementBalanceCents ?? balanceCents) || undefined;
}

/** The bill that an account was before; `new` if it is proven to be none of them. */
export type Told<B> = { readonly bill: B } | 'new' | 'unclear';

/**
 * @param seen the accounts that no bill has under its present name.
 * @param bills those that none of the accounts has.
 * @returns for each account what it is, in their order.
 */
export function tellAccounts<B extends Pick<BillRecord, 'reported'>>(
  seen: readonly Seen[],
  bills: readonly B[],
): Told<B>[] {
  const candidates = seen.map((one) => bills.filter((bill) => relationOf(one, bill) === 'same'));
  return seen.map((one, index) => {
    const [bill, ...others] = candidates[index] ?? [];
    if (bill && others.length === 0) {
      const claims = candidates.filter((all) => all.includes(bill)).length;
      return claims === 1 ? { bill } : 'unclear';
    }
    const isOther = bills.every((each) => relationOf(one, each) === 'other');
    return isOther ? 'new' : 'unclear';
  });
}
