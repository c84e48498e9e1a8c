/** What the model knows of ceilings. Those of the walks are low, so that they are met. */
import { addDays, dayOf } from '@billhook/core/base/dates';
import { pausesKey } from '@billhook/core/base/table-keys';
import { ceilingAttribute, newCeiling } from '@billhook/core/payment/ceilings';
import type { CeilingName } from '@billhook/core/payment/withheld';
import { planNow } from './agreements.ts';
import { START } from './clock.ts';
import { amountFor, companyOf, largestOf, owed } from './rules.ts';
import type { Model, ModelBill, ModelMethod, ModelPayment, Reported } from './state.ts';

const ceilings: Readonly<Record<CeilingName, number>> = {
  payment: 20_000,
  clientDay: 24_000,
  partnerDay: 34_000,
};

/** As the operator would have set them. */
export const ceilingsItem = {
  ...pausesKey,
  ...Object.fromEntries(
    Object.entries(ceilings).map(([name, cents]) => [
      ceilingAttribute({ name: name as CeilingName }),
      newCeiling(cents, 'local:ada', START),
    ]),
  ),
};

type Paying = Pick<ModelMethod, 'type' | 'number'>;

/** What a company adds; the cards of a sandbox are all credit cards. */
export function feeFor(
  { companyId }: Pick<ModelBill, 'companyId'>,
  method: Paying | undefined,
  cents: number,
): number {
  const { ach, cards } = companyOf(companyId).fees ?? {};
  const brand = brands[method?.number[0] ?? ''] ?? '';
  const fee = method?.type === 'bank' ? ach : cards?.[brand]?.credit;
  if (!method || !fee) return 0;
  return Math.round(fee.percentage ? (cents * fee.rate) / 100 : fee.rate * 100);
}

const brands: Readonly<Record<string, string>> = {
  '4': 'visa',
  '5': 'mastercard',
  '6': 'discover',
};

/** The ceiling that an amount is over by itself, with its fee. */
export function overByItself(
  { companyId }: Pick<ModelBill, 'companyId'>,
  owed: Reported,
  cents: number,
  fee = 0,
): string | undefined {
  if (cents + fee > ceilings.payment) return 'payment';
  const options = companyOf(companyId).additionalPaymentOptions ?? [];
  const most = 3 * largestOf(owed);
  const any = options.some(({ settings }) => settings.canExceedBalance);
  return any && most > 0 && cents > most ? 'timesBalance' : undefined;
}

const isFull = (model: Model, who: string, day: string, cents: number, most: number) =>
  (model.taken[`${who} ${day}`] ?? 0) + cents > most;

export function isClientDayFull(model: Model, clientId: string, day: string, cents: number) {
  return isFull(model, clientId, day, cents, ceilings.clientDay);
}

export function isPartnerDayFull(model: Model, day: string, cents: number) {
  return isFull(model, 'partner', day, cents, ceilings.partnerDay);
}

/** The ceiling that the bill's payment would be over; by itself, where no moment is given. */
export function overCeiling(
  model: Model,
  bill: ModelBill,
  {
    cents,
    ...how
  }: { readonly cents?: number; readonly now?: number; readonly method?: Paying } = {},
): string | undefined {
  const left = owed(bill);
  return overCeilingOf(model, bill, {
    ...{ owed: left, cents: cents ?? amountFor(bill, left) },
    ...how,
  });
}

export function overCeilingOf(
  model: Model,
  bill: ModelBill,
  asked: {
    readonly owed: Reported;
    readonly cents: number;
    readonly now?: number;
    readonly method?: Paying;
  },
): string | undefined {
  const { owed, cents, now, method } = asked;
  const fee = feeFor(bill, method, cents);
  const own = overByItself(bill, owed, cents, fee);
  if (own || now === undefined) return own;
  const day = dayOf(now);
  if (isClientDayFull(model, bill.clientId, day, cents + fee)) return 'clientDay';
  return isPartnerDayFull(model, day, cents + fee) ? 'partnerDay' : undefined;
}

export function count(model: Model, payment: ModelPayment, day: string, cents: number): void {
  payment.counted = { day, cents };
  add(model, payment, day, cents);
}

/** Nothing was taken: it counts no longer. */
export function uncount(model: Model, payment: ModelPayment): void {
  if (payment.counted) add(model, payment, payment.counted.day, -payment.counted.cents);
}

function add({ taken }: Model, { clientId }: ModelPayment, day: string, cents: number): void {
  for (const who of [clientId, 'partner'])
    taken[`${who} ${day}`] = (taken[`${who} ${day}`] ?? 0) + cents;
}

/** Whether a payment that was withheld still is, so that its company is not asked. */
export function isWithheld(model: Model, payment: ModelPayment, now: number): boolean {
  const bill = model.bills[payment.billId];
  const open = payment.amountCents !== undefined && !payment.over;
  if (!payment.withheld || payment.cancelAsked || open || !bill) return false;
  if (isTooLate(payment, now, bill.reported)) return false;
  const cents = planNow(payment, bill, now);
  if (typeof cents !== 'number') return false;
  const method = model.methods[payment.methodId ?? ''];
  return (
    overCeiling(model, bill, { cents, method, ...(!payment.counted && { now }) }) !== undefined
  );
}

/** Days after its day for which a payment is tried. */
const MAX_LATE_DAYS = 10;

export function isTooLate(
  { payOn }: ModelPayment,
  now: number,
  { dueOn = '' }: Reported = { autopay: '' },
): boolean {
  const last = dueOn > payOn ? dueOn : payOn;
  return dayOf(now) > addDays(last, MAX_LATE_DAYS);
}
