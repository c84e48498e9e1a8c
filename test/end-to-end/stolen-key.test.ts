/** Attacks with a stolen API key, and what its owner can do about them. */
import { rootKey } from '@billhook/core/base/table-keys';
import { describe, expect, inject, test } from 'vitest';
import { testCard } from '../../lib/client/test-card.ts';
import { addPartner } from '../support/partners.ts';
import { sendRaw } from '../support/raw.ts';
import { pemOf, rsaPair } from '../support/signing.ts';
import { callTable, findTable } from '../support/table-server.ts';
import {
  type AnyResult,
  dueDate,
  openWorld,
  refusal,
  valueFrom,
  type World,
} from '../support/world.ts';

const { baseUrl, tableUrl } = inject('service');
const VERIFIER = 'v'.repeat(43);
const keyIdOf = (apiKey: string) => `key_${apiKey.split('_')[2]}`;
const apiOf = (apiKey: string) => openWorld({ baseUrl, apiKey }).api;
const lockWith = (apiKey: string) => sendRaw({ method: 'POST', path: '/partner/lock', apiKey });

async function stolenKey() {
  const { apiKey, partnerId } = await addPartner(inject('service'));
  return { apiKey, partnerId, thief: apiOf(apiKey).partner };
}

/** Every kind of change that a key could make. */
async function changesOf(apiKey: string): Promise<string[]> {
  const { partner, 'webhook-endpoint': endpoints } = apiOf(apiKey);
  const results: AnyResult[] = [
    await partner.createApiKey({ scope: 'service' }),
    await partner.revokeApiKey({ keyId: keyIdOf(apiKey) }),
    await partner.updateSigning({ publicKey: pemOf(rsaPair().publicKey) }),
    await partner.createEncryptionKey(),
    await partner.updateModules({ bridgeName: 'thief' }),
    await endpoints.createWebhookEndpoint({ url: 'https://93.184.216.34/hooks' }),
  ];
  return results.map((result) => (result.ok ? 'changed' : String(refusal(result))));
}

describe('A thief of an admin key who locks its owner out', () => {
  test('is stopped by the owner with the key that he revoked', async () => {
    const { apiKey, thief } = await stolenKey();
    const created = valueFrom(await thief.createApiKey());
    valueFrom(await thief.updateSigning({ publicKey: pemOf(rsaPair().publicKey) }));
    valueFrom(await apiOf(created.apiKey).partner.revokeApiKey({ keyId: keyIdOf(apiKey) }));
    expect((await sendRaw({ method: 'GET', path: '/partner', apiKey })).status).toBe(401);
    expect((await lockWith(apiKey)).status).toBe(200);
    expect(await changesOf(created.apiKey)).toEqual(Array(6).fill('403 settings_locked'));
    const api = apiOf(created.apiKey);
    expect((await api.client.createClient({ identifier: 'user-1' })).ok).toBe(true);
    const { locked } = valueFrom(await api.partner.getPartner());
    expect(locked).toMatchObject({ keyId: keyIdOf(apiKey) });
    // Neither the thief nor the owner can take it back.
    expect((await lockWith(created.apiKey)).status).toBe(200);
    expect(valueFrom(await api.partner.getPartner()).locked).toEqual(locked);
  });

  test('is stopped also where he had all requests signed with a key of his own', async () => {
    const { apiKey, thief } = await stolenKey();
    const { publicKey } = rsaPair();
    valueFrom(await thief.updateSigning({ publicKey: pemOf(publicKey), required: true }));
    expect(refusal(await thief.getPartner())).toBe('401 signature_missing');
    expect((await lockWith(apiKey)).status).toBe(200);
  });

  test('is stopped where the key revoked itself, and not pushed out by many others', async () => {
    const { apiKey, thief } = await stolenKey();
    const created = valueFrom(await thief.createApiKey());
    valueFrom(await thief.revokeApiKey({ keyId: keyIdOf(apiKey) }));
    const { partner } = apiOf(created.apiKey);
    let refused = '';
    for (let count = 0; count < 12 && refused === ''; count += 1) {
      const made = await partner.createApiKey({ scope: 'service' });
      if (!made.ok) refused = String(refusal(made));
      else valueFrom(await partner.revokeApiKey({ keyId: made.value.keyId }));
    }
    expect(refused).toBe('409 key_limit_reached');
    expect((await lockWith(apiKey)).status).toBe(200);
  });

  test('has an hour: a key that was revoked before, or by the operator, locks nothing', async () => {
    const { apiKey, partnerId, thief } = await stolenKey();
    const { keyId } = valueFrom(await thief.createApiKey());
    valueFrom(await thief.revokeApiKey({ keyId: keyIdOf(apiKey) }));
    await setKey(partnerId, keyIdOf(apiKey), new Date(Date.now() - 3_600_001).toISOString());
    expect((await lockWith(apiKey)).status).toBe(401);
    expect(keyId).toMatch(/^key_/);
    const by = await addPartner(inject('service'), { revoked: new Date().toISOString() });
    expect((await lockWith(by.apiKey)).status).toBe(401);
  });

  test('a revoked key opens nothing else', async () => {
    const { apiKey, thief } = await stolenKey();
    valueFrom(await thief.createApiKey());
    valueFrom(await thief.revokeApiKey({ keyId: keyIdOf(apiKey) }));
    const operations = [
      { method: 'GET', path: '/partner' },
      { method: 'GET', path: '/partner/api-keys' },
      { method: 'POST', path: '/partner/api-keys', body: '{}' },
      { method: 'POST', path: '/client', body: '{"identifier":"user-1"}' },
    ];
    // Nobody's operations: whoever calls is told so.
    const none = [
      { method: 'GET', path: '/partner/lock?' },
      { method: 'GET', path: '/partner/lock/' },
      { method: 'PUT', path: '/partner/lock' },
      { method: 'GET', path: '/client' },
    ];
    const statusesOf = (requests: readonly (typeof operations)[number][]) =>
      Promise.all(requests.map(async (one) => (await sendRaw({ ...one, apiKey })).status));
    expect(await statusesOf(operations)).toEqual([401, 401, 401, 401]);
    expect(await statusesOf(none)).toEqual([405, 405, 405, 405]);
  });
});

