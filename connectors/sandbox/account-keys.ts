/**
 * The keys of accounts as callers see them. Those of the sandbox have the login in them, and the kit keeps
 * what a reading came to: on the wire, and in the store, they are keyed hashes.
 */
import { createHmac } from 'node:crypto';
import type { BillsResult } from '@billhook/connector-kit';
import type { Session } from '@billhook/core/company/connector';
import { accountKeyOf } from '@billhook/core/sandbox/account';

export type AccountKeys = ReturnType<typeof openAccountKeys>;

/** More than any login of the sandbox leads to. */
const MOST_ACCOUNTS = 10;

export function openAccountKeys(secret: string) {
  const hide = (accountKey: string) =>
    createHmac('sha256', secret).update(accountKey).digest('base64url');
  return {
    hidden(result: BillsResult): BillsResult {
      if (result.kind !== 'bills') return result;
      const bills = result.bills.map((bill) => ({ ...bill, accountKey: hide(bill.accountKey) }));
      return { ...result, bills };
    },
    /** The account of this login that is meant; what is none of them stays what it is. */
    found(session: Session, hidden: string): string {
      const own = Array.from({ length: MOST_ACCOUNTS }, (_, index) => accountKeyOf(session, index));
      return own.find((accountKey) => hide(accountKey) === hidden) ?? hidden;
    },
  };
}
