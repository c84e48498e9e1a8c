/** What an outcome does to a payment, its bill and its method. */
import { type BillRecord, MAX_HISTORY } from './bill.ts';
import type { PaymentOutcome } from './connector.ts';
import { addDays, type Day, instantText } from './dates.ts';
import type { PaymentRecord } from './payment.ts';
import { MAX_DECLINES, type PaymentMethodRecord } from './payment-method.ts';
import type { HeldBack } from './payments/held-back.ts';
import { paymentStates } from './states/payment-states.ts';
import { ignores } from './states/state-machine.ts';
import { dueAttributes } from './table-keys.ts';

/** The bill after a payment of it ended. */
export function settleBill(
  bill: BillRecord,
  payment: PaymentRecord,
  outcome: Exclude<PaymentOutcome, { kind: 'unknown' }>,
): BillRecord {
  if (bill.pendingPaymentId !== payment._id) return bill;
  const { pendingPaymentId: _ended, ...rest } = bill;
  const settled = { ...rest, version: bill.version + 1 };
  if (outcome.kind === 'declined') return { ...settled, declinedMethodId: payment.methodId };
  if (outcome.kind === 'held') return settled;
  const entry = { amountCents: outcome.amountCents, paidOn: instantText(outcome.paidAt) };
  return {
    ...settled,
    reported: reduced(payment.reading ?? bill.reported, outcome.amountCents),
    lastPaid: entry,
    paidDueOn: payment.statement?.dueOn,
    payments: [entry, ...bill.payments].slice(0, MAX_HISTORY),
  };
}

/** What was read before a payment, less the payment. */
function reduced(reading: BillRecord['reported'], paidCents: number): BillRecord['reported'] {
  const less = (cents: number | undefined) =>
    cents === undefined ? undefined : Math.max(0, cents - paidCents);
  return {
    ...reading,
    balanceCents: less(reading.balanceCents),
    statementBalanceCents: less(reading.statementBalanceCents),
    fullBalanceCents: less(reading.fullBalanceCents),
  };
}

/**
 * The method after a payment with it ended; `removed` after the third decline in a row, once no
 * other payment with it is in flight.
 */
export function settleMethod(
  method: PaymentMethodRecord,
  payment: PaymentRecord,
  outcome: Pick<PaymentOutcome, 'kind'> | { readonly kind: 'cancelled' },
  machineNow: number,
): PaymentMethodRecord | 'removed' {
  const inFlight = method.inFlight.filter((id) => id !== payment._id);
  const next = { ...method, version: method.version + 1, inFlight };
  if (outcome.kind === 'paid') {
    const retrying = method.status === 'pending';
    const paid = { ...next, status: 'verified' as const, declines: 0 };
    // The sweep goes on with the next bill that the decline left unpaid.
    return retrying
      ? { ...paid, ...dueAttributes('retry', method._id, instantText(machineNow)) }
      : paid;
  }
  const declines = method.declines + (outcome.kind === 'declined' ? 1 : 0);
  const spent = declines >= MAX_DECLINES && inFlight.length === 0;
  if (spent && outcome.kind === 'declined') return 'removed';
  // A retry that the company held, or that came to nothing, proved nothing.
  const failed = outcome.kind === 'declined' || method.status === 'pending';
  const status = failed ? ('declined' as const) : method.status;
  // Its third decline waited for this payment to end: the sweep removes it.
  const due = spent && dueAttributes('retry', method._id, instantText(machineNow));
  return { ...next, declines, status, ...due };
}

/** The bill after a payment of it was given up before the company was asked. */
export function closeBill(
  bill: BillRecord,
  payment: PaymentRecord,
  found: {
    readonly reading?: BillRecord['reported'];
    /** The day of the reading. */
    readonly readOn?: Day;
    readonly declinedMethodId?: string;
    /** The day on which an automatic payment was put off to the next. */
    readonly postponedOn?: Day;
    readonly heldBack?: HeldBack;
    /** The user does not want it: what is paid automatically skips this cycle. */
    readonly skips?: true;
  },
): BillRecord {
  if (bill.pendingPaymentId !== payment._id) return bill;
  const { pendingPaymentId: _ended, ...rest } = bill;
  const { reading = bill.reported, readOn } = found;
  const newStatement = reading.dueOn !== bill.reported.dueOn;
  return {
    ...rest,
    version: bill.version + 1,
    reported: reading,
    seenOn: newStatement ? (readOn ?? bill.seenOn) : bill.seenOn,
    ...(found.declinedMethodId && { declinedMethodId: found.declinedMethodId }),
    ...(found.postponedOn && { waitsUntil: addDays(found.postponedOn, 1) }),
    ...(found.heldBack &&
      reading.dueOn && { heldBack: { dueOn: reading.dueOn, why: found.heldBack } }),
    ...(found.skips && bill.recurring === 'enabled' && { skippedDueOn: reading.dueOn }),
  };
}

/** The payment with its outcome, no longer due; as it is when it has ended already. */
export function settlePayment(
  payment: PaymentRecord,
  outcome: Exclude<PaymentOutcome, { kind: 'unknown' }>,
): PaymentRecord {
  if (ignores(paymentStates, payment.status, outcome.kind)) return payment;
  const { dueShard, dueAt, dueKind, ...rest } = payment;
  return { ...rest, version: payment.version + 1, status: outcome.kind, outcome };
}
