/**
 * A client of the original service at the running one: it links, pays, swaps, signs, encrypts, and
 * verifies and handles events (docs/guide/migrating.md).
 */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import {
  type OriginalClient,
  type OriginalEvent,
  type OriginalReceiver,
  originalClient,
  originalReceiver,
  readOriginal,
} from '../support/original-client.ts';
import { addPartner } from '../support/partners.ts';
import { pemOf, rsaPair } from '../support/signing.ts';
import { untilVerified } from '../support/verified-endpoint.ts';
import { dayIn, dueDate, newName, openWorld, valueFrom } from '../support/world.ts';

const service = inject('service');
let client: OriginalClient;
let receiver: OriginalReceiver;
let world: ReturnType<typeof openWorld>;
const webhook = Promise.withResolvers<Webhook>();

/** The steps that docs/guide/migrating.md lists. */
beforeAll(async () => {
  const { apiKey } = await addPartner(service, { authEvents: true });
  const api = createApiClient({ baseUrl: service.baseUrl, apiKey, validate: true });
  world = openWorld({ ...service, apiKey }, api);
  receiver = await originalReceiver(async (headers, body) => {
    try {
      // The test of the address comes as soon as there is a secret.
      return Boolean((await webhook.promise).verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  });
  const { _id: endpointId, secret } = valueFrom(
    await api['webhook-endpoint'].createWebhookEndpoint({ url: receiver.url }),
  );
  webhook.resolve(new Webhook(secret));
  await untilVerified(api, endpointId);
  const encryptionKey = valueFrom(await api.partner.createEncryptionKey());
  const signing = rsaPair();
  valueFrom(
    await api.partner.updateSigning({ publicKey: pemOf(signing.publicKey), required: false }),
  );
  const { baseUrl } = service;
  client = originalClient({ baseUrl, apiKey, signingKey: signing.privateKey, encryptionKey });
});
afterAll(() => receiver?.close());

type Linked = {
  readonly clientId: string;
  readonly authId: string;
  readonly paymentMethodId: string;
};

async function newUser() {
  const { clientId } = await client.post('/client', { identifier: newName() });
  const { paymentMethodId } = await client.post('/payment', {
    ...{ clientId, paymentType: 'card', name: 'Ada Tester', cardNumber: '4111111111111111' },
    ...{ cardCode: '123', expMonth: '12', expYear: '2040', zipcode: '10001' },
  });
  return { clientId, paymentMethodId };
}

async function begin(clientId: string, form: object, name = 'Regular Company 1') {
  const { data } = await client.post('/company/search', { query: name });
  const { success, authId } = await client.post('/auth', {
    ...{ clientId, companyId: data[0]._id, items: ['bill'] },
    form: { balance: '100.00', dueDate: dueDate(10), ...form },
  });
  expect(success).toBe(true);
  return authId as string;
}

const of =
  (clientId: string) =>
  ({ payload: { resource } }: OriginalEvent) =>
    resource.type === 'client' && resource.id === clientId;

async function link(): Promise<Linked> {
  const { clientId, paymentMethodId } = await newUser();
  const authId = await begin(clientId, {});
  await receiver.next('auth.success', of(clientId));
  return { clientId, authId, paymentMethodId };
}

async function billOf(clientId: string) {
  const { data } = await client.get(`/bill/list/${clientId}`);
  return data[0].bill;
}

describe('A client of the original service', () => {
  test('links and pays, and its events tell of the bill', async () => {
    const { clientId } = await link();
    const bill = await billOf(clientId);
    const ofBill = ({ payload: { resource } }: OriginalEvent) =>
      resource.type === 'bill' && resource.id === bill._id;
    const created = await receiver.next('bill.created', ofBill);
    expect(created.payload.data.auth._id).toBe(bill.auth._id);

    expect(await client.post('/payment/schedule', { billId: bill._id })).toEqual({ success: true });
    for (const type of ['bill.payment.scheduled', 'bill.payment.sent']) {
      const { payload } = await receiver.next(type, ofBill);
      expect(payload.data).toMatchObject({
        company: { name: 'Regular Company 1' },
        amount: '100.00',
        paymentMethod: { type: 'card', card: { number: 'XXXX1111', brand: 'visa' } },
        payDate: `${dayIn(0)}T00:00:00.000Z`,
        trigger: 'partner',
      });
    }
    const paid = await receiver.next('bill.update', ofBill);
    expect(paid.payload.data).toMatchObject({
      company: { name: 'Regular Company 1' },
      bill: { balance: { previous: '100.00', current: '0.00' } },
    });
    const shown = await client.get(`/bill/${bill._id}`);
    expect(shown).toMatchObject({ bill: { status: { type: 'paid' } } });
    expect(shown.payments).toMatchObject([{ amount: '100.00' }]);
  });

  test('answers a challenge that came by webhook', async () => {
    const { clientId } = await newUser();
    await begin(clientId, { status: 'mfa-required-questions' });
    const { payload } = await receiver.next('auth.security-input-required', of(clientId));
    const { method, token, input } = payload.data;
    expect(method).toBe('questions');
    const security = input.map(({ identifier }: { identifier: string }) => ({
      identifier,
      answer: 'answer',
    }));
    const answered = await client.post('/auth/step', { token, method, security });
    expect(answered.success).toBe(true);
    await receiver.next('auth.success', of(clientId));
  });

  test('swaps, by the path that it knows', async () => {
    const { clientId, authId, paymentMethodId } = await link();
    const companies = await client.get('/swap/companies');
    expect(companies.data.map(({ name }: { name: string }) => name)).toContain('Regular Company 1');
    const swapped = await client.post('/swap', { authId, paymentMethodId });
    expect(swapped.success).toBe(true);
    const { payload } = await receiver.next(
      'swap.success',
      (event) => event.payload.resource.id === swapped.swapId,
    );
    expect(payload.data).toMatchObject({
      clientId,
      company: { name: 'Regular Company 1' },
      paymentMethod: { type: 'card', card: { number: 'XXXX1111', brand: 'visa' } },
    });
    const { data } = await client.get(`/swap/list/${clientId}`);
    expect(data).toMatchObject([{ _id: swapped.swapId, status: { type: 'completed' } }]);
  });

  test('learns of a hold in a code and a text, and of a deletion with its company', async () => {
    const { clientId } = await newUser();
    const authId = await begin(clientId, { status: 'hold' });
    const held = await receiver.next('auth.hold', of(clientId));
    expect(held.payload.data).toMatchObject({
      hold: { code: 'account_issue_accept_toc', text: expect.stringMatching(/terms/) },
      company: { name: 'Regular Company 1' },
    });
    await client.delete(`/auth/${authId}`);
    const deleted = await receiver.next('auth.deleted', of(clientId));
    expect(deleted.payload.data.company.name).toBe('Regular Company 1');
  });

  test('is told of a due date that moved under a scheduled payment', async () => {
    const { clientId } = await link();
    const bill = await billOf(clientId);
    const date = `${dayIn(4)}T00:00:00.000Z`;
    await client.post('/payment/schedule', { billId: bill._id, date });
    await begin(clientId, { dueDate: dueDate(7) });
    const { payload } = await receiver.next(
      'bill.scheduled-payment-notice',
      (event) => event.payload.resource.id === bill._id,
    );
    expect(payload.data.bill.dueDate).toEqual({
      previous: `${dayIn(10)}T00:00:00.000Z`,
      current: `${dayIn(7)}T00:00:00.000Z`,
    });
  });

  test('is not told what its own key did, which its log has, and is told what a user did', async () => {
    const { clientId } = await link();
    const { _id: billId } = await billOf(clientId);
    await client.post('/payment/settings', { billId, recurring: 'disabled' });
    const identifier = (await receiver.next('auth.success', of(clientId))) as unknown as {
      identifier: string;
    };
    const { token } = await client.post('/client/create-token', {
      identifier: identifier.identifier,
    });
    const { accessToken } = valueFrom(await world.api.client.createAccessToken({ token }));
    const user = createApiClient({ baseUrl: service.baseUrl, apiKey: accessToken });
    valueFrom(await user.bill.customizeBill({ billId, customLabel: 'At home' }));
    const told = await receiver.next(
      'bill.update',
      ({ payload }) => payload.resource.id === billId,
    );
    expect(told.payload.data).toMatchObject({
      bill: { customLabel: { previous: null, current: 'At home' } },
      trigger: 'client',
    });
    const { data } = valueFrom(await world.api.event.listEvents({ clientId, type: 'bill.update' }));
    expect(data.map(({ event }) => event.payload.data.trigger)).toEqual(['client', 'partner']);
    const sent = receiver.events.filter(
      ({ type, payload }) => type === 'bill.update' && payload.resource.id === billId,
    );
    expect(sent).toHaveLength(1);
  });

  test('verified all that it was sent, and read all that it knows', () => {
    expect(receiver.events.map(readOriginal)).not.toContain('');
    expect(receiver.events.length).toBeGreaterThan(20);
    expect(receiver.rejected).toBe(0);
  });
});

test('Its signatures are required and right, its bodies encrypted, its keys told apart', async () => {
  const other = rsaPair();
  const { apiKey } = await addPartner(service);
  const api = createApiClient({ baseUrl: service.baseUrl, apiKey, validate: true });
  const encryptionKey = valueFrom(await api.partner.createEncryptionKey());
  const { publicKey, privateKey: signingKey } = rsaPair();
  valueFrom(await api.partner.updateSigning({ publicKey: pemOf(publicKey), required: true }));
  const settings = { baseUrl: service.baseUrl, apiKey, signingKey, encryptionKey };
  const given = { identifier: newName() };
  expect(await originalClient(settings).post('/client', given)).toMatchObject({
    clientId: expect.stringMatching(/^cl_/),
  });
  const forged = originalClient({ ...settings, signingKey: other.privateKey });
  await expect(forged.post('/client', given)).rejects.toThrow('401');
});
