import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import { owedOf } from '@billhook/core/bill/bill';
import { newPayment } from '@billhook/core/payment/transitions';
import { startLinkedPayment } from '@billhook/runtime/links/start-linked-payment';
import { writeBeginning } from '@billhook/runtime/payments/begin';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { askPayment, submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpPayment } from '@billhook/runtime/sweeps/due-work';
import { conflict } from '@billhook/runtime/table/retry-conflict';
import { describe, expect, test, vi } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  fakeConnector,
  linkOne,
  paid,
  paymentScene,
  readAll,
  setMaintenance,
} from '../../../support/payment-world.ts';
import { NOW, TODAY, unnoticed } from '../../../support/records.ts';

const { runtime, started } = await paymentScene();

/** A payment of the statement that the company shows. */
const begin = () => beginOne(runtime, asShown());

/** The payment of its account that is under way. */
const pendingOf = async ({ bill }: Awaited<ReturnType<typeof begin>>) =>
  (await runtime.ledgers.find(bill))?.pendingPaymentId;

describe('a payment whose answer was lost', () => {
  test.each([
    ['the company is in maintenance since', () => setMaintenance(runtime, true)],
    [
      'the company shows no such account any more',
      async () => {
        company.account = undefined;
      },
    ],
    [
      'the company shows nothing to pay any more',
      async () => {
        company.account = { ...(company.account ?? account), balanceCents: 0 };
      },
    ],
  ])('is known as paid, though %s', async (_, meanwhile) => {
    const begun = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    await meanwhile();
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect(await settlePayment(runtime, begun.payment._id, NOW)).toBe('paid');
    const after = await readAll(runtime, begun);
    expect(after.bill.payments).toHaveLength(1);
    expect(company.charges).toBe(1);
    expect(await pendingOf(after)).toBeUndefined();
  });

  test('is told when it is asked about, and never charged again', async () => {
    const begun = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    expect(await askPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect(company.charges).toBe(1);
  });
});

describe('a payment that was never taken', () => {
  test('is said so, and can be submitted', async () => {
    const begun = await begin();
    expect(await askPayment(runtime, begun.payment._id, NOW)).toBe('never-taken');
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
  });

  test('of an account that the company is still preparing waits', async () => {
    const begun = await begin();
    company.account = { ...(company.account ?? account), syncing: true };
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    expect((await readAll(runtime, begun)).bill.pendingPaymentId).toBe(begun.payment._id);
  });

  test('of an account that is still not prepared after a day is given up', async () => {
    const begun = await begin();
    company.account = { ...(company.account ?? account), syncing: true };
    const waited = { ...begun.payment, version: begun.payment.version + 1, rounds: 23 };
    await runtime.table.write([runtime.payments.save(...unnoticed(waited))]);
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    const enough = { ...waited, version: waited.version + 1, rounds: 24 };
    await runtime.table.write([runtime.payments.save(...unnoticed(enough))]);
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    const after = await readAll(runtime, begun);
    expect(after.payment.status).toBe('cancelled');
    expect(after.bill.pendingPaymentId).toBeUndefined();
    expect(await pendingOf(begun)).toBeUndefined();
  });

  test('of an account that could not be read, while others could, waits as long and is not held', async () => {
    const begun = await begin();
    const part = vi.spyOn(fakeConnector, 'listBills');
    part.mockResolvedValue({ kind: 'partial', bills: [] } as never);
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    expect((await readAll(runtime, begun)).bill.pendingPaymentId).toBe(begun.payment._id);
    const enough = { ...begun.payment, version: begun.payment.version + 1, rounds: 24 };
    await runtime.table.write([runtime.payments.save(...unnoticed(enough))]);
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    expect((await readAll(runtime, begun)).payment.status).toBe('cancelled');
    part.mockRestore();
  });

  test('is not closed for a balance that another run of the task has just paid', async () => {
    const begun = await begin();
    const paidMeanwhile = async () => {
      expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
      return [{ ...(company.account ?? account), balanceCents: 0 }];
    };
    vi.spyOn(fakeConnector, 'listBills').mockImplementationOnce(paidMeanwhile);
    await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow();
    expect(await askPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect(await settlePayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect((await readAll(runtime, begun)).bill.payments).toHaveLength(1);
    expect(company.charges).toBe(1);
  });

  test('with nothing left to pay is closed, and the bill shows it', async () => {
    const begun = await begin();
    company.account = { ...(company.account ?? account), balanceCents: 0 };
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    const after = await readAll(runtime, begun);
    expect(after.payment.status).toBe('cancelled');
    expect(after.bill).toMatchObject({ reported: { balanceCents: 0 }, payments: [] });
    expect(after.bill.pendingPaymentId).toBeUndefined();
    expect(after.method.inFlight).toEqual([]);
    expect(await pendingOf(begun)).toBeUndefined();
    expect(company.charges).toBe(0);
  });

  test('with a method that was declined meanwhile is not charged', async () => {
    const begun = await begin();
    const declined = { ...begun.method, version: begun.method.version + 1 };
    await runtime.table.write([
      runtime.methods.save(...unnoticed({ ...declined, status: 'declined' as const })),
    ]);
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    const after = await readAll(runtime, begun);
    expect(after.bill.declinedMethodId).toBe(begun.method._id);
    expect(after.bill.pendingPaymentId).toBeUndefined();
    expect(company.charges).toBe(0);
  });
});

describe('a payment of a statement that the company has changed', () => {
  test('is of the first due date known, and its bill of the one that was read', async () => {
    const begun = await begin();
    company.account = { ...(company.account ?? account), dueOn: '2026-12-09' };
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    await settlePayment(runtime, begun.payment._id, NOW);
    const after = await readAll(runtime, begun);
    expect(after.payment.statement?.dueOn).toBe('2026-12-05');
    expect(after.bill.reported).toMatchObject({ dueOn: '2026-12-09' });
    expect(owedOf(after.bill).balanceCents).toBe(0);
  });

  test('is closed when what it owes is paid already, and not shown yet', async () => {
    const earlier = await begin();
    expect(await submitPayment(runtime, earlier.payment._id, NOW)).toBe('paid');
    await settlePayment(runtime, earlier.payment._id, NOW);
    company.charges = 0;
    // More is owed as the payment begins, and no more as the company is read again.
    const more = { ...(company.account ?? account), balanceCents: 12_000 };
    const begun = await beginOne(runtime, asShown({}, more));
    company.account = { ...(company.account ?? account), dueOn: '2028-01-10' };
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    expect(company.charges).toBe(0);
    expect((await readAll(runtime, begun)).bill.pendingPaymentId).toBeUndefined();
  });
});

describe('two payments of one bill at once', () => {
  test('are one payment', async () => {
    const begun = await begin();
    const { bill, method } = begun;
    // As it was read before the other payment began.
    const before = { ...bill, version: bill.version - 1, pendingPaymentId: undefined };
    const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
    const payment = newPayment(before, { paymentId, payOn: TODAY, partnerNow: NOW });
    expect(await writeBeginning(runtime, { bill: before, method, payment }, NOW)).toBe(conflict);
    const now = { ...bill, pendingPaymentId: undefined };
    expect(await writeBeginning(runtime, { bill: now, method, payment }, NOW)).toMatchObject({
      failure: 'payment_pending',
    });
  });
});

describe('a payment that a link asks for', () => {
  test('is begun by the next run where others were faster each time', async () => {
    const { auth, bill, method } = await linkOne(runtime, asShown());
    const linkId = newOwnedId('link', auth.clientId, randomBytes);
    const asked = { items: ['payment'] as const, paymentMethodId: method._id, billId: bill._id };
    const link = { linkId, requestedAt: new Date(NOW).toISOString(), ...asked };
    const linking = { ...auth, version: auth.version + 1, link };
    await runtime.table.write([runtime.auths.save(...unnoticed(linking))]);
    const write: typeof runtime.table.write = async (writes) =>
      writes.some((one) => 'put' in one && one.put.sk.startsWith('pay_'))
        ? 'conflict'
        : runtime.table.write(writes);
    const contended = { ...runtime, table: { ...runtime.table, write } };
    await expect(startLinkedPayment(contended, linking, linkId, NOW)).rejects.toThrow();
    expect((await runtime.auths.findAny(auth._id))?.link).toMatchObject({ linkId });
    expect(await startLinkedPayment(runtime, linking, linkId, NOW)).toBe('started');
    expect((await runtime.bills.findAny(bill._id))?.pendingPaymentId).toBeDefined();
  });
});

test('a link that is run again after its payment was made does not pay the rest', async () => {
  const { auth, bill: linked, method } = await linkOne(runtime, asShown());
  const parts = { type: 'custom-payment-amount', settings: { canExceedBalance: false } } as const;
  const takingParts = { ...linked.company, additionalPaymentOptions: [parts] };
  const bill = { ...linked, version: linked.version + 1, company: takingParts };
  const linkId = newOwnedId('link', auth.clientId, randomBytes);
  const asked = { items: ['payment'] as const, paymentMethodId: method._id, billId: bill._id };
  const link = { linkId, requestedAt: new Date(NOW).toISOString(), ...asked, chosenCents: 2_000 };
  const linking = { ...auth, version: auth.version + 1, link };
  await runtime.table.write([
    runtime.bills.save(bill, linked),
    runtime.auths.save(...unnoticed(linking)),
  ]);
  // It dies when the payment has begun, and before the link is ended.
  const write: typeof runtime.table.write = async (writes) => {
    if (writes.some((one) => 'put' in one && one.put.sk.startsWith('auth_')))
      throw new Error('died');
    return runtime.table.write(writes);
  };
  const dying = { ...runtime, table: { ...runtime.table, write } };
  await expect(startLinkedPayment(dying, linking, linkId, NOW)).rejects.toThrow('died');
  const { pendingPaymentId = '' } = (await runtime.bills.findAny(bill._id)) ?? {};
  company.outcome = { ...paid, amountCents: 2_000 };
  expect(await submitPayment(runtime, pendingPaymentId, NOW)).toBe('paid');
  expect(await settlePayment(runtime, pendingPaymentId, NOW)).toBe('paid');
  const standing = (await runtime.auths.findAny(auth._id)) ?? linking;
  expect(await startLinkedPayment(runtime, standing, linkId, NOW + 30_000)).toBe('started');
  const after = await runtime.bills.findAny(bill._id);
  expect(after?.pendingPaymentId).toBeUndefined();
  expect(after && owedOf(after).balanceCents).toBe(8_000);
  expect(company.charges).toBe(1);
});

describe('settling', () => {
  test('twice changes nothing the second time', async () => {
    const begun = await begin();
    await submitPayment(runtime, begun.payment._id, NOW);
    await settlePayment(runtime, begun.payment._id, NOW);
    const once = await readAll(runtime, begun);
    expect(await settlePayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect(await readAll(runtime, begun)).toEqual(once);
  });

  test('an unknown outcome leaves all pending, and due again', async () => {
    const begun = await begin();
    expect(await settlePayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    const after = await readAll(runtime, begun);
    expect(after.payment.status).toBe('pending');
    expect(Date.parse(after.payment.dueAt ?? '')).toBeGreaterThan(NOW);
    expect(await pendingOf(after)).toBe(begun.payment._id);
  });
});

describe('the sweep', () => {
  test('starts a payment under its own id, and looks again later while it runs', async () => {
    const begun = await begin();
    started.length = 0;
    await takeUpPayment(runtime, begun.payment._id, NOW);
    expect(started).toEqual([begun.payment._id]);
    const { payment } = await readAll(runtime, begun);
    expect(Date.parse(payment.dueAt ?? '')).toBeGreaterThan(NOW);
    expect(payment.version).toBe(begun.payment.version);
  });
});
