/** What a user had stopped stays stopped when the account is linked again (docs/guide/consent.md). */
import { describe, expect, test } from 'vitest';
import { openClockedWorld } from '../support/clocked-world.ts';
import { dueDate, openWorld, valueFrom } from '../support/world.ts';
import { consent } from './cases/case.ts';

const soon = { dueDate: dueDate(3) };

describe('an account that is unlinked and linked again', () => {
  test('is not paid automatically if its user had turned that off', async () => {
    const { api, newClient, addCard, newBill, moveToDay } = await openClockedWorld();
    const [stopping, other] = [await newClient(), await newClient()];
    const before = await newBill(stopping, soon);
    const billId = before.bill._id;
    valueFrom(await api.payment.updatePaymentSettings({ billId, recurring: 'disabled' }));
    await Promise.all([addCard(stopping), addCard(other)]);
    valueFrom(await api.auth.deleteAuth({ authId: before.bill.auth._id }));
    const [again, control] = [await newBill(stopping, soon), await newBill(other, soon)];
    expect(again.bill.settings).toMatchObject({ recurring: 'disabled' });
    expect(again.bill).not.toHaveProperty('payDate');
    await moveToDay(1);
    const paymentsOf = async (id: string) =>
      valueFrom(await api.bill.getBill({ billId: id })).payments.length;
    expect(await paymentsOf(again.bill._id)).toBe(0);
    expect(await paymentsOf(control.bill._id)).toBe(1);
  });

  test('keeps what restricts, and only offers what permits', async () => {
    const { api, newClient, addCard, newBill } = openWorld();
    const clientId = await newClient();
    const { bill } = await newBill(clientId);
    const { _id: billId } = bill;
    const paymentMethodId = await addCard(clientId);
    valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId, billId }));
    valueFrom(await api.payment.cancelPayment({ billId }));
    const set = { customLabel: 'Home', hidden: true, notifications: 'disabled' } as const;
    valueFrom(await api.bill.customizeBill({ billId, ...set }));
    const enable = { billId, recurring: 'enabled', consent } as const;
    valueFrom(await api.payment.updatePaymentSettings(enable));
    valueFrom(await api.auth.deleteAuth({ authId: bill.auth._id }));
    const again = await newBill(clientId);
    expect(again.bill).toMatchObject({
      ...{ customLabel: 'Home', hidden: 'true' },
      settings: {
        ...{ recurring: 'enabled', notifications: 'disabled' },
        consent: { by: 'partner', implied: true },
        offered: { paymentMethodId },
      },
    });
    // This cycle was skipped.
    expect(again.bill).not.toHaveProperty('payDate');
  });
});
