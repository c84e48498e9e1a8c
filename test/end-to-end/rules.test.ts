import { describe, expect, inject, test } from 'vitest';
import { readProblem, sendRaw } from '../support/raw.ts';
import {
  dayIn,
  dueDate,
  givenBank,
  givenCard,
  methodOf,
  newName,
  openWorld,
  refusal,
  valueFrom,
} from '../support/world.ts';

const { api, newClient, addCard, newBill, findCompany, findCompanies, link, billOf, pay } =
  openWorld();
const day = (days: number) => `${dayIn(days)}T00:00:00.000Z`;

/** Reads a list page by page. */
async function readPages<T>(
  read: (cursor?: string) => Promise<{ data: T[]; nextCursor?: string }>,
): Promise<T[][]> {
  const pages: T[][] = [];
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const page = await read(cursor);
    pages.push(page.data);
    cursor = page.nextCursor;
  }
  return pages;
}

describe('a list', () => {
  test('of methods is the same in pages as in one, the default included', async () => {
    const clientId = await newClient();
    for (let count = 0; count < 5; count += 1) await addCard(clientId);
    const { data } = valueFrom(await api.payment.listPaymentMethods({ clientId }));
    for (const limit of [1, 2, 5, 100]) {
      const pages = await readPages(async (cursor) =>
        valueFrom(await api.payment.listPaymentMethods({ clientId, limit, cursor })),
      );
      expect(pages.flat()).toEqual(data);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    }
  });

  test('of auths and of bills is the same in pages as in one', async () => {
    const clientId = await newClient();
    for (const name of ['Regular Company 1', 'Regular Company 2', 'Regular Company 3']) {
      const form = { balance: '5.00', dueDate: dueDate(9) };
      const auth = await link(clientId, await findCompany(name), form);
      await billOf(clientId, auth._id);
    }
    const auths = valueFrom(await api.auth.listAuths({ clientId })).data;
    const bills = valueFrom(await api.bill.listBills({ clientId })).data;
    expect([auths.length, bills.length]).toEqual([3, 3]);
    const authPages = await readPages(async (cursor) =>
      valueFrom(await api.auth.listAuths({ clientId, limit: 2, cursor })),
    );
    const billPages = await readPages(async (cursor) =>
      valueFrom(await api.bill.listBills({ clientId, limit: 1, cursor })),
    );
    expect(authPages.flat()).toEqual(auths);
    expect(billPages.flat()).toEqual(bills);
  });

  test('of a partner’s bills has each active bill once, in pages too', async () => {
    const { partnerId } = inject('service');
    const partnerUserId = newName();
    const { clientId } = valueFrom(await api.client.createClient({ identifier: partnerUserId }));
    const { bill } = await newBill(clientId);
    const read = async (limit?: number) => {
      const pages = await readPages(async (cursor) =>
        valueFrom(await api.bill.listPartnerBills({ partnerId, limit, cursor })),
      );
      return pages.flat();
    };
    const all = await read();
    const one = all.find((entry) => entry.bill._id === bill._id);
    expect(one).toMatchObject({ partnerId, partnerUserId });
    const ids = all.map((entry) => entry.bill._id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await read(7)).map((entry) => entry.bill._id)).toEqual(ids);
  });

  test('of a client without anything is empty', async () => {
    const clientId = await newClient();
    expect(valueFrom(await api.auth.listAuths({ clientId })).data).toEqual([]);
    expect(valueFrom(await api.bill.listBills({ clientId })).data).toEqual([]);
    expect(valueFrom(await api.payment.listPaymentMethods({ clientId })).data).toEqual([]);
  });
});

