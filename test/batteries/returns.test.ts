/**
 * Payments that are settled later, returned once or twice, or refused by an empty balance: ordered by
 * several clients at once, with tasks and sweeps beside, while companies fail.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, dayAfter, START, usDay } from '../model/clock.ts';
import type { CompanyFault } from '../model/faults.ts';
import type { OperationName } from '../model/functions.ts';
import { settlingCompanies, settlingStatuses } from '../model/givens.ts';
import { seededBytes } from '../model/random.ts';
import { takeOverProcess } from '../model/service.ts';
import { type Battery, linkAccount, openBattery, settle } from './battery-world.ts';

const ROUNDS = Math.ceil(Number(process.env.BATTERY_ROUNDS) / 4);
const AT_ONCE = 30;
/** Past the settling of what was ordered last, and the last day on which it may be returned. */
const DAYS = 24;
const HOURS_TO_THE_END = 75;

let giveBack: () => void;
beforeAll(() => {
  giveBack = takeOverProcess();
});
afterAll(() => giveBack());

type Account = Awaited<ReturnType<typeof linkAccount>>;
type Order = (account: Account, number: number) => readonly [OperationName, object];

const orders: readonly Order[] = [
  ({ billId }) => ['schedulePayment', { billId }],
  ({ billId }) => ['schedulePayment', { billId, amount: '40.00' }],
  ({ billId }, number) => ['schedulePayment', { billId, date: dayAfter(START, 1 + (number % 9)) }],
  ({ billId }) => ['cancelPayment', { billId }],
  ({ billId }, number) => [
    'updatePaymentSettings',
    { billId, recurring: number % 3 === 0 ? 'disabled' : 'enabled' },
  ],
  ({ link }) => ['createAuth', link],
  ({ authId }, number) =>
    number % 7 === 0 ? ['deleteAuth', { authId }] : ['listAuths', { clientId: '' }],
];

const faults: readonly (CompanyFault | undefined)[] = [
  undefined,
  'answer-lost',
  'unknown',
  'unreachable',
];

async function order(battery: Battery, account: Account, number: number): Promise<void> {
  const [name, given] = (orders[number % orders.length] as Order)(account, number >> 3);
  const { clientId } = account;
  const body = name === 'listAuths' ? { clientId } : given;
  const { status, body: problem } = await battery.call(name, body);
  const isExpected = ['request_conflict', 'service_unavailable'].includes(String(problem.code));
  if (status >= 500 && !isExpected)
    battery.wrongs.push(`${name} returned ${status} ${problem.code}`);
}

async function round(seed: number): Promise<Battery> {
  const battery = await openBattery(seed, START);
  const accounts: Account[] = [];
  for (const [index, status] of settlingStatuses.entries()) {
    const companyId = settlingCompanies[index % settlingCompanies.length]?._id ?? '';
    const given = { companyId, status, dueDate: usDay(START, 12) };
    accounts.push(await linkAccount(battery, { ...given, name: `${status} ${seed}` }));
  }
  const numbers = seededBytes(seed)(DAYS + AT_ONCE);
  const at = (index: number) => numbers[index] ?? 0;
  const accountOf = (number: number) => accounts[number % accounts.length] as Account;
  await battery.service.faults.during({ turns: seed, company: faults[seed % 4] }, () =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        order(battery, accountOf(index), at(DAYS + index)),
      ),
    ),
  );
  for (let day = 0; day < DAYS; day += 1) {
    await Promise.all([battery.runTasks(seed + day, faults[(seed + day) % 4]), battery.sweep()]);
    // What was returned is ordered again, by some.
    if (day < DAYS / 2) await order(battery, accountOf(at(day)), at(day) >> 2);
    while ((await battery.runTasks(seed + day)) > 0);
    await battery.refresh();
    battery.service.now += DAY;
  }
  await settle(battery, HOURS_TO_THE_END);
  return battery;
}

test(`what an account owes is taken once, however late that ends (${ROUNDS} times)`, {
  timeout: 60 * 60_000,
}, async () => {
  const came = { charges: 0, accepted: 0, returned: 0 };
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const battery = await round(seed);
    expect(battery.wrongs, `round ${seed}`).toEqual([]);
    const payments = battery.payments();
    came.charges += battery.service.companies.charges.length;
    came.accepted += payments.filter(({ accepted }) => accepted).length;
    came.returned += payments.filter(({ status }) => status === 'returned').length;
  }
  // Else the rounds would show nothing.
  expect(came.charges).toBeGreaterThan(ROUNDS * 2);
  expect(came.accepted).toBeGreaterThan(ROUNDS / 4);
  expect(came.returned).toBeGreaterThan(ROUNDS / 2);
});
