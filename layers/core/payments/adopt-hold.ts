/** What release 0.1.0 kept of a statement, as the present rules would have written it. */
import type { Day } from '../dates.ts';
import type { PaymentRecord } from '../payment.ts';
import { settleLedger } from '../payment-settlement.ts';
import { type AccountLedger, withPending } from './account-ledger.ts';

/**
 * The ledger of an account that has none, by the payment that holds its statement, with the version
 * that nothing has yet. Nothing where the payment has come to nothing, or is long posted.
 */
export function adoptHold(
  payment: PaymentRecord | undefined,
  today: Day,
): AccountLedger | undefined {
  if (payment?.status === 'pending') return { ...withPending(undefined, payment._id), version: 0 };
  if (payment?.outcome?.kind !== 'paid') return undefined;
  const adopted = settleLedger(undefined, payment, payment.outcome);
  const unposted = adopted.unposted.filter(({ until }) => until >= today);
  return { ...adopted, unposted, version: 0 };
}