describe('A thief who pays and links with a stolen key', () => {
  /** A client with a linked bill, and what a key and an access token can do with it. */
  async function linked() {
    const { apiKey } = await addPartner(inject('service'));
    const world = openWorld({ baseUrl, apiKey });
    const identifier = 'user-1';
    const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
    const methodId = await world.addCard(clientId);
    const { bill } = await world.newBill(clientId, { balance: '40.00', dueDate: dueDate(10) });
    const { auth } = valueFrom(await world.api.bill.getBill({ billId: bill._id })).bill;
    const token = async () => valueFrom(await world.api.client.createToken({ identifier })).token;
    const exchange = async (one: string) =>
      world.api.client.createAccessToken({ token: one, verifier: VERIFIER });
    const access = valueFrom(await exchange(await token())).accessToken;
    const unused = await token();
    const methods = { clientId, paymentType: 'card' as const, ...testCard };
    const taking = async ({ api }: Pick<World, 'api'>) => {
      const company = await world.findCompany('Regular Company 2');
      const form = { username: 'a', password: 'b' };
      const results: AnyResult[] = [
        await api.payment.addPaymentMethod(methods),
        await api.auth.createAuth({ clientId, companyId: company._id, form, items: ['bill'] }),
        await api.swap.createSwap({ authId: auth._id, paymentMethodId: methodId }),
      ];
      return results.map((one) => (one.ok ? 'taken' : String(refusal(one))));
    };
    const sync = { client: { identifier: 'user-2' } };
    const bills = { module: 'bill-pay' as const };
    const tokens = async () => [
      refusal(await world.api.client.createToken({ identifier })),
      refusal(await world.api.client.syncClient(sync)),
      refusal(await exchange(unused)),
      refusal(await world.api.module.openModuleSession({ ...bills, token: unused })),
    ];
    const renew = { ...bills, token: access, renew: 'true' as const, verifier: VERIFIER };
    const lock = (body?: string) =>
      sendRaw({ method: 'POST', path: '/partner/lock', apiKey, ...(body && { body }) });
    return { world, bill, access, taking, tokens, renew, lock };
  }

  test('makes no token, and adds no card, link or swap once its owner has locked', async () => {
    const { world, access, taking, tokens, renew, lock } = await linked();
    expect((await lock()).status).toBe(200);
    const locked = '403 partner_locked';
    expect(await taking(world)).toEqual([locked, locked, locked]);
    expect(await taking(openWorld({ baseUrl, apiKey: access }))).toEqual([locked, locked, locked]);
    expect(await tokens()).toEqual([locked, locked, locked, locked]);
    expect(refusal(await world.api.module.openModuleSession(renew))).toBe(locked);
  });

  test('makes no payment, also where the lock left payments at first; all can still be read', async () => {
    const { world, bill, lock } = await linked();
    const { api } = world;
    expect((await lock('{"pausePayments":false}')).status).toBe(200);
    expect((await lock()).status).toBe(200);
    const { _id: billId } = bill;
    expect(refusal(await api.payment.schedulePayment({ billId }))).toBe('503 payments_paused');
    expect(valueFrom(await api.bill.getBill({ billId })).bill.balance).toBe('40.00');
    expect((await lock()).status).toBe(200);
  });

  test('pays on where its owner has payments go on', async () => {
    const { world, bill, lock } = await linked();
    expect((await lock('{"pausePayments":false}')).status).toBe(200);
    expect((await world.pay(bill._id)).payments).toHaveLength(1);
  });
});