describe('a deleted auth', () => {
  test('takes its bills and what is scheduled with it', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString();
    valueFrom(await api.payment.schedulePayment({ billId: bill._id, date }));
    valueFrom(await api.auth.deleteAuth({ authId: bill.auth._id }));
    expect(valueFrom(await api.auth.listAuths({ clientId })).data).toEqual([]);
    expect(valueFrom(await api.bill.listBills({ clientId })).data).toEqual([]);
    expect(refusal(await api.bill.getBill({ billId: bill._id }))).toBe('404 bill_not_found');
    const again = await api.auth.deleteAuth({ authId: bill.auth._id });
    expect(refusal(again)).toBe('404 auth_not_found');
  });

  test('can be linked again, and its paid bill is still paid', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    await payAndDelete(clientId);
    const again = await newBill(clientId);
    expect(again.bill.status.type).toBe('paid');
    const result = await api.payment.schedulePayment({ billId: again.bill._id });
    expect(refusal(result)).toBe('409 bill_not_payable');
  });

  test('can be linked again, and is not paid twice while its company does not show the payment', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    await payAndDelete(clientId, { status: 'posts-late' });
    const again = await newBill(clientId, { status: 'posts-late' });
    expect(again.bill).toMatchObject({ balance: '0.00', status: { type: 'zero-balance' } });
    const result = await api.payment.schedulePayment({ billId: again.bill._id });
    expect(refusal(result)).toBe('409 statement_already_paid');
  });

  test('can be linked again, and owes what its company shows once that lists the payment', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    await payAndDelete(clientId);
    const again = await newBill(clientId, { balance: '70.00' });
    expect(again.bill).toMatchObject({ balance: '70.00', status: { type: 'upcoming' } });
    const { payments } = await pay(again.bill._id);
    expect(payments.map(({ amount }) => amount)).toEqual(['70.00']);
  });

  async function payAndDelete(clientId: string, form: Record<string, string> = {}): Promise<void> {
    const { bill } = await newBill(clientId, form);
    valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
    await billOf(clientId, bill.auth._id, ({ payments }) => payments.length > 0);
    valueFrom(await api.auth.deleteAuth({ authId: bill.auth._id }));
  }
});

describe('a scheduled payment', () => {
  test('shows its day as payDate, takes either name, and goes with its cancellation', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.schedulePayment({ billId, date: dayIn(3), payDate: dayIn(3) }));
    const scheduled = valueFrom(await api.bill.getBill({ billId })).bill;
    expect(scheduled.payDate).toBe(day(3));
    valueFrom(await api.payment.cancelPayment({ billId }));
    // Recurring is on: the cancellation skips this cycle's automatic payment as well.
    expect(valueFrom(await api.bill.getBill({ billId })).bill.payDate).toBeUndefined();
    expect(refusal(await api.payment.cancelPayment({ billId }))).toBe('409 payment_not_scheduled');
  });

  test('of two different days is refused', async () => {
    const { bill } = await newBill(await newClient());
    const days = { date: dayIn(3), payDate: dayIn(4) };
    const result = await api.payment.schedulePayment({ billId: bill._id, ...days });
    expect(refusal(result)).toBe('400 invalid_request');
  });

  test.each(['tomorrow', '1', '2099-02-30', '2099-01-01T25:00:00Z', '01/02/2099'])(
    'of the day %s is refused',
    async (date) => {
      const { bill } = await newBill(await newClient());
      const result = await api.payment.schedulePayment({ billId: bill._id, date });
      expect(refusal(result)).toBe('400 invalid_request');
    },
  );
});

describe('settings', () => {
  test('move and stop the automatic payment', async () => {
    const clientId = await newClient();
    await addCard(clientId);
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.updatePaymentSettings({ billId, schedule: 'day-before' }));
    const moved = valueFrom(await api.bill.getBill({ billId })).bill;
    expect(moved).toMatchObject({ payDate: day(9), settings: { schedule: 'day-before' } });
    valueFrom(await api.payment.updatePaymentSettings({ billId, recurring: 'disabled' }));
    const stopped = valueFrom(await api.bill.getBill({ billId })).bill;
    expect(stopped.settings).toMatchObject({ recurring: 'disabled', schedule: 'day-before' });
    expect(stopped.payDate).toBeUndefined();
  });
});

describe('the day of a payment', () => {
  test('is shown only where something can pay', async () => {
    const clientId = await newClient();
    const { bill } = await newBill(clientId);
    const billId = bill._id;
    const read = async () => valueFrom(await api.bill.getBill({ billId })).bill;
    const listed = async () =>
      valueFrom(await api.bill.listBills({ clientId })).data.map((one) => one.bill);
    expect(await read()).toMatchObject({ withheld: { reason: 'no-payment-method' } });
    expect((await read()).payDate).toBeUndefined();
    const paymentMethodId = await addCard(clientId);
    expect((await read()).payDate).toBe(day(5));
    expect(await listed()).toMatchObject([{ payDate: day(5) }]);
    valueFrom(await api.payment.deletePaymentMethod({ paymentMethodId }));
    expect((await read()).payDate).toBeUndefined();
    expect(await listed()).toMatchObject([{ withheld: { reason: 'no-payment-method' } }]);
  });

  test('stays where the next method becomes the default', async () => {
    const clientId = await newClient();
    const paymentMethodId = await addCard(clientId);
    const next = await addCard(clientId);
    const { bill } = await newBill(clientId);
    const removed = await api.payment.deletePaymentMethod({ paymentMethodId, nextDefault: true });
    expect(valueFrom(removed)).toEqual({ success: true });
    expect(await methodOf(api, clientId, next)).toMatchObject({ default: true });
    expect(valueFrom(await api.bill.getBill({ billId: bill._id })).bill.payDate).toBe(day(5));
  });
});

