/** What happens to payments and methods when things come in an unlucky order. */
import { describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { findItem } from '../support/table.ts';
import { openWorld, valueFrom } from '../support/world.ts';

const world = openWorld();
const { api } = world;
const upcoming = { balance: '100.00', dueDate: '12/01/2030', status: 'upcoming' };
const DECLINING = '4000000000000002';

async function linkAnd(
  clientId: string,
  company: { readonly _id: string },
  given: { items: ('bill' | 'payment')[]; form: Record<string, string>; paymentMethodId?: string },
): Promise<string> {
  const { paymentMethodId, ...rest } = given;
  const meta = paymentMethodId === undefined ? undefined : { paymentMethodId };
  const companyId = company._id;
  return valueFrom(await api.auth.createAuth({ clientId, companyId, meta, ...rest })).authId;
}

async function statusOf(clientId: string, authId: string): Promise<string | undefined> {
  const { data } = valueFrom(await api.auth.listAuths({ clientId }));
  return data.find(({ _id }) => _id === authId)?.status.type;
}

const untilStatus = (clientId: string, authId: string, status: string) =>
  until(`${authId} is ${status}`, async () => (await statusOf(clientId, authId)) === status);

const methodsOf = async (clientId: string) =>
  valueFrom(await api.payment.listPaymentMethods({ clientId })).data;

describe('a link that pays', () => {
  test('pays where the user has to be present, and its link ends', async () => {
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const company = await world.findCompany('MFA Company 1');
    const authId = await linkAnd(clientId, company, { items: ['bill', 'payment'], form: upcoming });
    const { payments } = await world.billOf(
      clientId,
      authId,
      ({ bill }) => bill.status.type === 'paid',
    );
    expect(payments).toMatchObject([{ amount: '100.00' }]);
    const ended = await until('the link has ended', async () => {
      const auth = await findItem(inject('service').tableUrl, clientId, authId);
      return auth && !auth.link && !auth.dueAt ? auth : undefined;
    });
    expect(ended.status).toEqual({ S: 'verified' });
  });

  test('pays with the method that it named, after questions', async () => {
    const clientId = await world.newClient();
    const first = await world.addCard(clientId);
    const named = await world.addCard(clientId, { cardNumber: '5555555555554444' });
    const company = await world.findCompany('Regular Company 2');
    const form = { ...upcoming, status: 'mfa-required-questions' };
    const given = { items: ['bill' as const, 'payment' as const], form, paymentMethodId: named };
    const authId = await linkAnd(clientId, company, given);
    await untilStatus(clientId, authId, 'mfa-required');
    const { data } = valueFrom(await api.auth.listAuths({ clientId }));
    const answers = (data[0]?.mfa?.mfa ?? []).map(({ identifier }) => ({
      identifier,
      answer: 'answer',
    }));
    valueFrom(await api.auth.answerQuestions({ authId, answers }));
    await world.billOf(clientId, authId, ({ bill }) => bill.status.type === 'paid');
    const used = await api.payment.deletePaymentMethod({ paymentMethodId: named });
    expect(used).toMatchObject({ problem: { code: 'payment_method_recently_used' } });
    expect(await api.payment.deletePaymentMethod({ paymentMethodId: first })).toMatchObject({
      ok: true,
    });
  });

  test('that only reads bills after a hold pays nothing, whatever was paid before', async () => {
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const company = await world.findCompany('Regular Company 3');
    const none = { balance: '0', dueDate: '12/01/2030', status: 'zero-balance' };
    const authId = await linkAnd(clientId, company, { items: ['bill', 'payment'], form: none });
    await untilStatus(clientId, authId, 'verified');
    await linkAnd(clientId, company, { items: ['bill'], form: { ...upcoming, status: 'hold' } });
    await untilStatus(clientId, authId, 'hold');
    valueFrom(await api.auth.fixHold({ authId }));
    await untilStatus(clientId, authId, 'verified');
    const { payments } = await world.billOf(clientId, authId);
    expect(payments).toEqual([]);
  });
});

describe('an assignment', () => {
  test('by a link replaces the one before', async () => {
    const clientId = await world.newClient();
    const [one, other] = [await world.addCard(clientId), await world.addCard(clientId)];
    const company = await world.findCompany('Regular Company 4');
    const items = ['bill' as const];
    const authId = await linkAnd(clientId, company, {
      items,
      form: upcoming,
      paymentMethodId: one,
    });
    const { bill } = await world.billOf(clientId, authId);
    await linkAnd(clientId, company, { items, form: upcoming, paymentMethodId: other });
    const assigned = await until('the other is assigned', async () => {
      const methods = await methodsOf(clientId);
      return methods.find(({ _id }) => _id === other)?.assignedBills.length ? methods : undefined;
    });
    expect(assigned.find(({ _id }) => _id === other)?.assignedBills).toEqual([bill._id]);
    expect(assigned.find(({ _id }) => _id === one)?.assignedBills).toEqual([]);
  });
});

describe('a company that takes bank accounts only', () => {
  test('is not paid by card', async () => {
    const clientId = await world.newClient();
    const paymentMethodId = await world.addCard(clientId);
    const company = await world.findCompany('Tollgate Harbor Card');
    const form = Object.fromEntries(
      company.auth.loginFields.map(({ name }) => [
        name,
        name === 'password' ? 'x' : `u-${clientId}`,
      ]),
    );
    const auth = await world.link(clientId, company, form);
    const { bill } = await world.billOf(clientId, auth._id);
    const refused = { problem: { code: 'payment_method_not_accepted' } };
    const billId = bill._id;
    expect(await api.payment.schedulePayment({ billId })).toMatchObject(refused);
    expect(await api.payment.assignPaymentMethod({ paymentMethodId, billId })).toMatchObject(
      refused,
    );
  });
});

describe('three declines in a row', () => {
  test('remove the method, and its bills go on with a new default', async () => {
    const clientId = await world.newClient();
    const card = await world.addCard(clientId, { cardNumber: DECLINING });
    const { bill } = await world.newBill(clientId);
    const billId = bill._id;
    valueFrom(await api.payment.schedulePayment({ billId }));
    const isDeclined = async () =>
      (await methodsOf(clientId)).some(({ _id, status }) => _id === card && status === 'declined');
    await until('the first decline', isDeclined);
    for (const left of [true, false]) {
      valueFrom(await api.payment.retryPaymentMethod({ paymentMethodId: card }));
      await until(left ? 'the second decline' : 'the removal', async () =>
        left ? isDeclined() : (await methodsOf(clientId)).length === 0,
      );
    }
    const left = valueFrom(await api.bill.getBill({ billId })).bill;
    expect(left.status.type).toBe('payment-declined');
    expect(left.payDate).toBeUndefined();
    await world.addCard(clientId);
    const after = valueFrom(await api.bill.getBill({ billId }));
    expect(after.bill.status.type).toBe('upcoming');
    expect(after.bill.payDate).toBeDefined();
    const paid = await world.pay(billId);
    expect(paid.payments).toHaveLength(1);
  });
});

describe('a bill that its biller collects by itself', () => {
  test('has no automatic payment of ours to cancel', async () => {
    const clientId = await world.newClient();
    const companies = await world.findCompanies(
      ({ status, userPresenceRequired }) => status === 'operational' && !userPresenceRequired,
    );
    for (const company of companies.slice(0, 60)) {
      const fields = company.auth.loginFields.map(({ name }) => name);
      if (fields.includes('status')) continue;
      const form = Object.fromEntries(
        fields.map((name) => [name, name === 'email' ? 'a@b.example' : 'x']),
      );
      const auth = await world.link(clientId, company, form);
      const { data } = valueFrom(await api.bill.listBills({ clientId }));
      const own = data.find(({ bill }) => bill.auth._id === auth._id && bill.autopay === 'enabled');
      if (!own) continue;
      const cancelled = await api.payment.cancelPayment({ billId: own.bill._id });
      expect(cancelled).toMatchObject({ problem: { code: 'payment_not_scheduled' } });
      return;
    }
    throw new Error('The directory has no company that collects by itself');
  });
});
