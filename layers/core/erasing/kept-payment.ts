/**
 * What stays of the payments of a client that is erased: sums can be added up, and an account that
 * somebody else links is still not paid twice. Nothing of it leads to the person.
 */
import { addDays, type Day, dayOf } from '../base/dates.ts';
import { type RandomBytes, randomText } from '../base/ids.ts';
import {
  type AccountLedger,
  statementsOf,
  takenIn,
  withStatements,
} from '../payment/account-ledger.ts';
import type { PaymentRecord } from '../payment/payment.ts';
import { returnableUntil } from '../payment/returned.ts';
import { settleLedger } from '../payment/settlement.ts';
import { WINDOW_DAYS } from '../reconciliation/report.ts';
import type { Returned } from '../states/late-endings.ts';

/** A payment that a company took. */
export type KeptPayment = {
  readonly _id: string;
  readonly partnerId: string;
  readonly companyId: string;
  readonly amountCents: number;
  /** What the company charged on top of it. */
  readonly feeCents?: number;
  readonly payOn: Day;
  readonly paidOn: Day;
  readonly confirmation?: string;
  /** Why and when the money was given back, where it was. */
  readonly returned?: Returned;
};

/**
 * What leads from a payment's id to what is kept of it, as long as the money may come back. The account
 * and its statement are in it so that nobody's automatic payment pays a statement again whose payment was
 * returned.
 */
export type Returnable = Pick<KeptPayment, 'partnerId' | 'paidOn'> & {
  readonly reference: string;
  readonly statement?: PaymentRecord['statement'];
};

/** Days in which money comes back where neither the company nor its connector says how many. */
const USUAL_RETURN_DAYS = 100;

/** As long as an own part of any id: nobody guesses one. */
const REFERENCE_LENGTH = 14;

export function isKeptReference(text: string): boolean {
  return new RegExp(`^kept_[0-9A-Za-z]{${REFERENCE_LENGTH}}$`).test(text);
}

/** Each payment has one of its own, so that nothing says which payments were one person's. */
export function newReference(random: RandomBytes): string {
  return `kept_${randomText(REFERENCE_LENGTH, random)}`;
}

/** Nothing of a payment that nobody was charged for. */
export function keptPayment(payment: PaymentRecord, reference: string): KeptPayment | undefined {
  const { partnerId, companyId, payOn, outcome } = payment;
  if (outcome?.kind !== 'paid' || payment.status === 'returned') return undefined;
  const { amountCents, paidAt, confirmation, feeCents } = outcome;
  return {
    _id: reference,
    partnerId,
    companyId,
    amountCents,
    ...(feeCents !== undefined && { feeCents }),
    payOn,
    paidOn: dayOf(paidAt),
    ...(confirmation !== undefined && { confirmation }),
  };
}

/** The last day on which a connector may still report that it was returned. */
export function mayReturnUntil(payment: PaymentRecord): Day | undefined {
  const { outcome } = payment;
  if (outcome?.kind !== 'paid') return undefined;
  const last = returnableUntil(payment, outcome);
  const usual = addDays(dayOf(outcome.paidAt), USUAL_RETURN_DAYS);
  return addDays(last ?? usual, WINDOW_DAYS);
}

export function returnableOf(payment: PaymentRecord, kept: KeptPayment): Returnable {
  const { _id: reference, partnerId, paidOn } = kept;
  const { statement } = payment;
  return { reference, partnerId, paidOn, ...(statement && { statement }) };
}

/** The account's ledger with the reference in place of the payment; nothing where it does not name it. */
export function ledgerWithout(
  ledger: AccountLedger | undefined,
  { _id }: Pick<PaymentRecord, '_id'>,
  reference: string,
): AccountLedger | undefined {
  const statements = ledger ? statementsOf(ledger) : [];
  if (!ledger || !takenIn(statements).some(({ paymentId }) => paymentId === _id)) return undefined;
  const renamed = statements.map((one) => ({
    ...one,
    taken: one.taken.map((it) => (it.paymentId === _id ? { ...it, paymentId: reference } : it)),
  }));
  return withStatements(ledger, renamed);
}

/**
 * The ledger of an account that only release 0.1.0 has paid, from its payments: the holds of its
 * statements name them, and will lead to nothing. Nothing where all is posted by now.
 */
export function adoptedLedger(
  payments: readonly PaymentRecord[],
  today: Day,
): AccountLedger | undefined {
  let ledger: AccountLedger | undefined;
  for (const payment of payments) {
    if (payment.outcome?.kind === 'paid') ledger = settleLedger(ledger, payment, payment.outcome);
  }
  return ledger?.unposted.some(({ until }) => until >= today) ? ledger : undefined;
}
