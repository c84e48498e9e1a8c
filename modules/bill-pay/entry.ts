/** What the module knows of its user: bills, accounts, ways to pay, and links under way. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Bill, BillPayment, HistoryEntry } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { type Charge, chargeOfPaid } from '../kit/charge.ts';
import type { LinkProgress } from '../kit/linking/task.ts';

/** `GET /bill/{billId}`, and what a list has of each bill. */
export type Entry = {
  readonly bill: Bill;
  readonly payments: readonly HistoryEntry[];
  /** The newest payment; of one in a list only while it has not ended. */
  readonly payment?: BillPayment;
};

export type Account = {
  readonly entries: readonly Entry[];
  readonly auths: readonly Auth[];
  readonly methods: readonly PaymentMethod[];
  readonly links: readonly LinkProgress[];
};

/** What was paid last, with the fee where it was paid here; nothing where no payment is known. */
export function lastPaid({ bill, payments: [last] }: Entry): Charge | undefined {
  const { lastPaidAmount: amount, lastPaidOn } = bill;
  if (last && (!lastPaidOn || last.paidOn === lastPaidOn)) return chargeOfPaid(last);
  return amount === undefined ? undefined : chargeOfPaid({ amount });
}

export function findEntry({ entries }: Account, billId: string): Entry | undefined {
  return entries.find(({ bill }) => bill._id === billId);
}

export function findMethod(
  { methods }: Pick<Account, 'methods'>,
  methodId: string | undefined,
): PaymentMethod | undefined {
  return methods.find(({ _id }) => _id === methodId);
}
