import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { describe, expect, test } from 'vitest';
import {
  billsOf,
  companyNamed,
  day,
  NOW,
  onlyBill,
  sandbox,
  sessionAt,
  upcoming,
} from './support.ts';

const company = 'Regular Company 1';
const past = { balance: '80.50', dueDate: '11/10/2026' };
const off = { autopay: 'disabled', autopaySource: 'unknown' };
const accountKey = expect.any(String);

describe('the bill of a test company', () => {
  const asGiven = { accountKey, ...off, balanceCents: 10_000, dueOn: '2026-12-01' };
  const zero = { accountKey, ...off, balanceCents: 0 };

  test.each<[string, Record<string, string>, unknown]>([
    ['upcoming follows balance and date', upcoming, asGiven],
    [
      'overdue follows balance and date',
      { ...past, status: 'overdue' },
      { accountKey, ...off, balanceCents: 8_050, dueOn: '2026-11-10' },
    ],
    ['any other status follows them', { ...upcoming, status: 'whatever' }, asGiven],
    ['no status follows them', { balance: '100', dueDate: '12/01/2026' }, asGiven],
    ['payment-declined follows them', { ...upcoming, status: 'payment-declined' }, asGiven],
    ['payment-misreported follows them', { ...upcoming, status: 'payment-misreported' }, asGiven],
    ['mfa-required-questions', { ...upcoming, status: 'mfa-required-questions' }, asGiven],
    ['mfa-required-code', { ...upcoming, status: 'mfa-required-code' }, asGiven],
    ['mfa-required-prompt', { ...upcoming, status: 'mfa-required-prompt' }, asGiven],
    [
      'syncing shows nothing else',
      { ...upcoming, status: 'syncing' },
      { accountKey, ...off, syncing: true },
    ],
    ['hold ignores them', { ...upcoming, status: 'hold' }, zero],
    [
      'zero-balance has the date',
      { balance: '0', dueDate: '12/01/2026', status: 'zero-balance' },
      { ...zero, dueOn: '2026-12-01' },
    ],
    [
      'zero-balance is zero whatever the balance says',
      { ...upcoming, status: 'zero-balance' },
      { ...zero, dueOn: '2026-12-01' },
    ],
    [
      'zero-balance without date has one',
      { status: 'zero-balance' },
      { ...zero, dueOn: '2026-12-05' },
    ],
    [
      'paid has nothing left and was paid on its due date',
      { ...past, status: 'paid' },
      {
        ...zero,
        dueOn: '2026-11-10',
        lastPaidAmountCents: 8_050,
        lastPaidOn: '2026-11-10',
      },
    ],
    [
      'paid of long ago too',
      { balance: '5', dueDate: '01/31/2019', status: 'paid' },
      {
        ...zero,
        dueOn: '2019-01-31',
        lastPaidAmountCents: 500,
        lastPaidOn: '2019-01-31',
      },
    ],
    ['nothing given is zero', {}, zero],
    ['a status alone is zero', { status: 'upcoming' }, zero],
    ['a status of paid alone is zero', { status: 'paid' }, zero],
  ])('%s', async (_, form, bill) => {
    expect(await onlyBill(sessionAt(company, form))).toEqual(bill);
  });

  test('is the same however often it is read, and writes once', async () => {
    const own = sandbox();
    const first = await onlyBill(sessionAt(company, upcoming), own);
    expect(await onlyBill(sessionAt(company, upcoming, { partnerNow: NOW + 1 }), own)).toEqual(
      first,
    );
    expect(own.memory.saves()).toBe(1);
  });

  test('is one account, when it is first read twice at once', async () => {
    const own = sandbox();
    const session = sessionAt('Bramblewick Power', { username: 'jane', password: 'x' });
    const later = { ...session, now: day('2026-11-22') };
    const [one, other] = await Promise.all([onlyBill(session, own), onlyBill(later, own)]);
    expect(one).toEqual(other);
    expect(own.memory.saves()).toBe(1);
  });
});

