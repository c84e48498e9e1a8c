/** Fifty orders, cancellations, settings and links of one account at once, with tasks under way beside. */
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, dayAfter, START, usDay } from '../model/clock.ts';
import type { CompanyFault } from '../model/faults.ts';
import type { OperationName } from '../model/functions.ts';
import { seededBytes } from '../model/random.ts';
import { takeOverProcess } from '../model/service.ts';
import { type Battery, linkAccount, openBattery, settle } from './battery-world.ts';

const ROUNDS = Number(process.env.BATTERY_ROUNDS);
const AT_ONCE = 50;
const HOURS_TO_THE_END = 75;

let giveBack: () => void;
beforeAll(() => {
  giveBack = takeOverProcess();
});
afterAll(() => giveBack());

const company = sandboxCompanies.find(({ name }) => name === 'Regular Company 1');

type Account = Awaited<ReturnType<typeof linkAccount>>;
type Order = (account: Account, number: number) => readonly [OperationName, object];

const orders: readonly Order[] = [
  ({ billId }) => ['schedulePayment', { billId }],
  ({ billId }) => ['schedulePayment', { billId }],
  ({ billId }, number) => ['schedulePayment', { billId, date: dayAfter(START, 1 + (number % 9)) }],
  ({ billId }) => ['cancelPayment', { billId }],
  ({ billId }) => ['cancelPayment', { billId }],
  ({ billId }, number) => [
    'updatePaymentSettings',
    { billId, recurring: number % 2 === 0 ? 'enabled' : 'disabled' },
  ],
  ({ billId }, number) => [
    'updatePaymentSettings',
    { billId, schedule: number % 2 === 0 ? 'immediately' : 'day-before' },
  ],
  ({ link }) => ['createAuth', link],
  ({ link }) => ['createAuth', link],
  ({ authId }, number) =>
    number % 5 === 0 ? ['deleteAuth', { authId }] : ['listAuths', { clientId: '' }],
];

const faults: readonly (CompanyFault | undefined)[] = [
  undefined,
  'answer-lost',
  'unknown',
  'unreachable',
];

async function round(seed: number): Promise<{ battery: Battery; accepted: number }> {
  const battery = await openBattery(seed, START);
  const account = await linkAccount(battery, {
    name: `orders ${seed}`,
    companyId: company?._id ?? '',
    dueDate: usDay(START, 12),
  });
  const numbers = seededBytes(seed)(3 * AT_ONCE);
  const calls = Array.from({ length: AT_ONCE }, (_, index) => {
    const order = orders[(numbers[index] ?? 0) % orders.length] as Order;
    return order(account, numbers[AT_ONCE + index] ?? 0);
  });
  let accepted = 0;
  await battery.service.faults.during({ turns: seed, company: faults[seed % 4] }, () =>
    Promise.all(
      calls.map(async ([name, given]) => {
        const { clientId } = account;
        const { status, body } = await battery.call(
          name,
          name === 'listAuths' ? { clientId } : given,
        );
        if (status === 200) accepted += 1;
        if (
          status >= 500 &&
          body.code !== 'request_conflict' &&
          body.code !== 'service_unavailable'
        )
          battery.wrongs.push(`${name} returned ${status} ${body.code}`);
      }),
    ),
  );
  for (let turn = 0; turn < 6; turn += 1) {
    await Promise.all([battery.runTasks(seed + turn, faults[(seed + turn) % 4]), battery.sweep()]);
    battery.service.now += 20_000;
  }
  // Past the day of every order, and of the automatic payment.
  for (let day = 0; day < 14; day += 1) {
    battery.service.now += DAY;
    await battery.sweep();
    await battery.refresh();
    while ((await battery.runTasks(seed + day)) > 0);
  }
  await settle(battery, HOURS_TO_THE_END);
  return { battery, accepted };
}

test(`what an account owes is taken once, whatever is ordered at once (${ROUNDS} times)`, {
  timeout: 60 * 60_000,
}, async () => {
  let charges = 0;
  let accepted = 0;
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const done = await round(seed);
    expect(done.battery.wrongs, `round ${seed}`).toEqual([]);
    charges += done.battery.service.companies.charges.length;
    accepted += done.accepted;
  }
  // Else the rounds would show nothing.
  expect(accepted).toBeGreaterThan(ROUNDS * 5);
  expect(charges).toBeGreaterThan(ROUNDS / 4);
});
