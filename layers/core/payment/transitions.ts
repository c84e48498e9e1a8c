/** Payments from one state to the next: planned, waiting, begun, cancelled. */

import { type Day, dayOf, instantText, type Moment } from '../base/dates.ts';
import type { Failure } from '../base/errors.ts';
import { only, without } from '../base/members.ts';
import { clockedDue, dueAttributes, withoutDue } from '../base/table-keys.ts';
import { type BillRecord, billFacts, billStatus, type IdleBill, owedOf } from '../bill/bill.ts';
import { skipStatement } from '../bill/statements.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import { paySlot } from '../partner/pay-slot.ts';
import { billStates } from '../states/bill-states.ts';
import { type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';
import { type Asked, agreedNow, isWaiting } from './agreed-amount.ts';
import { amountToPay } from './amount.ts';
import { automaticAmount } from './bound.ts';
import { payDay } from './pay-day.ts';
import {
  orderOf,
  type PaymentOrder,
  type PaymentOrigin,
  type PaymentRecord,
  type PlannedPayment,
  type UndecidedPayment,
  type UnsentPayment,
} from './payment.ts';
import { announcedFee } from './promised.ts';
import { type Agreed, statementRead } from './statement.ts';
import { toldOf } from './told.ts';
import type { Waiting } from './waiting.ts';

type NewOrder = PaymentOrigin &
  Pick<PaymentOrder, 'payOn' | 'paymentIdentifier' | 'automatic' | 'orderedBy'> & {
    readonly paymentId: string;
    /** The method that would pay now. */
    readonly method?: PaymentMethodRecord;
    /** What was agreed to before; what the bill shows now where it is left out. */
    readonly agreed?: Agreed;
  };

/** What a payment is of; the same for one that begins at once and one for a later day. */
export function newPayment(bill: BillRecord, asked: Asked & NewOrder): PaymentRecord<'scheduled'> {
  const owner = only(bill, ['clientId', 'partnerId', 'partnerUserId', 'clocked']);
  const identity = { _id: asked.paymentId, ...owner };
  const agreed = asked.automatic ? undefined : (asked.agreed ?? agreedNow(bill, asked));
  return {
    ...identity,
    version: 1,
    billId: bill._id,
    authId: bill.auth._id,
    companyId: bill.companyId,
    ...{ state: 'scheduled', status: 'scheduled' },
    created: instantText(asked.partnerNow),
    payOn: asked.payOn,
    origin: only(asked, ['sessionId', 'byApiKey', 'live']),
    paymentIdentifier: asked.paymentIdentifier ?? bill.paymentIdentifier,
    ...only(asked, ['automatic', 'orderedBy']),
    ...(agreed && { agreed }),
    told: toldOf(bill, asked.method, agreed?.cents ?? amountToPay(bill, owedOf(bill))),
    ...clockedDue(
      'payment',
      identity,
      paySlot({ billId: bill._id, clocked: bill.clocked }, asked.payOn, dayOf(asked.partnerNow)),
    ),
  };
}

/** The automatic payment that waits for its user from the start. */
export function newWaiting(
  bill: BillRecord,
  asked: Omit<Parameters<typeof newPayment>[1], 'automatic'>,
  waiting: Waiting,
  at: string,
): PaymentRecord<'waiting'> {
  return waitScheduled(newPayment(bill, { ...asked, automatic: true }), waiting, at);
}

/** The payment that waits for its user, looked at again at `at`. */
export function waitScheduled(
  payment: UnsentPayment,
  waiting: Waiting,
  at: string,
): PaymentRecord<'waiting'> {
  return { ...scheduleAgain(payment, at), state: 'waiting', waiting };
}

/** The payment that can't be made now, looked at again at `at`; when its company was asked counts no more. */
export function scheduleAgain(payment: UnsentPayment, at: string): PaymentRecord<'scheduled'> {
  const { statement, submitted } = payment;
  return {
    ...orderOf(payment),
    ...{ state: 'scheduled', status: 'scheduled' },
    // Should its company break its promise, the ledger has to learn of what statement.
    ...(statement && { statement }),
    ...(submitted && { submitted: without(submitted, ['counted', 'askedAt', 'firstAskedAt']) }),
    ...clockedDue('payment', payment, at),
  };
}

/** The waiting payment that its user has agreed to: an order from now on, of whoever approved it. */
export function approve(
  payment: PaymentRecord<'waiting'>,
  agreed: Agreed,
  payOn: Day,
  by: Required<Pick<PaymentRecord, 'orderedBy'>> & Pick<PaymentOrigin, 'sessionId'>,
): PaymentRecord<'scheduled'> {
  const { automatic, origin } = payment;
  const { orderedBy, sessionId = origin.sessionId } = by;
  const again = scheduleAgain(payment, paySlot(payment, payOn, ''));
  const { submitted } = again;
  return {
    ...without(again, ['automatic', 'promised', 'submitted']),
    ...(automatic && { orderedBy, origin: { ...origin, ...(sessionId && { sessionId }) } }),
    // What was asked for before was never taken, and was for what was agreed to then.
    ...(submitted && { submitted: without(submitted, ['amountCents']) }),
    ...{ payOn, agreed },
  };
}

/** The bill as if nothing were scheduled. */
export function withoutScheduled(bill: BillRecord): BillRecord {
  return bill.scheduled ? { ...bill, scheduled: undefined } : bill;
}

/** The bill with a payment for a later day, or one that waits for its user; `methodId` is for it alone. */
export function scheduleOn(
  bill: IdleBill,
  payment: PaymentRecord,
  methodId = bill.scheduled?.paymentId === payment._id ? bill.scheduled.methodId : undefined,
): BillRecord {
  const { _id: paymentId, payOn } = payment;
  const scheduled = {
    ...{ paymentId, payOn },
    ...only(payment, ['agreed', 'promised', 'waiting', 'withheld']),
    ...(methodId !== undefined && { methodId }),
  };
  return { ...bill, scheduled, newestPaymentId: paymentId, declinedPaymentId: undefined };
}

/** The payment with what its bill says now that it will cost. */
export function withPromise<P extends PaymentRecord>(
  payment: P,
  bill: BillRecord,
  method: PaymentMethodRecord,
): P {
  const unasked = payment.automatic ? automaticAmount(bill) : amountToPay(bill, owedOf(bill));
  const cents = payment.agreed?.cents ?? (isWaiting(unasked) ? unasked.owedCents : unasked);
  return { ...payment, promised: { cents, feeCents: announcedFee(bill.company, method, cents) } };
}

/** The bill and method while a payment of the bill is under way, and the payment itself. */
export function beginPayment(
  bill: BillRecord,
  method: PaymentMethodRecord,
  payment: PlannedPayment,
  { partnerNow, machineNow }: Moment,
  ownMethodId?: string,
): {
  readonly bill: BillRecord;
  readonly method: PaymentMethodRecord;
  readonly payment: PaymentRecord<'open' | 'settling'>;
} {
  const known = payment.promised ? payment : withPromise(payment, bill, method);
  const { submitted, outcome } = payment;
  return {
    bill: { ...billFacts(bill), pendingPaymentId: payment._id, newestPaymentId: payment._id },
    method: { ...method, inFlight: [...method.inFlight, payment._id] },
    payment: {
      ...orderOf(known),
      ...{ status: 'pending', begunAt: machineNow, methodId: method._id },
      ...(ownMethodId === method._id && { ownMethod: true as const }),
      ...(submitted && { submitted }),
      // Its company has taken an earlier attempt against its promise.
      ...(outcome && outcome.kind !== 'unknown'
        ? { state: 'settling' as const, outcome }
        : { state: 'open' as const }),
      told: toldOf(bill, method, payment.agreed?.cents ?? amountToPay(bill, owedOf(bill))),
      statement: statementOf(bill, bill.reported, partnerNow),
      ...dueAttributes('payment', payment._id, instantText(machineNow)),
    },
  };
}

export function statementOf(
  { accountFingerprint, statement }: Pick<BillRecord, 'accountFingerprint' | 'statement'>,
  reading: BillRecord['reported'],
  partnerNow: number,
): NonNullable<PaymentRecord['statement']> {
  return { accountFingerprint, ...statementRead(statement, reading, dayOf(partnerNow)) };
}

/** Cancels what is scheduled; with recurring on, this cycle's automatic payment is skipped. */
export function cancelScheduled(
  bill: BillRecord,
  today: Day,
): BillRecord | Failure<RefusalOf<typeof billStates, 'cancel'>> {
  const state = billStatus(bill, today);
  const refusal = refusalOf(billStates, state, 'cancel');
  if (refusal) return refusal;
  const open = withoutScheduled(bill);
  const automatic = payDay(open, today) !== undefined;
  if (!bill.scheduled && !automatic) return refuse(billStates, state, 'cancel');
  return { ...open, ...(bill.recurring === 'enabled' && skipStatement(bill, today)) };
}

export function cancelPayment(
  payment: PlannedPayment | UndecidedPayment,
): PaymentRecord<'cancelled'> {
  return {
    ...withoutDue(orderOf(payment)),
    ...{ state: 'cancelled', status: 'cancelled' },
    ...only(payment, ['methodId', 'statement', 'begunAt', 'cancelAsked', 'fault']),
    ...only(payment, ['waiting', 'submitted', 'outcome']),
  };
}