describe('the bill of any other company', () => {
  const login = (username: string) => ({ username, password: 'x' });

  test('has an invented balance, due in 14 days from the first link', async () => {
    const own = sandbox();
    const session = sessionAt('Pebblerun Water', login('jane'));
    const bill = await onlyBill(session, own);
    expect(bill).toMatchObject({ ...off, dueOn: '2026-12-05' });
    const { smallestCents, largestCents } = companyNamed('Pebblerun Water').sandbox;
    expect(bill.balanceCents).toBeGreaterThanOrEqual(smallestCents);
    expect(bill.balanceCents).toBeLessThanOrEqual(largestCents);
    expect(await onlyBill({ ...session, partnerNow: day('2026-12-03') }, own)).toEqual(bill);
  });

  test('differs between logins and is the same for one', async () => {
    const balance = async (username: string) =>
      (await onlyBill(sessionAt('Pebblerun Water', login(username)))).balanceCents;
    expect(await balance('jane')).toBe(await balance('JANE '));
    expect(await balance('jane')).not.toBe(await balance('joan'));
  });

  test('tells two accounts of one login apart', async () => {
    const bills = await billsOf(sessionAt('Copperwren Energy', login('jane')));
    expect(bills).toHaveLength(2);
    expect(new Set(bills.map((bill) => bill.accountKey)).size).toBe(2);
    for (const bill of bills) expect(bill.accountNumber).toMatch(/^\*{4}\d{4}$/);
    expect(bills[0]?.accountNumber).not.toBe(bills[1]?.accountNumber);
  });

  test.each(['Ashgrove Card', 'Gantry & Vane Loans'])('has three balances at %s', async (name) => {
    const bill = await onlyBill(sessionAt(name, login('jane')));
    const { balanceCents = 0, statementBalanceCents = 0, fullBalanceCents = 0 } = bill;
    expect(balanceCents).toBeGreaterThan(0);
    expect(statementBalanceCents).toBeGreaterThanOrEqual(balanceCents);
    expect(fullBalanceCents).toBeGreaterThan(statementBalanceCents);
  });

  test('may not be there yet', async () => {
    const bill = await onlyBill(sessionAt('Northloom Propane', { email: 'a@b.example' }));
    expect(bill).toEqual({ accountKey, ...off });
  });

  test.each([
    ['Bramblewick Power', 'enabled', 'client'],
    ['Marrowby Mutual', 'enabled', 'company'],
    ['Plover Creek Cable', 'unknown', 'unknown'],
  ])('says who set autopay at %s', async (name, autopay, autopaySource) => {
    const [bill] = await billsOf(sessionAt(name, login('jane')));
    expect(bill).toMatchObject({ autopay, autopaySource });
  });

  test.each([
    ['2026-12-04', undefined, '2026-12-05'],
    ['2026-12-05', '2026-12-05', '2026-12-05'],
    ['2026-12-22', '2026-12-05', '2027-01-05'],
    ['2027-03-10', '2027-03-05', '2027-03-05'],
  ])('is collected by a company with autopay (%s)', async (then, lastPaidOn, dueOn) => {
    const own = sandbox();
    const session = sessionAt('Bramblewick Power', login('jane'));
    await onlyBill(session, own);
    const bill = await onlyBill({ ...session, partnerNow: day(then) }, own);
    expect(bill.lastPaidOn).toBe(lastPaidOn);
    expect(bill.dueOn).toBe(dueOn);
  });

  test.each(sandboxCompanies)('can be read at $name', async (record) => {
    const form = Object.fromEntries(record.auth.loginFields.map(({ name }) => [name, 'test']));
    const given = record.sandbox.bills === 'by-form' ? upcoming : form;
    const bills = await billsOf(sessionAt(record.name, given));
    expect(bills).toHaveLength(record.sandbox.bills === 'two' ? 2 : 1);
  });
});
