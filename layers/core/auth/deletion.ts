/** Deleting an auth: its bills go, what is scheduled is cancelled, what is in flight goes on. */

import { without } from '../base/members.ts';
import type { BillRecord } from '../bill/bill.ts';
import type { PaymentRecord, PlannedPayment } from '../payment/payment.ts';
import { cancelPayment } from '../payment/transitions.ts';
import type { AuthRecord } from './auth.ts';

export type Deletion = {
  readonly saved: { readonly bills: BillRecord[]; readonly payments: PaymentRecord[] };
  readonly erased: { readonly bills: BillRecord[] };
  /** The hidden auth while a payment is in flight; nothing when it goes at once. */
  readonly hidden?: AuthRecord;
};

export function deleteAuth(
  auth: AuthRecord,
  bills: readonly BillRecord[],
  scheduled: readonly PlannedPayment[],
  now: string,
): Deletion {
  const inFlight = bills.filter((bill) => bill.pendingPaymentId !== undefined);
  return {
    saved: {
      bills: inFlight.map((bill) => ({
        ...without(bill, ['partnerShard', 'methodId']),
        deletedAt: now,
      })),
      payments: scheduled.map(cancelPayment),
    },
    erased: { bills: bills.filter((bill) => bill.pendingPaymentId === undefined) },
    ...(inFlight.length > 0 && {
      hidden: { ...hide(auth, inFlight, now), numberedFrom: lastNumber(auth, bills) },
    }),
  };
}

/** The highest number of an event about the auth or its bills, but for that of its deletion. */
export function lastNumber(auth: AuthRecord, bills: readonly BillRecord[]): number {
  const numbers = bills.map(({ sequence = 0 }) => sequence);
  return Math.max(auth.sequence ?? 0, auth.numberedFrom ?? 0, ...numbers);
}

function hide(auth: AuthRecord, inFlight: readonly BillRecord[], now: string): AuthRecord {
  const stopped = { link: undefined, challenge: undefined, openSwapId: undefined };
  return { ...auth, ...stopped, billIds: inFlight.map(({ _id }) => _id), deletedAt: now };
}
