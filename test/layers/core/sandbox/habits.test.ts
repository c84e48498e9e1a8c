/** What each reading shows after a payment, at companies that are honest and show it in their own way. */

import { addDays } from '@billhook/core/base/dates';
import type { CompanyBill } from '@billhook/core/company/connector';
import { describe, expect, test } from 'vitest';
import { firstSubmission } from '../../../support/submission.ts';
import { bank, day, onlyBill, sandbox, sessionAt } from './support.ts';

const company = 'Regular Company 1';
const PAID_ON = '2026-11-30';

type Given = { readonly status: string; readonly balance: string };

/** A bill of this balance, due December 5, and paid on November 30. */
async function paidAt({ status, balance }: Given, paidCents: number) {
  const own = sandbox();
  const form = { balance, dueDate: '12/05/2026', status };
  const at = (on: string) => sessionAt(company, form, { partnerNow: day(on) });
  const pay = async (id: string, on: string, amountCents: number) => {
    const { accountKey } = await onlyBill(at(on), own);
    const request = { ...firstSubmission(id), accountKey, amountCents, method: bank };
    return own.connector.pay(at(on), request);
  };
  const outcome = await pay('pay_1', PAID_ON, paidCents);
  const read = (on: string) => onlyBill(at(on), own);
  const find = (on: string) => own.connector.findPayment(at(on), firstSubmission('pay_1'));
  return { outcome, pay, read, find };
}

const dollars = (cents: number | undefined) =>
  cents === undefined ? '-' : (cents / 100).toFixed(2);

/** The lines of a list, such as `100.00 posted`; `-` without a list. */
function linesOf({ recentPayments }: CompanyBill): string {
  if (!recentPayments) return '-';
  const lines = recentPayments.map(
    ({ amountCents, posted }) => `${dollars(amountCents)}${posted ? ' posted' : ''}`,
  );
  return lines.join(', ') || 'none';
}

function rowOf(bill: CompanyBill): string {
  const { balanceCents, statementBalanceCents, fullBalanceCents, lastPaidAmountCents } = bill;
  const figures = [balanceCents, statementBalanceCents, fullBalanceCents, lastPaidAmountCents];
  return [bill.dueOn, ...figures.map(dollars), linesOf(bill)].join(' | ');
}

type Row = readonly [on: string, row: string];

/** Day: due date | balance | statement | full | last paid | listed. */
const tables: Readonly<
  Record<string, { readonly balance: string; readonly rows: readonly Row[] }>