describe('a payment method', () => {
  test('is default when it is the first, or asks to be', async () => {
    const clientId = await newClient();
    const first = await addCard(clientId);
    const bank = { ...givenBank(clientId), setAsDefault: true };
    const { paymentMethodId } = valueFrom(await api.payment.addPaymentMethod(bank));
    expect(await methodOf(api, clientId, first)).toMatchObject({ default: false });
    const method = await methodOf(api, clientId, paymentMethodId);
    expect(method).toMatchObject({ default: true, type: 'bank', status: 'verified' });
    expect(method?.bank?.account).toBe(method?.bank?.accountNumber);
    expect(method?.bank?.routing).toBe(method?.bank?.routingNumber);
    expect(method?.bank?.accountNumber).toBe('XXXX6789');
  });

  test('names the bill that it is assigned to', async () => {
    const clientId = await newClient();
    const paymentMethodId = await addCard(clientId);
    const { bill } = await newBill(clientId);
    valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId, billId: bill._id }));
    const method = await methodOf(api, clientId, paymentMethodId);
    expect(method?.assignedBills).toEqual([bill._id]);
  });

  test('that is deleted is gone', async () => {
    const clientId = await newClient();
    const paymentMethodId = await addCard(clientId);
    valueFrom(await api.payment.deletePaymentMethod({ paymentMethodId }));
    expect(valueFrom(await api.payment.listPaymentMethods({ clientId })).data).toEqual([]);
    const again = await api.payment.deletePaymentMethod({ paymentMethodId });
    expect(refusal(again)).toBe('404 payment_method_not_found');
  });

  test('of another client cannot be assigned', async () => {
    const paymentMethodId = await addCard(await newClient());
    const { bill } = await newBill(await newClient());
    const result = await api.payment.assignPaymentMethod({ paymentMethodId, billId: bill._id });
    // The method is found first; to its client, the other's bill does not exist.
    expect(refusal(result)).toBe('404 bill_not_found');
  });
});

describe('a client', () => {
  test('is made by its first token, and the one of its identifier', async () => {
    const identifier = newName();
    valueFrom(await api.client.createToken({ identifier }));
    const first = valueFrom(await api.client.createClient({ identifier }));
    expect(valueFrom(await api.client.createClient({ identifier }))).toEqual(first);
    const { card: _card, ...synced } = { card: givenCard(''), client: { identifier } };
    expect(valueFrom(await api.client.syncClient(synced)).clientId).toBe(first.clientId);
  });

  test('of text that is no Unicode is refused', async () => {
    for (const body of [
      '{"identifier":"\\ud800"}',
      '{"identifier":"a","meta":{"city":"\\udc00"}}',
    ]) {
      const problem = await readProblem(await sendRaw({ method: 'POST', path: '/client', body }));
      expect(`${problem.status} ${problem.code}`).toBe('400 invalid_json');
    }
  });
});

describe('a search', () => {
  test('forgives a misspelling', async () => {
    const { data } = valueFrom(await api.company.searchCompanies({ query: 'Reguler Compny 1' }));
    expect(data.map(({ name }) => name)).toContain('Regular Company 1');
  });

  test('finds by category only what is in it, and the directory is large enough', async () => {
    const categories = valueFrom(await api.company.listCategories()).data;
    expect(categories.length).toBeGreaterThanOrEqual(10);
    expect((await findCompanies(() => true)).length).toBeGreaterThanOrEqual(67);
    for (const { type } of categories) {
      const { data, resultCount } = valueFrom(
        await api.company.searchCompanies({ category: type }),
      );
      expect(data.length, type).toBeGreaterThan(0);
      expect(resultCount).toBe(data.length);
      for (const company of data) expect(company.categories.length).toBeGreaterThan(0);
    }
  });

  test('is the same in pages as in one', async () => {
    const all = (await findCompanies(() => true)).map(({ _id }) => _id);
    const paged: string[] = [];
    for (let page = 1; paged.length < all.length; page += 1) {
      const { data, resultCount } = valueFrom(
        await api.company.searchCompanies({
          paginateResults: true,
          pageSize: '20',
          pageNumber: page,
        }),
      );
      expect(resultCount).toBe(all.length);
      expect(data.length).toBeGreaterThan(0);
      paged.push(...data.map(({ _id }) => _id));
    }
    expect(paged).toEqual(all);
  });
});
