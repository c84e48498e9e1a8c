/**
 * How much may be paid at most, with the fee (decision: payments-have-ceilings). It is kept in the brake's item,
 * which every payment reads: an attribute each, so that two operators can't undo each other's unseen.
 */

import { instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import { MAX_CENTS, moneyText } from '../base/money.ts';
import type { BillRecord } from '../bill/bill.ts';
import type { PausesRecord } from '../partner/payment-pause.ts';
import type { ShownWithheld } from '../schemas/bill.ts';
import { type AmountLimit, amountLimitOf } from './amount.ts';
import { type Balances, largestBalance } from './balances.ts';
import { type Ceiling, type CeilingName, ceilingNames, shownWithheld } from './withheld.ts';

/** In cents; a ceiling that is left out is off. */
export type Ceilings = Readonly<Partial<Record<CeilingName, number>>>;

export const defaultCeilings: Ceilings = { payment: 2_500_000, clientDay: 5_000_000 };

/** How many times the balance a company that takes any amount is paid at most. */
export const TIMES_BALANCE = 3;

/** As it is kept: without `cents` it is off. */
export type SetCeiling = { readonly cents?: number; readonly since: string; readonly by: string };

/** Without a partner, of all partners that have none of their own. */
export type CeilingScope = { readonly name: CeilingName; readonly partnerId?: string };

/** The attribute that holds it. */
export function ceilingAttribute({ name, partnerId }: CeilingScope): string {
  return partnerId === undefined ? `ceiling_${name}` : `ceiling_${name}_${partnerId}`;
}

/** @param cents nothing for a ceiling that is off. */
export function newCeiling(cents: number | undefined, by: string, now: number): SetCeiling {
  return { ...(cents !== undefined && { cents }), since: instantText(now), by };
}

export function setCeilingOf(
  rules: PausesRecord | undefined,
  scope: CeilingScope,
): SetCeiling | undefined {
  return rules?.[ceilingAttribute(scope)] as SetCeiling | undefined;
}

/** The ceilings of a partner: its own, else what is set for all, else the defaults. */
export function ceilingsOf(rules: PausesRecord | undefined, partnerId?: string): Ceilings {
  const centsOf = (name: CeilingName) => {
    const own = partnerId === undefined ? undefined : setCeilingOf(rules, { name, partnerId });
    const set = own ?? setCeilingOf(rules, { name });
    return set ? set.cents : defaultCeilings[name];
  };
  return Object.fromEntries(
    ceilingNames.flatMap((name) => {
      const cents = centsOf(name);
      return cents === undefined ? [] : [[name, cents]];
    }),
  );
}

/** `feeCents`: what the company adds. */
type Owed = { readonly owed: Balances; readonly feeCents?: number };

/** The ceiling that a payment is over whatever else is paid that day. */
export function overCeiling(
  amountCents: number,
  { company, owed, feeCents = 0 }: Pick<BillRecord, 'company'> & Owed,
  { payment = MAX_CENTS }: Ceilings,
): Ceiling | undefined {
  if (amountCents + feeCents > payment) return 'payment';
  const takes: AmountLimit = amountLimitOf({ company });
  const most = TIMES_BALANCE * largestBalance(owed);
  // While nothing is owed, nothing is paid: what is chosen then is checked when something is.
  const tooMuch = takes === 'any' && most > 0 && amountCents > most;
  return tooMuch ? 'timesBalance' : undefined;
}

/** As users see it, with the most that one payment may be; a day's limit is no number for one of them. */
export function shownOver(
  over: Ceiling,
  owed: Balances,
  ceilings: Ceilings | undefined,
): ShownWithheld {
  const most = { ...ceilings, timesBalance: TIMES_BALANCE * largestBalance(owed) };
  const isKnown = ceilings && (over === 'payment' || over === 'timesBalance');
  const cents = isKnown ? most[over] : undefined;
  return { ...shownWithheld, ...(cents && { limit: moneyText(cents) }) };
}

/** Whether a day has no room left for an amount, by what was taken on it. */
export function isDayFull(
  takenCents: number,
  amountCents: number,
  ceiling: number | undefined,
): boolean {
  return ceiling !== undefined && takenCents + amountCents > ceiling;
}

const details: Record<Ceiling, (cents: string) => string> = {
  payment: (most) => `The amount is over the limit of a payment, ${most}.`,
  timesBalance: () => `The amount is over ${TIMES_BALANCE} times what is owed.`,
  clientDay: (most) =>
    `With this amount, the client's payments of the day would be over their limit, ${most}.`,
  partnerDay: () =>
    "With this amount, the partner's payments of the day would be over their limit.",
};

/** The refusal of an order. */
export function amountLimit(ceiling: Ceiling, ceilings: Ceilings): Failure<'amount_limit'> {
  const cents = ceiling === 'timesBalance' ? undefined : ceilings[ceiling];
  return fail('amount_limit', { detail: details[ceiling](moneyText(cents ?? 0)) });
}

/** Shares of a partner's day: each holds its part of the ceiling, so that no item is written by all. */
export const DAY_SHARES = 8;

export type ShareTaken = {
  readonly share: number;
  readonly cents: number;
  /** The most that the share may have counted before. */
  readonly atMost: number;
};

/** `counted`: cents by share. */
type Shares = {
  readonly ceiling: number;
  readonly counted: readonly number[];
  readonly first: number;
};

/** From which shares an amount is taken: one where it fits, beginning with `first`, else several. */
export function takeShares(
  amountCents: number,
  { ceiling, counted, first }: Shares,
): readonly ShareTaken[] | undefined {
  const total = counted.reduce((sum, cents) => sum + cents, 0);
  // A ceiling that was lowered during the day may leave room in one share, and none in all.
  if (isDayFull(total, amountCents, ceiling)) return undefined;
  const shares = Array.from({ length: DAY_SHARES }, (_, step) => (first + step) % DAY_SHARES).map(
    (share) => ({ share, room: Math.max(0, partOf(share, ceiling) - (counted[share] ?? 0)) }),
  );
  const one = shares.find(({ room }) => room >= amountCents);
  let left = amountCents;
  const taken = (one ? [one] : shares.toSorted((a, b) => b.room - a.room)).flatMap(
    ({ share, room }) => {
      const cents = Math.min(left, room);
      left -= cents;
      return cents > 0 ? [{ share, cents, atMost: partOf(share, ceiling) - cents }] : [];
    },
  );
  return left === 0 ? taken : undefined;
}

/** A share's part of the ceiling; together they are the ceiling to the cent. */
function partOf(share: number, ceiling: number): number {
  return Math.floor(ceiling / DAY_SHARES) + (share < ceiling % DAY_SHARES ? 1 : 0);
}