> = {
  'listed-before-posted': {
    balance: '100.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 100.00 | - | - | - | 100.00'],
      ['2026-12-01', '2026-12-05 | 100.00 | - | - | - | 100.00'],
      ['2026-12-02', '2026-12-05 | 0.00 | - | - | 100.00 | 100.00 posted'],
      ['2026-12-22', '2027-01-05 | 100.00 | - | - | 100.00 | 100.00 posted'],
    ],
  },
  'fields-come-and-go': {
    balance: '40.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 40.00 | 400.00 | 500.00 | - | -'],
      ['2026-12-01', '2026-12-05 | 40.00 | - | - | - | -'],
      ['2026-12-02', '2026-12-05 | 40.00 | 400.00 | 500.00 | - | -'],
      ['2026-12-03', '2026-12-05 | 0.00 | - | - | 40.00 | -'],
      ['2026-12-04', '2026-12-05 | 0.00 | 360.00 | 460.00 | 40.00 | -'],
      ['2026-12-22', '2027-01-05 | 40.00 | 400.00 | 500.00 | 40.00 | -'],
      ['2026-12-23', '2027-01-05 | 40.00 | - | - | 40.00 | -'],
    ],
  },
  'balance-comes-back': {
    balance: '100.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 0.00 | - | - | - | -'],
      ['2026-12-01', '2026-12-05 | 0.00 | - | - | - | -'],
      ['2026-12-02', '2026-12-05 | 100.00 | - | - | - | -'],
      ['2026-12-03', '2026-12-05 | 100.00 | - | - | - | -'],
      ['2026-12-04', '2026-12-05 | 0.00 | - | - | 100.00 | -'],
      ['2026-12-22', '2027-01-05 | 100.00 | - | - | 100.00 | -'],
    ],
  },
  'credit-after-payment': {
    balance: '40.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 40.00 | 400.00 | 500.00 | - | -'],
      ['2026-12-01', '2026-12-05 | 40.00 | 400.00 | 440.00 | - | -'],
      ['2026-12-02', '2026-12-05 | 40.00 | 400.00 | 440.00 | - | -'],
      ['2026-12-03', '2026-12-05 | 0.00 | 360.00 | 400.00 | 40.00 | -'],
      ['2026-12-22', '2027-01-05 | 40.00 | 400.00 | 500.00 | 40.00 | -'],
    ],
  },
  'dated-back': {
    balance: '100.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 100.00 | - | - | - | -'],
      ['2026-12-02', '2026-12-05 | 100.00 | - | - | - | -'],
      ['2026-12-03', '2026-12-05 | 0.00 | - | - | 100.00 | -'],
    ],
  },
  'carried-into-next': {
    balance: '100.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 100.00 | - | - | - | -'],
      ['2026-12-05', '2026-12-05 | 100.00 | - | - | - | -'],
      ['2026-12-06', '2027-01-05 | 200.00 | - | - | - | -'],
      ['2027-01-01', '2027-01-05 | 200.00 | - | - | - | -'],
      ['2027-01-02', '2027-01-05 | 100.00 | - | - | 100.00 | -'],
      ['2027-03-01', '2027-01-05 | 100.00 | - | - | 100.00 | -'],
    ],
  },
  'fee-not-announced': {
    balance: '100.00',
    rows: [['2026-11-30', '2026-12-05 | 0.00 | - | - | 100.00 | 100.00 posted']],
  },
  'bills-weekly': {
    balance: '25.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 0.00 | - | - | 25.00 | -'],
      ['2026-12-05', '2026-12-05 | 0.00 | - | - | 25.00 | -'],
      ['2026-12-06', '2026-12-12 | 25.00 | - | - | 25.00 | -'],
      ['2026-12-31', '2026-12-12 | 25.00 | - | - | 25.00 | -'],
    ],
  },
  'daily-purchases': {
    balance: '40.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 0.00 | 360.00 | 478.00 | 40.00 | -'],
      ['2026-12-01', '2026-12-05 | 0.00 | 360.00 | 480.00 | 40.00 | -'],
      ['2026-12-02', '2026-12-05 | 0.00 | 360.00 | 482.00 | 40.00 | -'],
      ['2026-12-22', '2027-01-05 | 40.00 | 400.00 | 562.00 | 40.00 | -'],
    ],
  },
  'shows-no-payments': {
    balance: '100.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 0.00 | - | - | - | -'],
      ['2026-12-22', '2027-01-05 | 100.00 | - | - | - | -'],
    ],
  },
  'posts-nightly': {
    balance: '100.00',
    rows: [
      ['2026-11-30', '2026-12-05 | 100.00 | - | - | - | none'],
      ['2026-12-01', '2026-12-05 | 0.00 | - | - | 100.00 | 100.00 posted'],
    ],
  },
  'renames-statements': {
    balance: '100.00',
    rows: [['2026-11-30', '2026-12-05 | 0.00 | - | - | 100.00 | -']],
  },
};

describe.each(Object.entries(tables))('%s', (status, { balance, rows }) => {
  test('shows, day by day', async () => {
    const { read } = await paidAt({ status, balance }, Number(balance) * 100);
    const shown: Row[] = [];
    for (const [on] of rows) shown.push([on, rowOf(await read(on))]);
    expect(shown).toEqual(rows);
  });

  test('shows the last day alike where no day before it was read', async () => {
    const { read } = await paidAt({ status, balance }, Number(balance) * 100);
    const [on, row] = rows.at(-1) as Row;
    expect(rowOf(await read(on))).toBe(row);
  });
});

