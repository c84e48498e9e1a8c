/** Payments whose session was not let in: nothing of them is under way (decision: nobody-logged-in). */
import type { AuthRecord } from '../auth/auth.ts';
import { type Day, dayOf, parseInstant } from '../base/dates.ts';
import type { BillRecord } from '../bill/bill.ts';
import type { CompanyRecord } from '../company/company.ts';
import { isTooLate } from './payable.ts';
import type { PaymentRecord } from './payment.ts';

/**
 * - `put-off`: it is automatic, and its bill begins another one once the account is linked.
 * - `waits`: it was ordered for a later day. It is tried again once the account is linked.
 * - `over`: it was ordered for now, or waiting does not help.
 */
export type LeftOver = 'put-off' | 'waits' | 'over';

export function leftOver(
  payment: PaymentRecord,
  of: {
    readonly auth: Pick<AuthRecord, 'deletedAt'>;
    readonly bill: Pick<BillRecord, 'reported'>;
    readonly company: Pick<CompanyRecord, 'userPresenceRequired'>;
    readonly today: Day;
  },
): LeftOver {
  if (payment.automatic) return 'put-off';
  const { auth, bill, company, today } = of;
  const helps = !company.userPresenceRequired && !auth.deletedAt && !payment.cancelAsked;
  const late = isTooLate(payment, bill.reported, today);
  // Who ordered it was not there when it began, and expects it to be made without more.
  const isForLater = payment.payOn > dayOf(parseInstant(payment.created) ?? 0);
  return isForLater && helps && !late ? 'waits' : 'over';
}