describe('A service key', () => {
  async function serviceKey() {
    const { apiKey, thief } = await stolenKey();
    const created = valueFrom(await thief.createApiKey({ scope: 'service' }));
    expect(created.scope).toBe('service');
    return { adminKey: apiKey, keyId: created.keyId, apiKey: created.apiKey };
  }

  test('that was stolen changes nothing of its partner and cannot look at its keys', async () => {
    const { apiKey } = await serviceKey();
    expect(await changesOf(apiKey)).toEqual(Array(6).fill('403 admin_key_required'));
    const { partner, 'webhook-endpoint': endpoints } = apiOf(apiKey);
    expect(refusal(await partner.listApiKeys())).toBe('403 admin_key_required');
    expect(refusal(await endpoints.listWebhookEndpoints())).toBe('403 admin_key_required');
    expect(refusal(await partner.lockSettings())).toBe('403 admin_key_required');
  });

  test('does what a server needs, and finds the key to encrypt with', async () => {
    const { apiKey, adminKey } = await serviceKey();
    const made = valueFrom(await apiOf(adminKey).partner.createEncryptionKey());
    const { partner, client } = apiOf(apiKey);
    expect(valueFrom(await partner.getLatestEncryptionKey()).kid).toBe(made.kid);
    expect(valueFrom(await partner.getPartner()).status).toBe('active');
    expect((await client.createClient({ identifier: 'user-1' })).ok).toBe(true);
  });

  test('is never the last that has to stay, and two live beside two admin keys', async () => {
    const { adminKey, keyId } = await serviceKey();
    const { partner } = apiOf(adminKey);
    valueFrom(await partner.createApiKey({ scope: 'service' }));
    expect(refusal(await partner.createApiKey({ scope: 'service' }))).toBe('409 key_limit_reached');
    valueFrom(await partner.createApiKey());
    expect(refusal(await partner.createApiKey())).toBe('409 key_limit_reached');
    valueFrom(await partner.revokeApiKey({ keyId }));
    const { data } = valueFrom(await partner.listApiKeys());
    expect(data.map(({ scope }) => scope).toSorted()).toEqual([
      ...['admin', 'admin'],
      ...['service', 'service'],
    ]);
  });
});

async function read(partnerId: string) {
  const { pk, sk } = rootKey(partnerId);
  const { Item } = (await callTable(tableUrl, 'GetItem', {
    TableName: await findTable(tableUrl),
    Key: { pk: { S: pk }, sk: { S: sk } },
  })) as { Item: Record<string, { L?: { M: { keyId: { S: string }; revoked?: object } }[] }> };
  return Item;
}

/** As if a key had been revoked at another time. */
async function setKey(partnerId: string, keyId: string, revoked: string): Promise<void> {
  const item = await read(partnerId);
  for (const { M } of item.apiKeys?.L ?? []) {
    if (M.keyId.S === keyId) M.revoked = { S: revoked };
  }
  await callTable(tableUrl, 'PutItem', { TableName: await findTable(tableUrl), Item: item });
}
