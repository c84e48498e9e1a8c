/** Holding payments to the ceilings, at the order and in each session (decision: payments-have-ceilings). */

import { type Day, dayOf } from '@billhook/core/base/dates';
import type { Failure } from '@billhook/core/base/errors';
import { shardOf } from '@billhook/core/base/table-keys';
import { type BillRecord, owedOf } from '@billhook/core/bill/bill';
import type { CompanyRecord } from '@billhook/core/company/company';
import { isPaused, type PausesRecord, pausedFailure } from '@billhook/core/partner/payment-pause';
import { amountToPay } from '@billhook/core/payment/amount';
import type { Balances } from '@billhook/core/payment/balances';
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

/** Without an amount, it is what is owed. Without a `day`, what else is paid then isn't known. */
type Asked = {
  readonly amountCents?: number;
  readonly owed?: Balances;
  readonly method?: Paying;
  readonly day?: Day;
};

/** Why an order to pay the bill is refused; with a `day` where it is paid today. */
export async function checkOrder(
  deps: Pick<Stores, 'taken' | 'pauses'>,
  bill: BillRecord,
  asked: Asked,
): Promise<Failure<'payments_paused' | 'amount_limit'> | undefined> {
  const rules = await deps.pauses.find();
  const isStopped = asked.day !== undefined && isPaused(rules, bill);
  return isStopped ? pausedFailure() : checkCeilings(deps, rules, bill, asked);
}

/** Why a link may not pay the bill; what today has left is looked at when the payment is submitted. */
export async function checkCeilings(
  reads: Reads,
  rules: Rules,
  bill: BillRecord,
  asked: Asked = {},
): Promise<Failure<'amount_limit'> | undefined> {
  const over = await findCeiling(reads, rules, bill, asked);
  return over && amountLimit(over, ceilingsOf(rules, bill.partnerId));
}

/** The ceiling that a payment of the bill would be over, with its fee. */
export async function findCeiling(
  { taken }: Reads,
  rules: Rules,
  bill: BillRecord,
  { owed = owedOf(bill), amountCents = amountToPay(bill, owed), method, day }: Asked,
): Promise<Ceiling | undefined> {
  const { partnerId, clientId, company } = bill;
  const fixed = { bill, rules, owed, amountCents, company, method };
  const { over, totalCents, clientDay, partnerDay } = alone(fixed);
  if (over || day === undefined) return over;
  if (clientDay !== undefined) {
    if (isDayFull(await taken.ofClient(clientId, day), totalCents, clientDay)) return 'clientDay';
  }
  // Off unless the operator set one: then an order costs a query more.
  if (partnerDay === undefined) return undefined;
  const counted = await taken.ofPartner(partnerId, day);
  const room = takeShares(totalCents, { ceiling: partnerDay, counted, first: 0 });
  return room ? undefined : 'partnerDay';
}

type Fixed = {
  readonly bill: BillRecord;
  readonly rules: Rules;
  /** By the balances that the session that pays has read. */
  readonly owed: Balances;
  readonly amountCents: number;
  /** As it is now, with the fee that it announces for the method. */
  readonly company: Pick<CompanyRecord, 'fees'>;
  readonly method?: Paying;
};

/** What it costs with its fee, what it is over whatever else is paid that day, and the day's ceilings. */
function alone({ bill, rules, owed, amountCents, ...by }: Fixed) {
  const ceilings = ceilingsOf(rules, bill.partnerId);
  const feeCents = announcedFee(by.company, by.method, amountCents);
  const over = overCeiling(amountCents, { company: bill.company, owed, feeCents }, ceilings);
  return { ...ceilings, over, totalCents: amountCents + feeCents };
}

export type Fixing = Fixed & { readonly payment: PaymentRecord; readonly partnerNow: number };

type Reservation = { readonly counted: Counted; readonly writes: readonly Write[] };

/** What counts a payment where its amount is fixed, or why it may not be: once, for the first submission. */
export async function reserve(
  { taken }: Reads,
  { payment, partnerNow, ...fixed }: Fixing,
  machineNow: number,
): Promise<Reservation | Ceiling | undefined> {
  const { over, totalCents, clientDay, partnerDay: ceiling } = alone(fixed);
  if (over || payment.submitted?.counted) return over;
  if (isDayFull(0, totalCents, clientDay)) return 'clientDay';
  const day = dayOf(partnerNow);
  const first = shardOf(payment._id, DAY_SHARES);
  const shares =
    ceiling === undefined
      ? []
      : takeShares(totalCents, {
          ...{ ceiling, first, counted: await taken.ofPartner(payment.partnerId, day) },
        });
  if (!shares) return 'partnerDay';
  const from = Object.fromEntries(shares.map(({ share, cents }) => [share, cents]));
  const counted: Counted = {
    ...{ day, cents: totalCents },
    ...(shares.length > 0 && { shares: from }),
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
  { payment, partnerNow, ...fixed }: Fixing,
): Promise<boolean> {
  const { clientDay, totalCents } = alone(fixed);
  if (clientDay === undefined || payment.submitted?.counted) return false;
  return isDayFull(
    await taken.ofClient(payment.clientId, dayOf(partnerNow)),
    totalCents,
    clientDay,
  );
}
