/**
 * Honest companies whose readings mislead are never paid more than the account owes. A fee that is not
 * announced comes on top: Billhook learns of it once it was charged. Companies with unusual habits that
 * mislead nobody are paid each statement in time, without asking.
 */
import { describe, expect, test } from 'vitest';
import { openClockedWorld } from '../support/clocked-world.ts';
import { dueDate, valueFrom } from '../support/world.ts';

const DUE_DAYS = 10;
/** The day of the automatic payment, by `five-days-before`. */
const PAY_DAYS = 5;
/** By then every payment of the first statement is in its balance. */
const OVER_DAYS = DUE_DAYS + 4;
/** By then the next statement is due, and every payment of the first is in its balance. */
const NEXT_DAYS = 45;

type Row = {
  readonly status: string;
  readonly balance: string;
  /** What has to be paid by that day, in cents: one statement, or two. */
  readonly owedCents: number;
  readonly untilDays: number;
};

const rows: readonly Row[] = [
  ...['listed-before-posted', 'balance-comes-back', 'dated-back', 'fee-not-announced'].map(
    (status) => ({ status, balance: '100.00', owedCents: 10_000, untilDays: OVER_DAYS }),
  ),
  ...['fields-come-and-go', 'credit-after-payment'].map((status) => ({
    ...{ status, balance: '40.00' },
    ...{ owedCents: 4_000, untilDays: OVER_DAYS },
  })),
  { status: 'carried-into-next', balance: '100.00', owedCents: 20_000, untilDays: NEXT_DAYS },
];

async function linked({ status, balance }: Pick<Row, 'status' | 'balance'>) {
  const world = await openClockedWorld();
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const form = { status, balance, dueDate: dueDate(DUE_DAYS) };
  const { bill } = await world.newBill(clientId, form);
  const payments = async () =>
    valueFrom(await world.api.bill.getBill({ billId: bill._id })).payments;
  return { ...world, billId: bill._id, payments };
}

const centsOf = (payments: readonly { readonly amount: string }[]) =>
  payments.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);

describe.each(rows)('an account with the status $status', (row) => {
  test('is charged no more than it owes, automatically', async () => {
    const { moveToDay, payments } = await linked(row);
    await moveToDay(row.untilDays);
    const made = await payments();
    expect(made.at(-1)?.amount).toBe(row.balance);
    expect(centsOf(made)).toBeLessThanOrEqual(row.owedCents);
  });

  test('is charged no more than it owes where its user orders again on the next day', async () => {
    const { api, billId, moveToDay, payments } = await linked(row);
    await moveToDay(PAY_DAYS + 1);
    expect((await payments()).map(({ amount }) => amount)).toEqual([row.balance]);
    // It may be refused: only what is charged counts.
    await api.payment.schedulePayment({ billId });
    await moveToDay(row.untilDays);
    expect(centsOf(await payments())).toBeLessThanOrEqual(row.owedCents);
  });
});

/** Within `NEXT_DAYS` two monthly statements are paid, or six weekly ones. */
async function expectEachPaidOnce(status: string, times: number): Promise<void> {
  const balance = '40.00';
  const { moveToDay, payments } = await linked({ status, balance });
  await moveToDay(NEXT_DAYS);
  const made = await payments();
  expect(made.map(({ amount }) => amount)).toEqual(Array(times).fill(balance));
}

test.each([
  ['bills-weekly', 6],
  ['shows-no-payments', 2],
  ['posts-nightly', 2],
  ['renames-statements', 2],
  ['daily-purchases', 2],
])('an account with the status %s is paid %i times, each statement once', expectEachPaidOnce);
