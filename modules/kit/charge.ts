/** What leaves the user's account for a bill: amount, fee, total, day. Every screen says it from here. */
import { moneyText, parseMoney } from '@billhook/core/base/money';
import { type Costing, feeCents } from '@billhook/core/payment/surcharge';
import type { Bill, BillPayment, HistoryEntry } from '@billhook/core/schemas/bill';
import { chargedCents } from './amounts.ts';
import { money, say } from './text.ts';

/** Amounts are decimal texts. */
export type Charge = {
  readonly amount: string;
  /** What the company takes besides; nothing where there is none. */
  readonly fee?: string;
  readonly total: string;
  /** A card that is still being typed may cost less: it is of credit or of debit. */
  readonly isMost?: boolean;
  /** The day, as the API writes it; nothing is now. */
  readonly date?: string;
  /** The total that was promised, where another was charged. */
  readonly promised?: string;
};

/** What is asked for in place of what the bill charges anyway, and now. */
type Asked = { readonly amount?: string; readonly date?: string };

/** What a payment of the bill by this method takes. */
export function chargeOf(
  bill: Bill,
  method: Costing | undefined,
  { amount = moneyText(chargedCents(bill)), date }: Asked = {},
): Charge {
  const { fees } = bill.company;
  const cents = centsOf(amount);
  const fee = feeCents(fees, method, cents);
  const { card } = method ?? {};
  const isMost =
    card !== undefined &&
    !card.type &&
    (['credit', 'debit'] as const).some(
      (type) => feeCents(fees, { type: 'card', card: { ...card, type } }, cents) < fee,
    );
  return { ...sumOf(amount, fee > 0 ? moneyText(fee) : undefined), isMost, date };
}

/** What a payment takes, or has taken: where the company doesn't say its fee yet, the one that it announces. */
export function chargeOfPayment(
  payment: BillPayment,
  bill?: Bill,
  method?: Costing,
): Charge | undefined {
  const { status, chosenAmount, fee, promisedFee, paidOn, acceptedAt, payDate } = payment;
  const isOpen = status === 'scheduled' || status === 'pending';
  const { amount = chosenAmount } = payment;
  const date = paidOn ?? acceptedAt ?? payDate;
  if (isOpen && fee === undefined && bill) return chargeOf(bill, method, { amount, date });
  if (amount === undefined) return undefined;
  const promised = promisedFee && sumOf(amount, promisedFee).total;
  return { ...sumOf(amount, fee), date, ...(promised && { promised }) };
}

/** What a payment of the history took. */
export function chargeOfPaid({ amount, fee }: Pick<HistoryEntry, 'amount' | 'fee'>): Charge {
  return sumOf(amount, fee);
}

/** What was agreed to, and what a payment that waits would take now. */
export function chargesOfWaiting(
  waiting: BillPayment['waiting'],
): readonly [seen: string, owed: string] {
  const { seen = '0.00', seenFee, owed = '0.00', fee } = waiting ?? {};
  return [sumOf(seen, seenFee).total, sumOf(owed, fee).total];
}

/** "$131.61, with a fee of $3.21". */
export function chargeText({ total, fee, isMost }: Charge): string {
  if (fee === undefined) return money(total);
  const names = { total: money(total), fee: money(fee) };
  return say(isMost ? 'pay.withFeeMost' : 'pay.withFee', names);
}

function sumOf(amount: string, fee: string | undefined) {
  const total = moneyText(centsOf(amount) + centsOf(fee ?? ''));
  return { amount, total, ...(fee !== undefined && { fee }) };
}

/** Of what the service writes. */
function centsOf(amount: string): number {
  return parseMoney(amount) ?? 0;
}
