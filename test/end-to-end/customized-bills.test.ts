import { describe, expect, test } from 'vitest';
import { readProblem, sendRaw } from '../support/raw.ts';
import { givenBank, methodOf, newName, openWorld, refusal, valueFrom } from '../support/world.ts';
import { declined, payable } from './cases/bills.ts';

const world = openWorld();
const { api, newClient, addCard } = world;

/** A bill of a company with an ordinary login, and a bank account that is assigned to it. */
async function billAt(name: string) {
  const clientId = await newClient();
  const { paymentMethodId } = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
  const company = await world.findCompany(name);
  const login = company.auth.loginFields.map((field) => [field.name, `${newName()}@a.example`]);
  const auth = await world.link(clientId, company, Object.fromEntries(login));
  const { bill } = await world.billOf(clientId, auth._id);
  valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId, billId: bill._id }));
  return bill;
}

const read = async (billId: string) => valueFrom(await api.bill.getBill({ billId }));
const cents = (text: string | undefined) => Math.round(Number(text) * 100);
const text = (amount: number) => (amount / 100).toFixed(2);

describe('a card bill', () => {
  test('of a company without the option takes its three balances only, and is paid the chosen one', async () => {
    const bill = await billAt('Fallowmere Store Card');
    const billId = bill._id;
    const { balance, statementBalance, fullBalance } = bill;
    for (const customPaymentAmount of [balance, statementBalance, fullBalance]) {
      valueFrom(await api.bill.customizeBill({ billId, customPaymentAmount }));
      expect((await read(billId)).bill.customPaymentAmount).toBe(customPaymentAmount);
    }
    for (const amount of [
      cents(balance) - 1,
      cents(statementBalance) + 1,
      cents(fullBalance) + 1,
    ]) {
      const other = await api.bill.customizeBill({ billId, customPaymentAmount: text(amount) });
      expect(refusal(other)).toBe('409 payment_amount_not_accepted');
    }
    valueFrom(await api.bill.customizeBill({ billId, customPaymentAmount: statementBalance }));
    const paid = await world.pay(billId);
    expect(paid.payments.map(({ amount }) => amount)).toEqual([statementBalance]);
    expect(paid.bill).toMatchObject({
      status: { type: 'paid' },
      balance: '0.00',
      statementBalance: '0.00',
      fullBalance: text(cents(fullBalance) - cents(statementBalance)),
      lastPaidAmount: statementBalance,
    });
  });

  test('takes amounts up to its full balance where the option says so', async () => {
    const bill = await billAt('Ashgrove Card');
    const billId = bill._id;
    const more = text(cents(bill.fullBalance) + 1);
    const refused = await api.bill.customizeBill({ billId, customPaymentAmount: more });
    expect(refusal(refused)).toBe('409 payment_amount_not_accepted');
    expect((await read(billId)).bill).not.toHaveProperty('customPaymentAmount');
    const least = text(cents(bill.balance) - 1);
    valueFrom(await api.bill.customizeBill({ billId, customPaymentAmount: least }));
    const paid = await world.pay(billId);
    expect(paid.payments.map(({ amount }) => amount)).toEqual([least]);
    // One cent is left of this statement: it can be paid at once, but the chosen amount is paid once.
    expect(paid.bill).toMatchObject({ status: { type: 'upcoming' }, balance: '0.01' });
    expect(paid.bill.payDate).toBeUndefined();
    valueFrom(await api.bill.customizeBill({ billId, customPaymentAmount: null }));
    expect((await read(billId)).bill.payDate).toBeDefined();
    const rest = await world.pay(billId);
    expect(rest.payments.map(({ amount }) => amount)).toEqual(['0.01', least]);
    expect(rest.bill).toMatchObject({ status: { type: 'paid' }, balance: '0.00' });
  });

  test('takes more than its full balance where the option says so', async () => {
    const bill = await billAt('Tollgate Harbor Card');
    const billId = bill._id;
    const more = text(cents(bill.fullBalance) + 100);
    valueFrom(await api.bill.customizeBill({ billId, customPaymentAmount: more }));
    const paid = await world.pay(billId);
    expect(paid.payments.map(({ amount }) => amount)).toEqual([more]);
    expect(paid.bill).toMatchObject({ status: { type: 'paid' }, fullBalance: '0.00' });
  });
});

describe('a bill', () => {
  test('takes a label, hidden as text or boolean, and notifications, and null takes them back', async () => {
    const { billId, clientId } = await payable(world);
    const label = { customLabel: 'Grandmother’s water' };
    valueFrom(await api.bill.customizeBill({ billId, ...label, notifications: 'disabled' }));
    valueFrom(await api.bill.customizeBill({ billId, hidden: 'true' }));
    const set = (await read(billId)).bill;
    expect(set).toMatchObject({
      ...label,
      hidden: 'true',
      settings: { notifications: 'disabled' },
    });
    const listed = valueFrom(await api.bill.listBills({ clientId })).data;
    expect(listed[0]?.bill).toEqual(set);
    valueFrom(await api.bill.customizeBill({ billId, hidden: false, customLabel: null }));
    const cleared = (await read(billId)).bill;
    expect(cleared).not.toHaveProperty('customLabel');
    expect(cleared).toMatchObject({ hidden: 'false', settings: { notifications: 'disabled' } });
  });

  test.each([
    ['nothing', {}],
    ['no money', { customPaymentAmount: '1e3' }],
    ['zero', { customPaymentAmount: '0' }],
    ['a label of 101 characters', { customLabel: 'x'.repeat(101) }],
    ['hidden as another text', { hidden: 'yes' }],
    ['notifications as another text', { notifications: 'true' }],
  ])('refuses %s', async (_, body) => {
    const { billId } = await payable(world);
    const request = { method: 'POST', path: `/bill/${billId}/customize` };
    const problem = await readProblem(await sendRaw({ ...request, body: JSON.stringify(body) }));
    expect(`${problem.status} ${problem.code}`).toBe('400 invalid_request');
  });

  test('shows the fees of its company', async () => {
    const companies = await world.findCompanies(
      ({ fees, status }) => fees?.cards !== undefined && status === 'operational',
    );
    for (const { name, fees } of companies.slice(0, 3)) {
      expect((await billAt(name)).company.fees).toEqual(fees);
    }
  });
});

describe('the default method', () => {
  test('is the one that was made it, and one only', async () => {
    const clientId = await newClient();
    const first = await addCard(clientId);
    const second = await addCard(clientId);
    valueFrom(await api.payment.makeMethodDefault({ paymentMethodId: second }));
    expect(await methodOf(api, clientId, first)).toMatchObject({ default: false });
    expect(await methodOf(api, clientId, second)).toMatchObject({ default: true });
  });

  test('pays a bill without a method of its own', async () => {
    const { clientId, billId } = await payable(world);
    const { paymentMethodId } = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
    valueFrom(await api.payment.makeMethodDefault({ paymentMethodId }));
    await world.pay(billId);
    const deleted = await api.payment.deletePaymentMethod({ paymentMethodId });
    expect(refusal(deleted)).toBe('409 payment_method_recently_used');
  });

  test('is never a declined one', async () => {
    const { clientId, methodId } = await declined(world);
    const other = await addCard(clientId);
    valueFrom(await api.payment.makeMethodDefault({ paymentMethodId: other }));
    const back = await api.payment.makeMethodDefault({ paymentMethodId: methodId });
    expect(refusal(back)).toBe('409 payment_method_declined');
    expect(await methodOf(api, clientId, other)).toMatchObject({ default: true });
  });
});
