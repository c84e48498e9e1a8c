/** Bills as the interface shows them. */

import { type Day, dayInstant, dayOf } from '../base/dates.ts';
import { moneyText, moneyTexts } from '../base/money.ts';
import { withShownLogo } from '../company/shown-logo.ts';
import { consentOf } from '../consent/consent.ts';
import { automaticIfOn, type Beside, nextPayment } from '../payment/next-payment.ts';
import type { Bill, HistoryEntry } from '../schemas/bill.ts';
import { type BillRecord, lastPaidOf, owedOf, owes, scheduleOf, visibleStatus } from './bill.ts';
import { chosenAmount } from './earlier-settings.ts';
import { paymentNames, presentWaiting } from './payment.ts';

/** `beside` is what pays it; without it, as in events, the bill alone decides on its `payDate`. */
export function presentBill(
  bill: BillRecord,
  context: {
    readonly partnerNow: number;
    readonly sandbox: boolean;
    readonly beside?: Beside;
  },
): Bill {
  const today = dayOf(context.partnerNow);
  const { reported } = bill;
  const owed = owedOf(bill);
  const lastPaid = lastPaidOf(bill);
  const { payOn, withheld, waiting } = nextPayment(bill, context.beside, context.partnerNow);
  const consent = consentOf(bill);
  return {
    _id: bill._id,
    auth: { ...bill.auth, company: withShownLogo(bill.auth.company) },
    autopay: reported.autopay,
    autopaySource: reported.autopaySource,
    ...moneyTexts({
      balance: owed.balanceCents,
      statementBalance: owed.statementBalanceCents,
      fullBalance: owed.fullBalanceCents,
      customPaymentAmount: chosenAmount(bill, owed.balanceCents),
      lastPaidAmount: lastPaid?.amountCents,
    }),
    ...(reported.dueOn && { dueDate: dayInstant(reported.dueOn) }),
    ...(bill.customLabel && { customLabel: bill.customLabel }),
    ...(lastPaid && { lastPaidOn: lastPaid.paidOn }),
    ...(payOn && { payDate: dayInstant(payOn) }),
    ...(withheld && { withheld }),
    ...presentWaiting(waiting),
    ...(context.beside && automaticOf(bill, today)),
    status: { type: visibleStatus(bill, today, context.sandbox) },
    company: withShownLogo(bill.company),
    settings: {
      recurring: bill.recurring,
      schedule: scheduleOf(bill),
      notifications: bill.notifications,
      ...(bill.subscription && { recurringRequired: true as const }),
      ...(consent && { consent }),
      ...offeredOf(bill),
    },
    meta: reported.accountNumber ? { accountNumber: reported.accountNumber } : {},
    hidden: bill.hidden ? 'true' : 'false',
  };
}

/** What its user had before the account was linked again, and would have to choose anew. */
function offeredOf(bill: BillRecord): Pick<Bill['settings'], 'offered'> {
  const { recurring, amountCents, methodId } = bill.earlier ?? {};
  const restricts = chosenAmount(bill, owedOf(bill).balanceCents) !== undefined;
  const offered = {
    ...(recurring && { recurring }),
    ...(amountCents !== undefined && !restricts && { customPaymentAmount: moneyText(amountCents) }),
    ...(methodId !== undefined && { paymentMethodId: methodId }),
  };
  return Object.keys(offered).length > 0 ? { offered } : {};
}

export function presentHistory(bill: BillRecord): HistoryEntry[] {
  return bill.payments.map(({ amountCents, feeCents, paidOn, paymentId }) => ({
    amount: moneyText(amountCents),
    ...moneyTexts({ fee: feeCents }),
    paidOn,
    ...(paymentId !== undefined && paymentNames(paymentId)),
  }));
}

/** What agreeing to automatic payment means, and whether this statement is left out. */
function automaticOf(bill: BillRecord, today: Day): Pick<Bill, 'automatic' | 'skipped'> {
  const { dueOn } = bill.reported;
  const automatic = automaticIfOn(bill, today);
  const skips = dueOn !== undefined && bill.skippedDueOn === dueOn && dueOn >= today;
  return {
    ...(automatic && {
      automatic: {
        amount: moneyText(automatic.amountCents),
        payDate: dayInstant(automatic.payOn),
        ...(automatic.atOnce && { atOnce: true as const }),
      },
    }),
    ...(skips && bill.recurring === 'enabled' && owes(bill) && { skipped: true as const }),
  };
}
