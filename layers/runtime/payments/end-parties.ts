/** What a payment that ends leaves of its bill and auth. */
import { type AuthRecord, presentAuth } from '@billhook/core/auth/auth';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { AuthStore } from '../stores/auth-store.ts';
import type { BillStore } from '../stores/bill-store.ts';
import type { Write } from '../table/types.ts';

type Parties = {
  readonly auth: AuthRecord | undefined;
  /** The bill as it stands. */
  readonly standing: BillRecord | undefined;
  /** The bill as the payment leaves it; the same where the payment is not the bill's any more. */
  readonly bill: BillRecord | undefined;
};

/** What was deleted while the payment was in flight is erased now. `authAfter`: what the payment met. */
export function endParties(
  { bills, auths }: { readonly bills: BillStore; readonly auths: AuthStore },
  { auth, standing, bill }: Parties,
  machineNow: number,
  authAfter?: (auth: AuthRecord) => AuthRecord,
): Write[] {
  if (!standing || !bill || standing === bill) return [];
  if (standing.deletedAt) {
    const billIds = auth?.billIds.filter((id) => id !== bill._id) ?? [];
    const left = auth && { ...auth, billIds };
    const ends = auth?.deletedAt !== undefined && billIds.length === 0;
    if (!left) return [bills.erase(standing)];
    const rest = ends ? auths.erase(auth, [standing], machineNow) : [auths.save(left, auth)];
    return [bills.erase(standing), ...rest];
  }
  const told = auth && authAfter?.(auth);
  if (!auth || !told || told === auth) return [bills.save(bill, standing)];
  return [
    bills.save({ ...bill, auth: presentAuth(told) }, standing),
    ...auths.saveWithCopies(told, auth, new Set([bill._id])),
  ];
}
