import { describe, expect, test } from 'vitest';
import { firstSubmission } from '../../../support/submission.ts';
import { bank, day, onlyBill, sandbox, sessionAt, upcoming } from './support.ts';

const company = 'Regular Company 1';
const past = { balance: '80.50', dueDate: '11/10/2026' };

describe('the next statement', () => {
  async function afterPayment(form: Record<string, string>, paidOn: string, then: string) {
    const own = sandbox();
    const session = sessionAt(company, form, { partnerNow: day(paidOn) });
    const { accountKey: key } = await onlyBill(session, own);
    const request = {
      ...firstSubmission('pay_1'),
      accountKey: key,
      amountCents: 10_000,
      method: bank,
    };
    await own.connector.pay(session, request);
    return onlyBill({ ...session, partnerNow: day(then) }, own);
  }

  test.each([
    ['has not come while the paid one is not due', '2026-12-01', 0, '2026-12-01'],
    ['has not come the day before it is issued', '2026-12-17', 0, '2026-12-01'],
    ['comes 14 days before it is due', '2026-12-18', 10_000, '2027-01-01'],
    ['stays while it is unpaid', '2027-06-30', 10_000, '2027-01-01'],
  ])('%s', async (_, then, balanceCents, dueOn) => {
    const bill = await afterPayment(upcoming, '2026-11-21', then);
    expect(bill).toMatchObject({ balanceCents, dueOn, lastPaidOn: '2026-11-21' });
  });

  test('does not come while the first is unpaid', async () => {
    const own = sandbox();
    await onlyBill(sessionAt(company, upcoming), own);
    const bill = await onlyBill(
      sessionAt(company, upcoming, { partnerNow: day('2027-06-01') }),
      own,
    );
    expect(bill).toMatchObject({ balanceCents: 10_000, dueOn: '2026-12-01' });
  });

  test.each([
    ['the day before it is issued', '2026-11-25', 0, '2026-01-10'],
    ['the day on which it is issued', '2026-11-26', 10_000, '2026-12-10'],
  ])('skips the months that passed before a late payment: %s', async (_, then, cents, dueOn) => {
    const form = { balance: '100', dueDate: '01/10/2026', status: 'overdue' };
    const bill = await afterPayment(form, '2026-11-20', then);
    expect(bill).toMatchObject({ balanceCents: cents, dueOn });
  });

  test.each([
    ['on the day of issue', '2026-11-26', '2026-12-26', '2026-12-27', '2027-01-10'],
    ['the day after', '2026-11-27', '2026-12-26', '2026-12-27', '2027-01-10'],
    ['at the end of a month', '2026-11-30', '2026-12-26', '2026-12-27', '2027-01-10'],
    ['the day before', '2026-11-25', '2026-11-25', '2026-11-26', '2026-12-10'],
  ])('after a late payment %s comes later', async (_, paidOn, before, issuedOn, dueOn) => {
    const form = { balance: '100', dueDate: '01/10/2026', status: 'overdue' };
    expect(await afterPayment(form, paidOn, paidOn)).toMatchObject({ balanceCents: 0 });
    expect(await afterPayment(form, paidOn, before)).toMatchObject({ balanceCents: 0 });
    const next = await afterPayment(form, paidOn, issuedOn);
    expect(next).toMatchObject({ balanceCents: 10_000, dueOn });
  });

  test.each([
    ['2027-02-14', '2027-02-28'],
    ['2028-02-15', '2028-02-29'],
  ])('falls on the last day of a short month (%s)', async (then, dueOn) => {
    const year = Number(dueOn.slice(0, 4));
    const form = { balance: '100', dueDate: `01/31/${year}`, status: 'upcoming' };
    expect(await afterPayment(form, `${year}-01-20`, then)).toMatchObject({ dueOn });
  });

  test('does not drift after a short month', async () => {
    const own = sandbox();
    const form = { balance: '100', dueDate: '01/31/2027', status: 'upcoming' };
    const at = (text: string) => sessionAt(company, form, { partnerNow: day(text) });
    const { accountKey: key } = await onlyBill(at('2027-01-20'), own);
    const pay = (paymentId: string, on: string) =>
      own.connector.pay(at(on), {
        ...firstSubmission(paymentId),
        accountKey: key,
        amountCents: 10_000,
        method: bank,
      });
    await pay('pay_1', '2027-01-20');
    await pay('pay_2', '2027-02-20');
    expect(await onlyBill(at('2027-03-20'), own)).toMatchObject({
      balanceCents: 10_000,
      dueOn: '2027-03-31',
    });
  });

  test.each([
    ['2026-12-10', 0, '2026-11-10'],
    ['2026-11-25', 0, '2026-11-10'],
    ['2026-11-26', 8_050, '2026-12-10'],
  ])('of a paid bill counts from the link: %s', async (then, balanceCents, dueOn) => {
    const own = sandbox();
    const form = { ...past, status: 'paid' };
    const linkedOn = then === '2026-12-10' ? then : '2026-11-21';
    await onlyBill(sessionAt(company, form, { partnerNow: day(linkedOn) }), own);
    const bill = await onlyBill(sessionAt(company, form, { partnerNow: day(then) }), own);
    expect(bill).toMatchObject({ balanceCents, dueOn });
  });

  test.each([
    ['a zero balance', { balance: '0', dueDate: '12/01/2026', status: 'zero-balance' }],
    ['nothing', {}],
    ['a due date in the year 9999', { balance: '5', dueDate: '12/31/9999', status: 'paid' }],
  ])('never comes after %s', async (_, form) => {
    const own = sandbox();
    const first = await onlyBill(sessionAt(company, form), own);
    expect(
      await onlyBill(sessionAt(company, form, { partnerNow: day('2030-01-01') }), own),
    ).toEqual(first);
  });
});
