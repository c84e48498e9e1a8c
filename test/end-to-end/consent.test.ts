/** Nothing is paid automatically that its user didn't agree to (docs/guide/consent.md). */
import { describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { newTokenClient, type TokenClient } from '../support/client-access.ts';
import { openClockedWorld } from '../support/clocked-world.ts';
import { dueDate, givenCard, openWorld, refusal, valueFrom, type World } from '../support/world.ts';
import { consent } from './cases/case.ts';

const world = openWorld();

/** An account whose bill would be paid today. */
async function linkByToken(
  { api, clientId }: TokenClient,
  more: object = {},
  name = 'Regular Company 1',
  { findCompany, billOf: standingOf }: World = world,
) {
  const { _id: companyId } = await findCompany(name);
  const form = { balance: '12.00', dueDate: dueDate(3) };
  const given = { clientId, companyId, items: ['bill' as const], form, ...more };
  const { authId } = valueFrom(await api.auth.createAuth(given));
  return (await standingOf(clientId, authId)).bill;
}

const billOf = async ({ api }: TokenClient, billId: string) =>
  valueFrom(await api.bill.getBill({ billId }));

describe('with an access token', () => {
  test('a linked bill is paid automatically only once its user agrees', async () => {
    const clocked = await openClockedWorld();
    const client = await newTokenClient(clocked.api);
    const { _id: billId, ...linked } = await linkByToken(client, {}, undefined, clocked);
    expect(linked.settings).toMatchObject({ recurring: 'disabled' });
    expect(linked).not.toHaveProperty('payDate');
    await client.api.payment.addPaymentMethod(givenCard(client.clientId));
    const unchanged = await billOf(client, billId);
    expect(unchanged.bill).not.toHaveProperty('payDate');
    expect(unchanged.payment).toBeUndefined();
    const enable = { billId, recurring: 'enabled' } as const;
    const asked = await client.api.payment.updatePaymentSettings(enable);
    expect(refusal(asked)).toBe('409 consent_required');
    valueFrom(await client.api.payment.updatePaymentSettings({ ...enable, consent }));
    const agreed = await billOf(client, billId);
    expect(agreed.bill.settings).toMatchObject({
      recurring: 'enabled',
      consent: { by: 'user', at: expect.any(String), ...consent },
    });
    await clocked.moveToDay(1);
    expect((await billOf(client, billId)).payments).toHaveLength(1);
  });

  test('what agreeing means is said before, and kept with the consent', async () => {
    const clocked = await openClockedWorld();
    const client = await newTokenClient(clocked.api);
    const { _id: billId, automatic } = await linkByToken(client, {}, undefined, clocked);
    // Its day by the schedule is past: it would be paid at once.
    const today = new Date().toISOString().slice(0, 10);
    const atOnce = { amount: '12.00', payDate: `${today}T00:00:00.000Z`, atOnce: true };
    expect(automatic).toEqual(atOnce);
    const authorization = { ...consent, version: '2' };
    const card = { ...givenCard(client.clientId), authorization };
    const { paymentMethodId } = valueFrom(await client.api.payment.addPaymentMethod(card));
    const { clientId } = client;
    const [method] = valueFrom(await client.api.payment.listPaymentMethods({ clientId })).data;
    const kept = { by: 'user', at: expect.any(String), ...authorization };
    expect(method?.authorization).toEqual(kept);
    expect((await billOf(client, billId)).bill.settings.recurring).toBe('disabled');
    const enable = { billId, recurring: 'enabled', consent, skipCycle: true } as const;
    valueFrom(await client.api.payment.updatePaymentSettings(enable));
    const { bill } = await billOf(client, billId);
    expect(bill.settings.consent?.terms).toMatchObject({
      schedule: 'five-days-before',
      paymentMethod: { _id: paymentMethodId, type: 'card', lastFour: '1111' },
    });
    expect(bill).toMatchObject({ skipped: true });
    expect(bill).not.toHaveProperty('payDate');
    await clocked.moveToDay(4);
    expect((await billOf(client, billId)).payments).toEqual([]);
  });

  test('what would begin with the next statement needs consent too', async () => {
    const client = await newTokenClient();
    const { _id: billId } = await linkByToken(client);
    const asked = { billId, recurring: 'enabled', skipCycle: true } as const;
    const refused = await client.api.payment.updatePaymentSettings(asked);
    expect(refusal(refused)).toBe('409 consent_required');
    const off = { billId, recurring: 'disabled', skipCycle: true } as const;
    expect(refusal(await client.api.payment.updatePaymentSettings(off))).toMatch(/^400/);
  });

  test('a first method pays no bill that its partner has linked', async () => {
    const client = await newTokenClient();
    const { bill } = await world.newBill(client.clientId, { dueDate: dueDate(3) });
    expect(bill.settings.consent).toMatchObject({ by: 'partner', implied: true });
    expect(bill).toMatchObject({ withheld: { reason: 'no-payment-method' } });
    expect(bill.payDate).toBeUndefined();
    valueFrom(await client.api.payment.addPaymentMethod(givenCard(client.clientId)));
    const { bill: after, payment } = await billOf(client, bill._id);
    expect(after.settings.recurring).toBe('disabled');
    expect(after).not.toHaveProperty('payDate');
    expect(payment).toBeUndefined();
  });

  test('a first method pays no subscription that its partner has linked, until its user says so', async () => {
    const clocked = await openClockedWorld();
    const company = await clocked.findCompany('Regular Company 5');
    const linked = async () => {
      const client = await newTokenClient(clocked.api);
      const form = { balance: '19.99', dueDate: dueDate(3) };
      const { _id: authId } = await clocked.link(client.clientId, company, form);
      const { bill } = await clocked.billOf(client.clientId, authId);
      expect(bill.settings.consent).toMatchObject({ by: 'partner', implied: true });
      const card = givenCard(client.clientId);
      const { paymentMethodId } = valueFrom(await client.api.payment.addPaymentMethod(card));
      const after = (await billOf(client, bill._id)).bill;
      expect(after).toMatchObject({ withheld: { reason: 'not-agreed' } });
      expect(after).not.toHaveProperty('payDate');
      return { client, billId: bill._id, paymentMethodId };
    };
    const [kept, assigned, agreed] = [await linked(), await linked(), await linked()];
    const { billId, paymentMethodId } = assigned;
    valueFrom(await assigned.client.api.payment.assignPaymentMethod({ paymentMethodId, billId }));
    const settings = { billId: agreed.billId, recurring: 'enabled' as const };
    const refused = await agreed.client.api.payment.updatePaymentSettings(settings);
    expect(refusal(refused)).toBe('409 consent_required');
    valueFrom(await agreed.client.api.payment.updatePaymentSettings({ ...settings, consent }));
    await clocked.moveToDay(2);
    const payments = async ({ client, billId: id }: typeof kept) =>
      (await billOf(client, id)).payments.length;
    await until(
      'both payments',
      async () => (await payments(assigned)) + (await payments(agreed)) === 2,
    );
    expect(await payments(kept)).toBe(0);
  });

  test('a subscription is linked once its user agrees', async () => {
    const client = await newTokenClient();
    const company = await world.findCompany('Regular Company 5');
    expect(company.recurringRequired).toBe(true);
    const { settings } = await linkByToken(client, { consent }, 'Regular Company 5');
    const by = { by: 'user', ...consent };
    expect(settings).toMatchObject({ recurring: 'enabled', recurringRequired: true, consent: by });
  });

  test('a subscription that is due when it is linked is left to its user, once', async () => {
    const client = await newTokenClient();
    valueFrom(await client.api.payment.addPaymentMethod(givenCard(client.clientId)));
    const given = { consent, skipCycle: true } as const;
    const { _id: billId } = await linkByToken(client, given, 'Regular Company 5');
    const { bill } = await billOf(client, billId);
    expect(bill).toMatchObject({ skipped: true, settings: { recurring: 'enabled' } });
    expect(bill).not.toHaveProperty('payDate');
    expect(bill).not.toHaveProperty('automatic');
    // It is paid by an order, as any other.
    valueFrom(await client.api.payment.schedulePayment({ billId }));
    await until('the payment', async () => (await billOf(client, billId)).payments.length === 1);
  });
});

describe('what a user agrees to about data', () => {
  const opener = (identifier: string) => async () => {
    const { token } = valueFrom(await world.api.client.createToken({ identifier }));
    const module = 'account-linking' as const;
    return valueFrom(await world.api.module.openModuleSession({ token, module }));
  };

  test('is kept with an account that was linked without it', async () => {
    const { api, clientId, identifier } = await newTokenClient();
    const { bill } = await world.newBill(clientId);
    const openPage = opener(identifier);
    expect(await openPage()).not.toHaveProperty('dataConsent');
    const again = { authId: bill.auth._id, items: ['bill' as const], dataConsent: consent };
    valueFrom(await api.auth.continueAuth(again));
    await until('it is kept', async () => (await openPage()).dataConsent?.by === 'user');
  });

  test('is kept with the link, told when a page opens, and pays nothing', async () => {
    const client = await newTokenClient();
    const { api, clientId, identifier } = client;
    const openPage = opener(identifier);
    expect(await openPage()).not.toHaveProperty('dataConsent');
    const { _id, settings } = await linkByToken(client, { dataConsent: consent });
    expect(settings).toMatchObject({ recurring: 'disabled' });
    const given = { by: 'user', at: expect.any(String), ...consent };
    expect((await openPage()).dataConsent).toEqual(given);
    const { bill } = await billOf(client, _id);
    valueFrom(await api.auth.deleteAuth({ authId: bill.auth._id }));
    expect(await openPage()).not.toHaveProperty('dataConsent');
    const wrong = { clientId, companyId: bill.company._id, items: ['bill' as const], form: {} };
    const unnamed = { textHash: consent.textHash } as typeof consent;
    expect(refusal(await api.auth.createAuth({ ...wrong, dataConsent: unnamed }))).toBe(
      '400 invalid_request',
    );
  });
});
