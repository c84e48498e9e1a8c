/** What the hosted modules are told: their look, their session, what is under way. */
import { describe, expect, inject, test } from 'vitest';
import { apiWith, newTokenClient, suspendPartner, useToken } from '../support/client-access.ts';
import { addPartner } from '../support/partners.ts';
import { sendRaw } from '../support/raw.ts';
import { dueDate, newName, openWorld, refusal, valueFrom } from '../support/world.ts';
import { inDays } from './cases/bills.ts';
import { FONT } from './cases/module.ts';

const world = openWorld();
const { api } = world;
const INVALID = '401 token_invalid';
const module = 'account-linking' as const;
const verifier = 'v'.repeat(43);

const open = (given: Partial<Parameters<typeof api.module.openModuleSession>[0]>) =>
  api.module.openModuleSession({ module, token: '', ...given });

async function newToken(options: object = {}) {
  return valueFrom(await api.client.createToken({ identifier: newName(), ...options })).token;
}

describe('a session', () => {
  test('opens with a one-time token, goes on with its access token, and is renewed', async () => {
    const token = await newToken({ nonce: true, accessTokenExpiresIn: 600 });
    const first = valueFrom(await open({ token, verifier, sessionId: 'mine' }));
    expect(await useToken(first.accessToken)).toBe('200 ok');
    expect(valueFrom(await open({ token, verifier })).clientId).toBe(first.clientId);
    expect(refusal(await open({ token }))).toBe(INVALID);
    const again = valueFrom(await open({ token: first.accessToken }));
    expect(again.accessToken).toBe(first.accessToken);
    expect(again.expiresIn).toBeLessThanOrEqual(600);
    const renewing = { token: first.accessToken, renew: true };
    expect(refusal(await open(renewing))).toBe('403 verifier_required');
    const renewed = valueFrom(await open({ ...renewing, verifier }));
    expect(renewed.accessToken).not.toBe(first.accessToken);
    expect(await useToken(renewed.accessToken)).toBe('200 ok');
    await api.client.revokeTokens({ clientToken: first.accessToken });
    for (const one of [token, first.accessToken, renewed.accessToken]) {
      expect(refusal(await open({ token: one, verifier }))).toBe(INVALID);
    }
  });

  test('shows companies to begin with, or the one that is asked for', async () => {
    const token = await newToken();
    const { companies } = valueFrom(await open({ token, module: 'card-swap' }));
    expect(companies).toHaveLength(12);
    const companyId = companies[0]?._id;
    const one = valueFrom(await open({ token, companyId }));
    expect(one).toMatchObject({ company: { _id: companyId }, companies: [] });
    const none = valueFrom(await open({ token, companyId: 'co_none' }));
    expect(none).not.toHaveProperty('company');
    expect(none.companies).toHaveLength(12);
  });

  test('tells of what waits for the user, and of nothing of others', async () => {
    const company = await world.findCompany('Regular Company 2');
    const [one, two] = [await newTokenClient(), await newTokenClient()];
    const asked = await world.link(one.clientId, company, { status: 'mfa-required-questions' });
    const { challenge, progress } = valueFrom(await one.api.auth.getAuth({ authId: asked._id }));
    expect(progress).toBe('checking-security');
    const session = valueFrom(await open({ token: one.accessToken }));
    const auth = { _id: asked._id, status: { type: 'mfa-required' } };
    expect(session.open).toMatchObject([{ auth, linking: true, progress, challenge }]);
    expect(valueFrom(await open({ token: two.accessToken })).open).toEqual([]);
  });

  test('has the lists that were asked for, as their operations show them to the user, and of no other', async () => {
    const company = await world.findCompany('Regular Company 2');
    const [one, two] = [await newTokenClient(), await newTokenClient()];
    const form = { balance: '42.00', dueDate: dueDate(9), status: 'verified' };
    const linkBill = async (clientId: string, to: typeof company) => {
      const { _id: authId } = await world.link(clientId, to, form);
      await world.billOf(clientId, authId);
      return authId;
    };
    await linkBill(one.clientId, company);
    const authId = await linkBill(one.clientId, await world.findCompany('Regular Company 3'));
    valueFrom(await api.auth.deleteAuth({ authId }));
    await linkBill(two.clientId, company);
    await world.addCard(one.clientId);
    const ask = (token: string) => open({ token, module: 'bill-pay', lists: true });
    const session = valueFrom(await ask(one.accessToken));
    const { clientId } = one;
    expect(session.lists).toEqual({
      bills: valueFrom(await one.api.bill.listBills({ clientId })),
      auths: valueFrom(await one.api.auth.listAuths({ clientId })),
      paymentMethods: valueFrom(await one.api.payment.listPaymentMethods({ clientId })),
    });
    expect(session.lists?.bills.data).toHaveLength(1);
    expect(session.lists?.auths.data).toHaveLength(1);
    expect(session.companies).toEqual([]);
    const others = valueFrom(await ask(two.accessToken));
    expect(JSON.stringify(others)).not.toContain(clientId);
    expect(others.lists?.bills.data).toHaveLength(1);
    const newcomer = valueFrom(await ask((await newTokenClient()).accessToken));
    expect(newcomer.lists?.bills).toEqual({ data: [] });
    expect(newcomer.companies).toHaveLength(12);
    expect(valueFrom(await open({ token: one.accessToken }))).not.toHaveProperty('lists');
  });

  test('is in the look of its partner, with its newest key, until that is suspended', async () => {
    const { apiKey, partnerId } = await addPartner(inject('service'));
    const own = apiWith(apiKey);
    const font = valueFrom(await own.partner.uploadFont({ name: 'Own', woff2: FONT }));
    const theme = { brandColor: '#0a7f5c', font };
    const set = { appName: 'Acme', theme, texts: { 'search.title': 'Who bills you?' } };
    const origins = ['http://localhost:8789', 'https://acme.example'];
    valueFrom(await own.partner.updateModules({ ...set, origins }));
    // A page needs neither the PEM nor a certificate.
    const made = valueFrom(await own.partner.createEncryptionKey());
    const { pem: _pem, x5c: _x5c, ...encryptionKey } = made;
    const { accessToken: token } = await newTokenClient(own);
    const { look, ...session } = valueFrom(await open({ token }));
    expect(session).toMatchObject({ encryptionKey });
    const { appName: name, ...words } = set;
    expect(look).toMatchObject({ partnerId, name, origins, ...words, bridgeName: 'Billhook' });
    expect(valueFrom(await api.module.getModuleLook({ partnerId }))).toEqual(look);
    expect(valueFrom(await api.module.getModuleFont(font))).toEqual({ woff2: FONT });
    const { data } = valueFrom(await own.event.listEvents({ type: 'partner.settings-changed' }));
    const changes = data.map(({ event }) => event.payload.data);
    expect(changes).toContainEqual({
      ...{ action: 'modules-changed', by: 'api-key' },
      detail: { changed: 'appName origins texts theme' },
    });
    await suspendPartner(partnerId);
    expect(refusal(await open({ token }))).toBe(INVALID);
    const look404 = await api.module.getModuleLook({ partnerId });
    expect(refusal(look404)).toBe('404 partner_not_found');
  });
});

