import { findAccount } from '@billhook/runtime/payments/begin';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { afterEach, expect, test, vi } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  fakeConnector,
  paid,
  paymentScene,
  readAll,
} from '../../../support/payment-world.ts';
import { changedPayment, NOW, unnoticed } from '../../../support/records.ts';
import { firstSubmission } from '../../../support/submission.ts';

const spies: { mockRestore: () => void }[] = [];

const { runtime } = await paymentScene({ overServer: true });
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

const begin = () => beginOne(runtime, asShown());

/** Between the reading of the payment and of its account, another attempt does all of its work. */
function overtakeOnce(paymentId: string, seen: typeof company.account): void {
  const spy = vi.spyOn(fakeConnector, 'listBills').mockImplementationOnce(async () => {
    await submitPayment(runtime, paymentId, NOW);
    return seen ? [seen] : [];
  });
  spies.push(spy);
}

/** The company is asked, and never hears of it. */
async function askInVain(paymentId: string): Promise<void> {
  spies.push(vi.spyOn(fakeConnector, 'pay').mockRejectedValueOnce(new Error('away')));
  await expect(submitPayment(runtime, paymentId, NOW)).rejects.toThrow('away');
}

test.each([
  ['finds nothing to pay', () => ({ ...account, ...company.account, balanceCents: 0 })],
  ['finds no account', () => undefined],
  ['finds the next statement', () => ({ ...account, ...company.account, dueOn: '2029-01-01' })],
])('an attempt that %s because the other has paid gives nothing up', async (_, seen) => {
  const begun = await begin();
  const { _id } = begun.payment;
  overtakeOnce(_id, seen());
  await expect(submitPayment(runtime, _id, NOW)).rejects.toThrow();
  expect(await submitPayment(runtime, _id, NOW)).toBe('paid');
  expect(await settlePayment(runtime, _id, NOW)).toBe('paid');
  const after = await readAll(runtime, begun);
  expect(after.payment.status).toBe('paid');
  expect(after.bill.payments).toHaveLength(1);
  expect(after.bill).toMatchObject({ unposted: { cents: 10_000 } });
  expect(company.charges).toBe(1);
});

test('an attempt that was asked in vain before sees what another paid since', async () => {
  const { payment } = await begin();
  await askInVain(payment._id);
  overtakeOnce(payment._id, {
    ...account,
    ...company.account,
    dueOn: '2029-01-01',
    balanceCents: 0,
  });
  await expect(submitPayment(runtime, payment._id, NOW)).rejects.toThrow();
  expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
  expect(company.charges).toBe(1);
});

test('a payment is not given up while an attempt at it may be under way', async () => {
  const begun = await begin();
  const { _id } = begun.payment;
  await askInVain(_id);
  const { method } = await readAll(runtime, begun);
  const declined = { ...method, version: method.version + 1, status: 'declined' as const };
  await runtime.table.write([runtime.methods.save(...unnoticed(declined))]);
  const find = vi.spyOn(fakeConnector, 'findPayment');
  spies.push(find.mockImplementationOnce(async () => ({ kind: 'not-known' })));
  expect(await submitPayment(runtime, _id, NOW)).toBe('unknown');
  expect((await readAll(runtime, begun)).payment.status).toBe('pending');
  // The company promises not to take it, and keeps the promise when the request arrives late.
  expect(await submitPayment(runtime, _id, NOW)).toBe('closed');
  const late = { ...firstSubmission(_id), accountKey: '', amountCents: 1, method: {} as never };
  expect(await fakeConnector.pay({} as never, late)).toEqual({ kind: 'never-taken' });
  expect(company.charges).toBe(0);
});

test('a payment that was given up, and taken against the promise of its company, is never paid again', async () => {
  const begun = await begin();
  const { _id } = begun.payment;
  const pay = vi.spyOn(fakeConnector, 'pay').mockImplementationOnce(async () => {
    // Another attempt asks meanwhile, is promised that it never was taken, and ends.
    const { method } = await readAll(runtime, begun);
    const declined = { ...method, version: method.version + 1, status: 'declined' as const };
    await runtime.table.write([runtime.methods.save(...unnoticed(declined))]);
    expect(await submitPayment(runtime, _id, NOW)).toBe('closed');
    return paid;
  });
  spies.push(pay);
  expect(await submitPayment(runtime, _id, NOW)).toBe('paid');
  const { payment, bill } = await readAll(runtime, begun);
  expect(payment).toMatchObject({ status: 'cancelled', outcome: paid });
  const { ledger } = await findAccount(runtime, bill, NOW);
  expect(ledger?.unposted).toMatchObject([{ paymentId: _id, amountCents: paid.amountCents }]);
});

test('an attempt that was not let in gives up nothing that another has sent since', async () => {
  const begun = await begin();
  const { _id } = begun.payment;
  const login = { kind: 'authenticate' } as const;
  const pay = vi.spyOn(fakeConnector, 'pay');
  pay.mockResolvedValueOnce({ kind: 'not-logged-in', login } as never);
  pay.mockResolvedValueOnce({ kind: 'unknown' });
  spies.push(pay);
  let isOvertaken = false;
  const findAny: typeof runtime.payments.findAny = async (id) => {
    const payment = await runtime.payments.findAny(id);
    if (!payment?.submitted?.over || isOvertaken) return payment;
    // It has recorded that nothing was sent; before it reads that again, another sends the next one.
    isOvertaken = true;
    expect(await submitPayment(runtime, _id, NOW)).toBe('unknown');
    return runtime.payments.findAny(id);
  };
  const slow = { ...runtime, payments: { ...runtime.payments, findAny } };
  expect(await submitPayment(slow, _id, NOW)).not.toBe('closed');
  const { payment } = await readAll(runtime, begun);
  expect(payment).toMatchObject({ state: 'asked', submitted: { number: 2 } });
});

test('what the company said first stays, whatever another attempt is told', async () => {
  const begun = await begin();
  const pay = vi.spyOn(fakeConnector, 'pay').mockImplementationOnce(async () => {
    const standing = (await readAll(runtime, begun)).payment;
    const recorded = changedPayment(standing, { version: standing.version + 1, outcome: paid });
    await runtime.table.write([runtime.payments.save(...unnoticed(recorded))]);
    return { kind: 'held', code: 'account_paid_in_full' } as never;
  });
  spies.push(pay);
  expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
});
