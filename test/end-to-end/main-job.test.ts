import { expect, test } from 'vitest';
import { dayIn, dueDate, givenCard, newName, openWorld, valueFrom } from '../support/world.ts';

const { api, findCompany, link, billOf, pay } = openWorld();

test('a user links an account, reads its bill and pays it', async () => {
  const identifier = newName();
  const { clientId } = valueFrom(await api.client.createClient({ identifier }));
  const { token } = valueFrom(await api.client.createToken({ identifier }));
  expect(token.split('.')).toHaveLength(3);

  const card = givenCard(clientId);
  const { paymentMethodId } = valueFrom(await api.payment.addPaymentMethod(card));
  const methods = valueFrom(await api.payment.listPaymentMethods({ clientId })).data;
  expect(methods).toMatchObject([
    { _id: paymentMethodId, type: 'card', status: 'verified', default: true },
  ]);
  expect(methods[0]?.card).toMatchObject({ brand: 'visa', type: 'credit' });
  expect(methods[0]?.card?.number).toBe('XXXX1111');

  const company = await findCompany('Regular Company 1');
  expect(company.auth.loginFields.map(({ name }) => name).toSorted()).toEqual([
    'balance',
    'dueDate',
    'status',
  ]);
  const auth = await link(clientId, company, { balance: '100.00', dueDate: dueDate(10) });
  expect(auth).toMatchObject({ status: { type: 'verified' }, company: { _id: company._id } });

  const { bill, payments } = await billOf(clientId, auth._id);
  expect(bill).toMatchObject({
    balance: '100.00',
    dueDate: `${dayIn(10)}T00:00:00.000Z`,
    status: { type: 'upcoming' },
    settings: { recurring: 'enabled', schedule: 'five-days-before' },
    payDate: `${dayIn(5)}T00:00:00.000Z`,
    hidden: 'false',
  });
  expect(payments).toEqual([]);

  const paid = await pay(bill._id);
  expect(paid.payments).toMatchObject([{ amount: '100.00' }]);
  expect(paid.bill).toMatchObject({
    status: { type: 'paid' },
    balance: '0.00',
    lastPaidAmount: '100.00',
    lastPaidOn: paid.payments[0]?.paidOn,
  });
  expect(Math.abs(Date.now() - Date.parse(paid.payments[0]?.paidOn ?? ''))).toBeLessThan(60_000);
});
