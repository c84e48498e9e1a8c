/** What a return leaves of a payment, its bill, method and ledger (decision: returns-are-late-declines). */

import {
  addDays,
  DAY_MILLISECONDS,
  type Day,
  dayInstant,
  dayOf,
  instantText,
} from '../base/dates.ts';
import { only, without } from '../base/members.ts';
import { withoutDue } from '../base/table-keys.ts';
import { accountOn } from '../bill/account.ts';
import type { BillRecord } from '../bill/bill.ts';
import { statementOfBill } from '../bill/statements.ts';
import type { PaymentOutcome } from '../company/connector.ts';
import { MAX_DECLINES, type PaymentMethodRecord } from '../method/payment-method.ts';
import { blamesUser } from '../schemas/return-reasons.ts';
import type { Returned, ReturnWatch } from '../states/late-endings.ts';
import { type AccountLedger, emptyLedger, withoutTaken } from './account-ledger.ts';
import type { PaymentRecord } from './payment.ts';
import { isSameStatement } from './statement.ts';

/** Statements of an account that an automatic payment stays away from. */
const MAX_RETURNED = 12;
/** After the last day, looks that failed are repeated daily for so long. */
const GRACE_DAYS = 3;

/** The account's ledger without the payment, and with its statement. */
export function ledgerAfterReturn(
  ledger: AccountLedger | undefined,
  { _id, statement }: Pick<PaymentRecord, '_id' | 'statement'>,
): AccountLedger {
  const { pendingPaymentId, ...rest } = withoutTaken(ledger ?? emptyLedger, _id);
  const known = rest.returned ?? [];
  const name = statement && only(statement, ['dueOn', 'name']);
  const isNew = name && !known.some((one) => isSameStatement(one, name));
  return {
    ...rest,
    ...(pendingPaymentId !== undefined && pendingPaymentId !== _id && { pendingPaymentId }),
    returned: isNew ? [...known, name].slice(-MAX_RETURNED) : known,
  };
}

/** The payment that was paid, and is returned now. */
export function returnPayment(
  payment: PaymentRecord<'settled'>,
  returned: Returned,
): PaymentRecord<'settled'> {
  const over = without(withoutDue(payment), ['returns']);
  return { ...over, status: 'returned', returned };
}

/** The bill after a payment of it was returned: declined where it shows the statement and none is planned. */
export function returnBill(
  bill: BillRecord,
  payment: PaymentRecord<'settled'>,
  { ledger, today, gone = false }: ReturnedBeside,
): BillRecord {
  const payments = bill.payments.filter(({ paymentId }) => paymentId !== payment._id);
  const wasLast = bill.payments[0]?.paymentId === payment._id;
  const { statement } = payment;
  const shown = statementOfBill(bill);
  const isShown = statement && (shown === undefined || isSameStatement(statement, shown));
  const left: BillRecord = {
    ...bill,
    payments,
    ...(wasLast && { lastPaid: lastOf(payments) }),
    ...accountOn(ledger, bill, today),
  };
  if (!isShown || payment.cancelAsked) return left;
  if (left.pendingPaymentId !== undefined || left.scheduled) return left;
  const declined = { declinedMethodId: payment.methodId, declinedPaymentId: payment._id };
  return { ...left, ...declined, ...(gone && { declineStands: true as const }) };
}

type ReturnedBeside = {
  readonly ledger: AccountLedger;
  readonly today: Day;
  /** Its method was deleted since. */
  readonly gone?: boolean;
};

function lastOf([last]: BillRecord['payments']): BillRecord['lastPaid'] {
  return last && { amountCents: last.amountCents, paidOn: last.paidOn };
}

/** The method after a return that is the user's fault: a decline, but never the one that removes it. */
export function returnMethod(
  method: PaymentMethodRecord,
  { reason }: Pick<Returned, 'reason'>,
): PaymentMethodRecord {
  if (!blamesUser(reason)) return method;
  const declines = Math.max(method.declines, Math.min(method.declines + 1, MAX_DECLINES - 1));
  const status = method.status === 'pending' ? method.status : ('declined' as const);
  return { ...method, status, declines };
}

/** The last day on which a payment may be returned; nothing where none is. */
export function returnableUntil(
  { submitted }: Pick<PaymentRecord, 'submitted'>,
  outcome: Extract<PaymentOutcome, { readonly kind: 'paid' }>,
): Day | undefined {
  const { returnsWithinDays = 0 } = submitted ?? {};
  if (outcome.returnableUntil !== undefined) return outcome.returnableUntil;
  return returnsWithinDays > 0 ? addDays(dayOf(outcome.paidAt), returnsWithinDays) : undefined;
}

/** When it is looked for next: after twice the time each, on the last day, and for three days after. */
export function nextReturnLook(
  paidAt: number,
  { until }: ReturnWatch,
  partnerNow: number,
): string | undefined {
  const end = Date.parse(dayInstant(addDays(until, 1)));
  const later = partnerNow + Math.max(DAY_MILLISECONDS, partnerNow - paidAt);
  if (partnerNow < end) return instantText(Math.min(later, end));
  const next = partnerNow + DAY_MILLISECONDS;
  return next <= end + GRACE_DAYS * DAY_MILLISECONDS ? instantText(next) : undefined;
}

/** Whether a look shows all that can still be shown. */
export function isLastReturnLook({ until }: ReturnWatch, partnerNow: number): boolean {
  return dayOf(partnerNow) > until;
}