test('looks and fonts may be kept by anyone, a session and a refusal by nobody', async () => {
  const { partnerId } = inject('service');
  const keptFor = async (path: string, body?: object) => {
    const method = body ? 'POST' : 'GET';
    const response = await sendRaw({ method, path, body: body && JSON.stringify(body) });
    return response.headers.get('cache-control');
  };
  expect(await keptFor(`/module/look/${partnerId}`)).toBe('public, max-age=60');
  expect(await keptFor('/module/look/ptn_none')).not.toMatch(/public/);
  expect(await keptFor('/module/session', { token: await newToken(), module })).not.toMatch(
    /public/,
  );
});

test('a bill tells of its newest payment while and after it is made', async () => {
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  const billId = bill._id;
  const shown = async () => valueFrom(await api.bill.getBill({ billId })).payment;
  const listed = async () => valueFrom(await api.bill.listBills({ clientId })).data[0]?.payment;
  expect([await shown(), await listed()]).toEqual([undefined, undefined]);
  valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
  const scheduled = await shown();
  const { _id, payDate, receiptNumber } = scheduled ?? {};
  expect(scheduled).toMatchObject({ status: 'scheduled', created: expect.any(String) });
  expect(receiptNumber).toMatch(/^BH-.{4}-.{2}$/);
  expect(await listed()).toEqual({ _id, receiptNumber, status: 'scheduled', payDate });
  valueFrom(await api.payment.cancelPayment({ billId }));
  expect(await shown()).toMatchObject({ _id, status: 'cancelled' });
  expect(await listed()).toBeUndefined();
  await world.pay(billId);
  expect(await shown()).toMatchObject({ status: 'paid', amount: '100.00' });
  expect((await shown())?._id).not.toBe(_id);
});
