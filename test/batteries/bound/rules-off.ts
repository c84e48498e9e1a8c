/** The rules of the bound with one of them switched off, by what of core then answers differently. */

import { addDays, dayOf } from '@billhook/core/base/dates';
import type { AccountLedger, TakenPayment } from '@billhook/core/payment/account-ledger';
import {
  isProven,
  statementsOf,
  takenIn,
  withStatements,
} from '@billhook/core/payment/account-ledger';
import { type Balances, largestBalance } from '@billhook/core/payment/balances';
import { figuresOf } from '@billhook/core/payment/figures';
import { type Rules, rules } from './household.ts';

type Figure = keyof Balances;

const { accountOn, automaticAmount, readLedger, refreshBill } = rules;

/** By the rule that is missing. */
export const switches: Readonly<Record<string, Partial<Rules>>> = {
  'a drop proves a payment of exactly its amount alone': {
    readLedger: (ledger, reading, ...rest) => {
      const read = readLedger(ledger, reading, ...rest);
      const figure = lowerFigure(ledger, reading);
      return figure ? proving(read, () => ({ proof: 'drop', lower: { [figure]: 0 } })) : read;
    },
  },
  'a figure is compared with itself alone': {
    readLedger: (ledger, reading, ...rest) => {
      const read = readLedger(ledger, reading, ...rest);
      const { figures = {} } = ledger?.seen ?? {};
      const dropCents = largestBalance(figures) - largestBalance(figuresOf(reading));
      const proves = ({ amountCents }: TakenPayment) => amountCents <= dropCents;
      return proving(read, (one) => (proves(one) ? { proof: 'drop', lower: {} } : {}));
    },
  },
  'a payment that is listed is not posted yet': {
    readLedger: (ledger, reading, ...rest) => {
      const { recentPayments, lastPaidAmountCents: amountCents, lastPaidOn: paidOn } = reading;
      const last = amountCents !== undefined && paidOn ? [{ amountCents, paidOn }] : [];
      const marked = (recentPayments ?? last).map((one) => ({ ...one, posted: true as const }));
      return readLedger(ledger, { ...reading, recentPayments: marked }, ...rest);
    },
  },
  'no more is taken than was owed': {
    automaticAmount: (bill) =>
      automaticAmount({
        ...bill,
        ...(bill.account && { account: { takenCents: 0, unproven: bill.account.unproven } }),
      }),
  },
  'a payment is remembered until it is proven': {
    readLedger: (ledger, reading, partnerNow, shows) => {
      const read = readLedger(ledger, reading, partnerNow, shows);
      const isLate = ({ until }: TakenPayment) => until < dayOf(partnerNow);
      return proving(read, (one) => (isLate(one) ? { proof: 'over' } : {}));
    },
  },
  'a proof ends when it is taken back': {
    readLedger: (ledger, ...rest) => {
      const before = ledger ? takenIn(statementsOf(ledger)).filter(isProven) : [];
      const proven = new Set(before.map(({ paymentId }) => paymentId));
      const stays = ({ paymentId }: TakenPayment) => proven.has(paymentId);
      return proving(readLedger(ledger, ...rest), (one) => (stays(one) ? { proof: 'over' } : {}));
    },
  },
  'a skip is of a statement, and not of the reading before': {
    refreshBill: (bill, seen, context) => {
      const { reported, skippedDueOn } = bill;
      const [was, is] = [reported.dueOn ?? '', seen.dueOn ?? ''];
      const isNear = was !== '' && is !== '' && is <= addDays(was, 10) && was <= addDays(is, 10);
      const moves = skippedDueOn !== undefined && skippedDueOn === was && isNear;
      const read = refreshBill(bill, seen, context);
      return { ...read, skips: [], skippedDueOn: moves ? is : skippedDueOn };
    },
  },
};

/** Found by what is not paid, and not by what is. */
export const namesWithoutEnd: Partial<Rules> = {
  accountOn: (ledger, bill, today) => {
    const on = accountOn(ledger, bill, today);
    const name = bill.statement?.name;
    if (!ledger || name === undefined) return on;
    const named = statementsOf(ledger).filter((one) => one.name === name);
    const takenCents = takenIn(named).reduce((sum, { amountCents }) => sum + amountCents, 0);
    const owedCents = takenIn(named)[0]?.shown?.balanceCents;
    const account = { unproven: [], ...on.account, takenCents };
    return { ...on, account: { ...account, ...(owedCents !== undefined && { owedCents }) } };
  },
};

function proving(
  ledger: AccountLedger,
  by: (taken: TakenPayment) => Partial<TakenPayment>,
): AccountLedger {
  const statements = statementsOf(ledger).map((one) => ({
    ...one,
    taken: one.taken.map((taken) =>
      isProven(taken) && taken.proof !== 'drop' ? taken : { ...taken, ...by(taken) },
    ),
  }));
  return withStatements(ledger, statements);
}

function lowerFigure(ledger: AccountLedger | undefined, reading: Balances): Figure | undefined {
  const { figures = {} } = ledger?.seen ?? {};
  return (Object.keys(figures) as Figure[]).find((figure) => {
    const [was, is] = [figures[figure], reading[figure]];
    return was !== undefined && is !== undefined && is < was;
  });
}
