/**
 * A day on which many payments are due, and the brake in the middle of it: once it holds, nothing leaves
 * that had not been submitted; when it is off, each payment is decided again.
 */
import { newPause, type PauseScope } from '@billhook/core/partner/payment-pause';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, START, usDay } from '../model/clock.ts';
import { takeOverProcess } from '../model/service.ts';
import { type Battery, linkAccount, openBattery, PARTNERS, settle } from './battery-world.ts';

const ACCOUNTS = Number(process.env.BATTERY_ACCOUNTS);
const DAYS_TO_DUE = 12;
/** Five days before they are due. */
const PAY_DAY = Date.parse('2026-11-28T00:00:00Z');
const SPREAD = 4 * HOUR;
const HOURS_TO_THE_END = 6;

let giveBack: () => void;
beforeAll(() => {
  giveBack = takeOverProcess();
});
afterAll(() => giveBack());

const companies = sandboxCompanies.filter(({ name }) => /^Regular Company [12]$/.test(name));

type Account = Awaited<ReturnType<typeof linkAccount>>;

async function openNight(): Promise<{ battery: Battery; accounts: Account[] }> {
  const battery = await openBattery(ACCOUNTS, START);
  const accounts: Account[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    accounts.push(
      await linkAccount(battery, {
        name: `account ${number}`,
        partnerId: PARTNERS[number % 2] as string,
        companyId: companies[(number >> 1) % 2]?._id ?? '',
        dueDate: usDay(START, DAYS_TO_DUE),
      }),
    );
  }
  return { battery, accounts };
}

/** Every five minutes: what is due begins, and what has begun goes on. */
async function run(battery: Battery, from: number, to: number): Promise<void> {
  for (battery.service.now = from; battery.service.now < to; battery.service.now += 5 * MINUTE) {
    await battery.sweep();
    await battery.runTasks(from / MINUTE);
    await battery.runTasks(from / MINUTE);
  }
}

const idsOf = ({ service }: Battery) =>
  new Set(service.companies.charges.map((one) => one.paymentId));

type Case = {
  readonly what: string;
  readonly scope: PauseScope;
  readonly covers: (payment: StoredPayment) => boolean;
};

const cases: readonly Case[] = [
  { what: 'payments are paused', scope: { kind: 'everything' }, covers: () => true },
  {
    what: 'a partner is suspended',
    scope: { kind: 'suspended', id: PARTNERS[0] },
    covers: ({ partnerId }) => partnerId === PARTNERS[0],
  },
  {
    what: 'payments to a company are paused',
    scope: { kind: 'company', id: companies[0]?._id ?? '' },
    covers: ({ companyId }) => companyId === companies[0]?._id,
  },
];

test.each(cases)(
  `$what amid a midnight with ${ACCOUNTS} due`,
  { timeout: 30 * MINUTE },
  async ({ scope, covers }) => {
    const { battery, accounts } = await openNight();
    const { service } = battery;
    const pauses = pauseStore(service.table);
    const pausedAt = PAY_DAY + SPREAD / 2;
    await run(battery, PAY_DAY, pausedAt);

    // The brake is put on while tasks are at work: what they have submitted by then may still be taken.
    await battery.sweep();
    await Promise.all([
      battery.runTasks(7),
      service.table.write([pauses.pause(scope, newPause('operator', service.now))]),
    ]);
    const submitted = new Set(
      battery
        .payments()
        .flatMap(({ _id, amountCents }) => (amountCents === undefined ? [] : [_id])),
    );
    const before = idsOf(battery);
    expect(before.size).toBeGreaterThan(ACCOUNTS / 4);
    expect(before.size).toBeLessThan((3 * ACCOUNTS) / 4);
    battery.agreed = (payment) => !covers(payment) || submitted.has(payment._id);
    await run(battery, pausedAt, PAY_DAY + SPREAD + HOUR);
    // Whoever is not covered is paid as on every other day.
    const covered = battery.payments().filter(covers);
    expect(battery.wrongs).toEqual([]);
    const others = accounts.filter(({ billId }) => !isCovered(service, billId, covers));
    for (const { billId } of others) expect(paidOf(battery, billId), billId).toBe(1);
    expect(covered.filter(({ status }) => ['declined', 'held'].includes(status))).toEqual([]);

    // While nothing moves, some think better of it.
    const quitting = accounts.filter((_, index) => index % 5 === 0);
    for (const { billId, partnerId } of quitting)
      await battery.call('updatePaymentSettings', { billId, recurring: 'disabled' }, partnerId);
    const quit = new Set(
      quitting.map(({ billId }) => billId).filter((billId) => !wasSubmitted(battery, billId)),
    );
    expect(quit.size).toBeGreaterThan(0);
    battery.agreed = ({ billId }) => !quit.has(billId);
    await service.table.write([pauses.resume(scope)]);
    await run(battery, service.now, service.now + 2 * HOUR);
    await settle(battery, HOURS_TO_THE_END);
    expect(battery.wrongs).toEqual([]);
    for (const { billId } of accounts) {
      expect(paidOf(battery, billId), billId).toBe(quit.has(billId) ? 0 : 1);
    }
    expect(service.now).toBeLessThan(PAY_DAY + DAY);
  },
);

function paidOf({ service, payments }: Battery, billId: string): number {
  const own = new Set(
    payments().flatMap((payment) => (payment.billId === billId ? [payment._id] : [])),
  );
  return service.companies.charges.filter(({ paymentId }) => own.has(paymentId)).length;
}

/** Whether a company was asked for a payment of the bill. */
function wasSubmitted(battery: Battery, billId: string): boolean {
  return battery
    .payments()
    .some(({ billId: of, amountCents }) => of === billId && amountCents !== undefined);
}

function isCovered(service: Battery['service'], billId: string, covers: Case['covers']): boolean {
  const clientId = `cl_${billId.split('_')[1]}`;
  const bill = service.table.partition(clientId).find(({ sk }) => sk === billId);
  return covers(bill as unknown as StoredPayment);
}
