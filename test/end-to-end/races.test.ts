import { expect, test } from 'vitest';
import { newName, openWorld, refusal, valueFrom } from '../support/world.ts';

const { api, newClient, addCard, newBill, billOf, findCompany } = openWorld();

const refusedPayment =
  /^409 (payment_already_scheduled|payment_pending|statement_already_paid|bill_not_payable|request_conflict)$/;

test('50 concurrent payments of one bill: one is accepted, and one is made', async () => {
  const clientId = await newClient();
  await addCard(clientId);
  const { bill } = await newBill(clientId);
  const results = await Promise.all(
    Array.from({ length: 50 }, () => api.payment.schedulePayment({ billId: bill._id })),
  );
  const refused = results.filter(({ ok }) => !ok).map((result) => refusal(result));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  for (const code of refused) expect(code).toMatch(refusedPayment);

  const paid = await billOf(clientId, bill.auth._id, ({ payments }) => payments.length > 0);
  expect(paid.payments).toHaveLength(1);
  expect(paid.bill.balance).toBe('0.00');
  const again = await api.payment.schedulePayment({ billId: bill._id });
  expect(refusal(again)).toBe('409 statement_already_paid');
});

test('20 concurrent creations of one client answer one client', async () => {
  const identifier = newName();
  const results = await Promise.all(
    Array.from({ length: 20 }, () => api.client.createClient({ identifier })),
  );
  const ids = new Set(results.map((result) => valueFrom(result).clientId));
  expect(ids.size).toBe(1);
});

test('20 concurrent links of one login are one auth with one bill', async () => {
  const clientId = await newClient();
  const { _id: companyId } = await findCompany('Regular Company 2');
  const form = { status: 'one-login' };
  const given = { clientId, companyId, items: ['bill' as const], form };
  const results = await Promise.all(Array.from({ length: 20 }, () => api.auth.createAuth(given)));
  const accepted = results.filter(({ ok }) => ok);
  const ids = new Set(accepted.map((result) => valueFrom(result).authId));
  expect(ids.size).toBe(1);
  for (const result of results) {
    if (!result.ok) expect(refusal(result)).toBe('409 request_conflict');
  }
  const [authId] = ids;
  await billOf(clientId, authId as string);
  expect(valueFrom(await api.auth.listAuths({ clientId })).data).toHaveLength(1);
  expect(valueFrom(await api.bill.listBills({ clientId })).data).toHaveLength(1);
});

test('concurrent additions of cards leave exactly one default', async () => {
  const clientId = await newClient();
  await Promise.all(Array.from({ length: 10 }, () => addCard(clientId)));
  const { data } = valueFrom(await api.payment.listPaymentMethods({ clientId }));
  expect(data).toHaveLength(10);
  expect(data.filter((method) => method.default)).toHaveLength(1);
});

test('a payment that races its cancellation is either made or cancelled, never both', async () => {
  const clientId = await newClient();
  await addCard(clientId);
  const { bill } = await newBill(clientId);
  const billId = bill._id;
  const payDate = new Date(Date.now() + 3 * 86_400_000).toISOString();
  valueFrom(await api.payment.schedulePayment({ billId, payDate }));
  const results = await Promise.all(
    Array.from({ length: 10 }, () => api.payment.cancelPayment({ billId })),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const { payments } = valueFrom(await api.bill.getBill({ billId }));
  expect(payments).toEqual([]);
});
