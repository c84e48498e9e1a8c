import type { BillPayment } from '@billhook/core/schemas/bill';
import { expect, test } from 'vitest';
import { chargeOf, chargeOfPayment, chargesOfWaiting } from '../../../modules/kit/charge.ts';
import { filesIn, read } from '../../house/house.ts';
import { billOf } from '../bill-pay/support.ts';

const flat = (rate: number) => ({ rate, percentage: false });
const fees = { cards: { visa: { credit: { rate: 2.5, percentage: true }, debit: flat(1) } } };
const bill = billOf({ company: { fees } });
const visa = (type?: 'credit' | 'debit') => ({
  ...{ type: 'card' as const },
  card: { brand: 'visa', ...(type && { type }) },
});
const payment = (more: Partial<BillPayment>): BillPayment => ({
  ...{ _id: 'pay_1', status: 'paid', amount: '100.00', ...more },
});
const date = '2026-12-07T00:00:00.000Z';

test.each([
  ['without a method', undefined, {}, { amount: '100.00', total: '100.00' }],
  ['with a fee', visa('credit'), {}, { amount: '100.00', fee: '2.50', total: '102.50' }],
  [
    'of a chosen amount, on its day',
    visa('credit'),
    { amount: '40.00', date },
    { amount: '40.00', fee: '1.00', total: '41.00', date },
  ],
  ['of a card still typed', visa(), {}, { fee: '2.50', total: '102.50', isMost: true }],
  [
    'of a card whose types cost the same',
    visa(),
    { amount: '40.00' },
    { fee: '1.00', isMost: false },
  ],
] as const)('what a payment takes is said %s', (_how, method, asked, expected) => {
  expect(chargeOf(bill, method, asked)).toMatchObject(expected);
});

test.each([
  [
    'that is scheduled',
    { status: 'scheduled', payDate: date },
    { fee: '2.50', total: '102.50', date },
  ],
  ['that is sent', { status: 'pending', fee: '3.00' }, { fee: '3.00', total: '103.00' }],
  ['that was charged', { fee: '3.00', paidOn: date }, { fee: '3.00', total: '103.00', date }],
  ['that was free', {}, { total: '100.00' }],
  [
    'whose fee was another one',
    { fee: '3.00', promisedFee: '2.50' },
    { total: '103.00', promised: '102.50' },
  ],
] as const)('what a payment takes %s is the same everywhere', (_which, more, expected) => {
  expect(chargeOfPayment(payment(more), bill, visa('credit'))).toMatchObject(expected);
});

test('a payment that waits says both totals', () => {
  const waiting = { reason: 'more-owed' as const, seen: '40.00', owed: '50.00' };
  expect(chargesOfWaiting(waiting)).toEqual(['40.00', '50.00']);
  expect(chargesOfWaiting({ ...waiting, seenFee: '1.00', fee: '2.00' })).toEqual([
    '41.00',
    '52.00',
  ]);
});

test('no screen adds a fee by itself', () => {
  const own = filesIn('modules').filter((path) => {
    const code = /\.tsx?$/.test(path) && path !== 'modules/kit/charge.ts' ? read(path) : '';
    return /feeCents|\bfee\b[^\n]*[+]|[+][^\n]*\bfee\b|moneyText\([^)]*[+]/.test(code);
  });
  expect(own).toEqual([]);
});
