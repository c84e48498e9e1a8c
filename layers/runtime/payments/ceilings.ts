/** Holding payments to the ceilings, at the order and in each session (decision: payments-have-ceilings). */

import { type Day, dayOf } from '@billhook/core/base/dates';
import type { Failure } from '@billhook/core/base/errors';
import { shardOf } from '@billhook/core/base/table-keys';
import { type BillRecord, owedOf } from '@billhook/core/bill/bill';
import type { CompanyRecord } from '@billhook/core/company/company';
import { isPaused, type PausesRecord, pausedFailure } from '@billhook/core/partner/payment-pause';
import { sumOf } from '@billhook/core/payment/account-ledger';
import { amountToPay } from '@billhook/core/payment/amount';
import { type Balances, lessPaid } from '@billhook/core/payment/balances';
import {
  amountLimit,
  ceilingsOf,
  DAY_SHARES,
  isDayFull,
  overCeiling,
  takeShares,
} from '@billhook/core/payment/ceilings';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { announcedFee, type Paying } from '@billhook/core/payment/promised';
import type { Ceiling, Counted } from '@billhook/core/payment/withheld';
import type { Stores } from '../stores/open-stores.ts';
import type { Room } from '../stores/taken-store.ts';
import type { Write } from '../table/types.ts';

type Reads = Pick<Stores, 'taken'>;
type Rules = PausesRecord | undefined;

/** Why an order to pay the bill is refused. What is paid today is held to what today has left. */
export async function checkOrder(
  deps: Pick<Stores, 'taken' | 'pauses'>,
  bill: BillRecord,
  {
    payOn,
    today,
    ...asked
  }: Pick<Asked, 'method'> & {
    readonly payOn: Day;
    readonly today: Day;
    readonly amountCents?: number;
  },
): Promise<Failure<'payments_paused' | 'amount_limit'> | undefined> {
  const rules = await deps.pauses.find();
  if (payOn === today && isPaused(rules, bill)) return pausedFailure();
  const over = await findCeiling(deps, rules, bill, {
    ...asked,
    ...(payOn === today && { day: today }),
  });
  return over && amountLimit(over, ceilingsOf(rules, bill.partnerId));
}

/** Why a link may not pay the bill; what today has left is looked at when the payment is submitted. */
export async function checkAmount(
  deps: Pick<Stores, 'taken' | 'pauses'>,
  bill: BillRecord,
  method?: Asked['method'],
): Promise<Failure<'amount_limit'> | undefined> {
  const rules = await deps.pauses.find();
  const over = await findCeiling(deps, rules, bill, { method });
  return over && amountLimit(over, ceilingsOf(rules, bill.partnerId));
}

/**
 * The ceiling that a payment of the bill would be over, with its fee. Without a `day`, what else is paid then
 * isn't known; without `amountCents`, it is what is owed.
 */
export async function findCeiling(
  reads: Reads,
  rules: Rules,
  bill: BillRecord,
  asked: Pick<Asked, 'day' | 'method'> & { readonly amountCents?: number } = {},
): Promise<Ceiling | undefined> {
  const owed = owedOf(bill);
  const { amountCents = amountToPay(bill, owed), ...how } = asked;
  return findCeilingOf(reads, rules, { bill, owed, amountCents, ...how });
}

type Asked = {
  readonly bill: BillRecord;
  readonly owed: Balances;
  readonly amountCents: number;
  readonly method?: Paying;
  readonly day?: Day;
};

async function findCeilingOf(
  { taken }: Reads,
  rules: Rules,
  { bill, owed, amountCents, method, day }: Asked,
): Promise<Ceiling | undefined> {
  const { partnerId, clientId, company } = bill;
  const ceilings = ceilingsOf(rules, partnerId);
  const feeCents = announcedFee(company, method, amountCents);
  const own = overCeiling(amountCents, { company, owed, feeCents }, ceilings);
  if (own || day === undefined) return own;
  const totalCents = amountCents + feeCents;
  const { clientDay, partnerDay } = ceilings;
  if (clientDay !== undefined) {
    if (isDayFull(await taken.ofClient(clientId, day), totalCents, clientDay)) return 'clientDay';
  }
  // Off unless the operator set one: then an order costs a query more.
  if (partnerDay === undefined) return undefined;
  const shares = await taken.ofPartner(partnerId, day);
  const room = takeShares(totalCents, { ceiling: partnerDay, counted: shares, first: 0 });
  return room ? undefined : 'partnerDay';
}

/** Why an automatic payment of the account's bill is withheld. */
export async function findWithheld(
  reads: Reads,
  rules: Rules,
  bill: BillRecord,
  paying: Pick<Asked, 'amountCents' | 'method'>,
  partnerNow: number,
): Promise<Ceiling | undefined> {
  const paidCents = sumOf(bill.account?.unproven ?? []);
  const asked = { bill, owed: lessPaid(bill.reported, paidCents), ...paying };
  return findCeilingOf(reads, rules, { ...asked, day: dayOf(partnerNow) });
}

export type Reservation = { readonly counted: Counted; readonly writes: readonly Write[] };

type Fixing = {
  readonly payment: PaymentRecord;
  readonly bill: BillRecord;
  readonly rules: Rules;
  /** By the balances that the session that pays has read. */
  readonly owed: Balances;
  readonly amountCents: number;
  /** As it is now, with the fee that it announces for the method. */
  readonly company: Pick<CompanyRecord, 'fees'>;
  readonly method: Asked['method'];
  readonly partnerNow: number;
  readonly machineNow: number;
};

/** What counts a payment where its amount is fixed, or why it may not be: once, for the first submission. */
export async function reserve(
  { taken }: Reads,
  fixing: Fixing,
): Promise<Reservation | Ceiling | undefined> {
  const { payment, bill, rules, owed, amountCents, partnerNow, machineNow } = fixing;
  const { partnerId, _id } = payment;
  const ceilings = ceilingsOf(rules, partnerId);
  const feeCents = announcedFee(fixing.company, fixing.method, amountCents);
  const own = overCeiling(amountCents, { company: bill.company, owed, feeCents }, ceilings);
  if (own || payment.submitted?.counted) return own;
  const { clientDay, partnerDay } = ceilings;
  const totalCents = amountCents + feeCents;
  if (isDayFull(0, totalCents, clientDay)) return 'clientDay';
  const day = dayOf(partnerNow);
  const shares =
    partnerDay === undefined
      ? []
      : takeShares(totalCents, {
          ceiling: partnerDay,
          counted: await taken.ofPartner(partnerId, day),
          first: shardOf(_id, DAY_SHARES),
        });
  if (!shares) return 'partnerDay';
  const counted: Counted = {
    ...{ day, cents: totalCents },
    ...(shares.length > 0 && {
      shares: Object.fromEntries(shares.map(({ share, cents }) => [share, cents])),
    }),
  };
  const room: Room = {
    ...(clientDay !== undefined && { client: clientDay - totalCents }),
    shares: Object.fromEntries(shares.map(({ share, atMost }) => [share, atMost])),
  };
  return { counted, writes: taken.take({ ...payment, counted }, room, machineNow) };
}

/** Whether it is for the client's ceiling that a reservation was refused. */
export async function isClientDayFull(
  { taken }: Reads,
  { payment, rules, amountCents, company, method, partnerNow }: Fixing,
): Promise<boolean> {
  const { clientDay } = ceilingsOf(rules, payment.partnerId);
  if (clientDay === undefined || payment.submitted?.counted) return false;
  const before = await taken.ofClient(payment.clientId, dayOf(partnerNow));
  return isDayFull(before, amountCents + announcedFee(company, method, amountCents), clientDay);
}