test('listed-before-posted lists a payment by its confirmation', async () => {
  const { outcome, read } = await paidAt(
    { status: 'listed-before-posted', balance: '100.00' },
    10_000,
  );
  const { confirmation } = outcome as { confirmation: string };
  const line = { amountCents: 10_000, paidOn: PAID_ON, confirmation };
  expect((await read('2026-12-01')).recentPayments).toEqual([line]);
  expect((await read('2026-12-02')).recentPayments).toEqual([{ ...line, posted: true }]);
});

test('dated-back says that a payment was made ten days before', async () => {
  const { outcome, find } = await paidAt({ status: 'dated-back', balance: '100.00' }, 10_000);
  expect(outcome).toMatchObject({ kind: 'paid', paidAt: day('2026-11-20') });
  expect(await find('2026-12-10')).toEqual(outcome);
});

test('fee-not-announced charges 1.50 on top', async () => {
  const { outcome } = await paidAt({ status: 'fee-not-announced', balance: '64.00' }, 6_400);
  expect(outcome).toMatchObject({ kind: 'paid', amountCents: 6_400, feeCents: 150 });
});

test('renames-statements names the same statement otherwise each day', async () => {
  const { read } = await paidAt({ status: 'renames-statements', balance: '100.00' }, 10_000);
  const names = [];
  for (const on of ['2026-12-01', '2026-12-02']) names.push((await read(on)).statementName);
  expect(names).toEqual(['Statement as of 2026-12-01', 'Statement as of 2026-12-02']);
});

test.each([
  ['before it is due', '2026-12-07', '2026-12-13', '2026-12-19'],
  ['on the day that it is due', '2026-12-12', '2026-12-13', '2026-12-19'],
  ['after the day of the next one', '2026-12-13', '2026-12-20', '2026-12-26'],
  ['weeks later', '2027-01-20', '2027-01-24', '2027-01-30'],
])('bills-weekly, paid %s, goes on in the same rhythm', async (_, paidOn, issuedOn, dueOn) => {
  const { pay, read } = await paidAt({ status: 'bills-weekly', balance: '25.00' }, 2_500);
  await pay('pay_2', paidOn, 2_500);
  expect((await read(paidOn)).balanceCents).toBe(0);
  expect((await read(addDays(issuedOn, -1))).balanceCents).toBe(0);
  expect(await read(issuedOn)).toMatchObject({ balanceCents: 2_500, dueOn });
});

test('bills-weekly names each statement', async () => {
  const { read } = await paidAt({ status: 'bills-weekly', balance: '25.00' }, 2_500);
  expect((await read('2026-12-05')).statementName).toBe('Statement 1');
  expect((await read('2026-12-06')).statementName).toBe('Statement 2');
});

test('credit-after-payment gives one credit for a statement', async () => {
  const own = await paidAt({ status: 'credit-after-payment', balance: '40.00' }, 4_000);
  await own.pay('pay_2', '2026-12-01', 4_000);
  expect((await own.read('2026-12-02')).fullBalanceCents).toBe(44_000);
  expect((await own.read('2026-12-04')).fullBalanceCents).toBe(36_000);
});

test.each([
  ['in the first statement', '2026-12-01', '2026-12-06', '2027-01-05', 20_000],
  ['in the first statement, once both are shown', '2026-12-01', '2027-01-02', '2027-01-05', 0],
  ['in the next statement', '2026-12-31', '2027-01-06', '2027-02-05', 20_000],
  ['in the next statement, once it is shown', '2026-12-31', '2027-02-02', '2027-02-05', 10_000],
])('carried-into-next carries a second payment %s', async (_, paidOn, on, dueOn, balanceCents) => {
  const own = await paidAt({ status: 'carried-into-next', balance: '100.00' }, 10_000);
  await own.pay('pay_2', paidOn, 10_000);
  expect(await own.read(on)).toMatchObject({ dueOn, balanceCents });
});
